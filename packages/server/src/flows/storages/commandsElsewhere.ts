import { AppError } from '@gatehouse/contract/errors.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../engine/context.ts';
import { countRows } from '../../engine/operations/count.ts';
import { selectRows } from '../../engine/operations/read.ts';
import { readQuery } from '../../engine/query.ts';
import type { Behaviour, Row } from '../../engine/resource.ts';
import { isUuid } from '../../platform/database.ts';
import { terminalOf } from '../../resources/ownTerminal.ts';
import type { StoredMeta } from '../../resources/storageMeta.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { storagesOfComponents } from '../../resources/terminal/terminal/relations.ts';
import { type CommandIndex, type FoundCommand, mostFound, openCommandIndex } from './commandIndex.ts';
import { conditionsOf, orderOf } from './commandQuery.ts';
import type { Keeping } from './moves.ts';
import { openedSearchMeta } from './proveSearch.ts';

type Found = { id: string; type: string };

/**
 * The command storage that the calling component uses; undefined for any other caller, and for a runner, whose
 * output is read from the database while it runs.
 */
const ownStorage = (ctx: Context): Promise<Found | undefined> =>
  once(ctx, 'command storage', async () => {
    const own = ctx.actor.isServiceAccount ? await terminalOf(ctx.actor.id, ctx.db) : undefined;
    if (!own) return undefined;
    const [found] = await ctx.db.rows<Found>(
      sql`select s.id::text as id, s.type from ${storagesOfComponents} c join ${allCommandStorages} s on s.name = c.command_storage
        where c.id = ${own.id} and c.type <> 'celery'`,
    );
    return found;
  });

/** What the storage of the calling component does with commands. */
export const commandKeepingOf = async (ctx: Context): Promise<Keeping> => {
  const type = (await ownStorage(ctx))?.type;
  return type === 'null' ? 'nowhere' : type === 'es' ? 'elsewhere' : 'here';
};

/** The storage of another system where the commands of the calling component belong; null: here. */
export const commandStorageOf = async (ctx: Context): Promise<string | null> => {
  const found = await ownStorage(ctx);
  return found?.type === 'es' ? found.id : null;
};

/** A command storage with what is needed to reach it. */
export type StoredStorage = StoredMeta & { id: string; name: string; type: string };

/** Command storages of other systems: all of them, or the one of an id or name. */
export const searchStorages = (ctx: Pick<Context, 'db'>, named?: string): Promise<StoredStorage[]> =>
  ctx.db.rows<StoredStorage>(
    sql`select s.id::text as id, s.name, s.type, s.meta, s.secrets from ${allCommandStorages} s
      where s.type = 'es' and (${named ?? null}::text is null or s.id::text = ${named ?? null} or s.name = ${named ?? null})
      order by s.name`,
  );

/** The commands in a storage. */
export const indexOf = (storage: StoredStorage, { engine }: Pick<Context, 'engine'>): CommandIndex =>
  openCommandIndex(openedSearchMeta(storage, engine.vault));

const asRow = ({ risk_level, timestamp, offset_ms, ...told }: FoundCommand): Row<typeof command> => ({
  ...told,
  risk_level,
  timestamp: String(timestamp),
  offset_ms: offset_ms === null || offset_ms === undefined ? null : String(offset_ms),
  storage: null,
});

const pageOf = (read: { limit: number | undefined; offset: number }) => ({
  from: Math.min(read.offset, mostFound),
  size: Math.min(read.limit ?? mostFound, mostFound - Math.min(read.offset, mostFound)),
});

const sortOf = (query: URLSearchParams): object[] => {
  const { field, isUp } = orderOf(query);
  const order = isUp ? 'asc' : 'desc';
  return field === 'timestamp' ? [{ timestamp: order }] : [{ risk_level: order }, { timestamp: 'desc' }];
};

const ofOneStorage = async (storage: StoredStorage, query: URLSearchParams, ctx: Context) => {
  const read = await readQuery(ctx.engine.resource(command), query, ctx);
  try {
    const { rows, count } = await indexOf(storage, ctx).search({
      filter: await conditionsOf(query, ctx),
      sort: sortOf(query),
      ...pageOf(read),
    });
    return { rows: rows.map(asRow), count };
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('storage_invalid', {}, { cause: error });
  }
};

const hasMovedCommands = async (session: string, ctx: Context): Promise<boolean> =>
  isUuid(session) &&
  (await ctx.db.rows(sql`select 1 from ${allSessions} s where s.id = ${session} and s.commands_moved > 0`))
    .length > 0;

/** The commands of a session from every storage that can be reached, in one order. */
const ofAllStorages = async (query: URLSearchParams, ctx: Context) => {
  const resource = ctx.engine.resource(command);
  const read = await readQuery(resource, query, ctx);
  const { from, size } = pageOf(read);
  const end = from + size;
  const here = await selectRows(resource, { ...read, limit: end, offset: 0 }, ctx);
  const parts = [{ rows: here, count: await countRows(resource, read.where, ctx) }];
  const filter = await conditionsOf(query, ctx);
  for (const storage of await searchStorages(ctx))
    try {
      const search = { filter, sort: sortOf(query), from: 0, size: Math.min(end, mostFound) };
      const { rows, count } = await indexOf(storage, ctx).search(search);
      parts.push({ rows: rows.map(asRow), count });
    } catch {
      // The tree of storages marks it; the others are shown.
    }
  const { isUp } = orderOf(query);
  const rows = parts
    .flatMap((part) => part.rows)
    .sort((a, b) => (isUp ? 1 : -1) * (Number(a.timestamp) - Number(b.timestamp)))
    .slice(from, end);
  return { rows, count: parts.reduce((sum, { count }) => sum + count, 0) };
};

/** Commands that a search service keeps: of the storage that a query names, or of a session in all of them. */
export const commandsElsewhere: Behaviour<typeof command>['elsewhere'] = async (query, ctx) => {
  const named = query.get('command_storage_id');
  if (named) {
    const [storage] = await searchStorages(ctx, named);
    return storage && ofOneStorage(storage, query, ctx);
  }
  const session = query.get('session_id') ?? query.get('session');
  return session && (await hasMovedCommands(session, ctx)) ? ofAllStorages(query, ctx) : undefined;
};
