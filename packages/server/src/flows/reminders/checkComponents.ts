import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
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

const measure = (value: number | null): string => String(Math.round((value ?? 0) * 10) / 10);

/** What is wrong with a component; undefined while it is well. */
const complaintOf = (component: Component): string | undefined => {
  if (component.cpu_load === null) return `${component.name}: offline`;
  const { disk_used, memory_used, cpu_load } = component;
  const parts = [
    ...((disk_used ?? 0) >= limits.disk_used ? [`disk ${measure(disk_used)} %`] : []),
    ...((memory_used ?? 0) >= limits.memory_used ? [`memory ${measure(memory_used)} %`] : []),
    ...(cpu_load >= limits.cpu_load ? [`load ${measure(cpu_load)}`] : []),
  ];
  return parts.length ? `${component.name}: ${parts.join(', ')}` : undefined;
};

/** Tells subscribers of components that are offline or run out of room; returns how many there are. */
export const checkComponents = async (db: Database): Promise<number> => {
  const complaints = (await componentsOf(db)).flatMap((component) => complaintOf(component) ?? []);
  if (complaints.length > 0)
    await db.transaction((tx) =>
      publishMessage({ key: 'server_performance', params: { components: complaints.join('\n') } }, tx),
    );
  return complaints.length;
};
