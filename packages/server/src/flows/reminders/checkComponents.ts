import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import type { ComponentTrouble } from '../../resources/notifications/sitemessage/componentLines.ts';
import { allLoads, allTerminals } from '../../resources/terminal/terminal/relations.ts';
import { publishMessage } from '../notifications/publish.ts';

type Component = {
  name: string;
  cpu_load: number | null;
  memory_used: number | null;
  disk_used: number | null;
};

/** From these values on, a component has too little room (reference 07 §6.2). */
const limits = { disk_used: 80, memory_used: 85, cpu_load: 5 } as const;

const componentsOf = (db: Database): Promise<Component[]> =>
  db.rows<Component>(sql`select t.name, s.cpu_load, s.memory_used, s.disk_used from ${allTerminals} t
    left join lateral (select cpu_load, memory_used, disk_used from ${allLoads} l
      where l.terminal = t.id and l.date_created > now() - interval '180 seconds' order by l.date_created desc limit 1) s on true
    where not t.is_deleted and t.type not in ('core', 'celery') order by t.name`);

const enough = (value: number | null, limit: number): number | undefined =>
  (value ?? 0) >= limit ? (value ?? 0) : undefined;

/** What is wrong with a component; undefined while it is well. */
const troubleOf = ({ name, ...loads }: Component): ComponentTrouble | undefined => {
  if (loads.cpu_load === null) return { name, offline: true };
  const disk = enough(loads.disk_used, limits.disk_used);
  const memory = enough(loads.memory_used, limits.memory_used);
  const load = enough(loads.cpu_load, limits.cpu_load);
  const found = {
    ...(disk !== undefined && { disk }),
    ...(memory !== undefined && { memory }),
    ...(load !== undefined && { load }),
  };
  return Object.keys(found).length > 0 ? { name, ...found } : undefined;
};

/** Tells subscribers of components that are offline or run out of room; returns how many there are. */
export const checkComponents = async (db: Database, signal?: AbortSignal): Promise<number> => {
  signal?.throwIfAborted();
  const troubles = (await componentsOf(db)).flatMap((component) => troubleOf(component) ?? []);
  signal?.throwIfAborted();
  if (troubles.length > 0)
    await db.transaction((tx) =>
      publishMessage({ key: 'server_performance', params: { components: JSON.stringify(troubles) } }, tx),
    );
  return troubles.length;
};
