import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { StoredMeta } from '../../resources/storageMeta.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { type CommandIndex, openCommandIndex } from './commandIndex.ts';
import { ofOrganization } from './commandQuery.ts';
import type { RiskCount, Span } from './commandSearch.ts';
import { openedSearchMeta } from './proveSearch.ts';

/** A command storage, with what is needed to connect to it. */
export type StoredStorage = StoredMeta & { id: string; name: string; type: string };

/** Command storages of other systems: all, or the one with an id or name. */
export const searchStorages = (ctx: Pick<Context, 'db'>, named?: string): Promise<StoredStorage[]> =>
  ctx.db.rows<StoredStorage>(
    sql`select s.id::text as id, s.name, s.type, s.meta, s.secrets from ${allCommandStorages} s
      where s.type = 'es' and (${named ?? null}::text is null or s.id::text = ${named ?? null} or s.name = ${named ?? null})
      order by s.name`,
  );

/** The commands in a storage. */
export const indexOf = (storage: StoredStorage, { engine }: Pick<Context, 'engine'>): CommandIndex =>
  openCommandIndex(openedSearchMeta(storage, engine.vault));

/** A storage of another system, with the conditions for the commands that a caller may see there. */
export type StorageToRead = { name: string; index: CommandIndex; scope: object[] };

/** The storages of other systems, for reading within the organization of a request. */
export const storagesToRead = async (ctx: Context): Promise<StorageToRead[]> =>
  (await searchStorages(ctx)).map((storage) => ({
    ...{ name: storage.name, index: indexOf(storage, ctx), scope: ofOrganization(ctx) },
  }));

/** The counts of the storages, and the names of those that did not answer. */
export type CountedElsewhere = { counts: RiskCount[]; silent: string[] };

/**
 * Counts the organization's commands that meet further conditions, in all storages of other systems, by span and risk.
 */
export const countElsewhere = async (
  spansOf: () => Promise<Span[]>,
  conditions: readonly object[],
  ctx: Context,
): Promise<CountedElsewhere> => {
  const storages = await storagesToRead(ctx);
  const found: CountedElsewhere = { counts: [], silent: [] };
  if (storages.length === 0) return found;
  const spans = await spansOf();
  const ask = async ({ name, index, scope }: StorageToRead) => {
    try {
      found.counts.push(...(await index.countByRisk([...scope, ...conditions], spans)));
    } catch {
      found.silent.push(name);
    }
  };
  await Promise.all(storages.map(ask));
  return { ...found, silent: found.silent.sort() };
};
