import { AppError } from '@gatehouse/contract/errors.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../engine/context.ts';
import { countRows } from '../../engine/operations/count.ts';
import { selectRows } from '../../engine/operations/read.ts';
import { type ListQuery, readQuery } from '../../engine/query.ts';
import type { Behaviour, Elsewhere, Row } from '../../engine/resource.ts';
import { isUuid } from '../../platform/database.ts';
import { mergePages } from '../../platform/search/mergePages.ts';
import { terminalOf } from '../../resources/ownTerminal.ts';
import { allCommandStorages } from '../../resources/terminal/commandstorage/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { storagesOfComponents } from '../../resources/terminal/terminal/relations.ts';
import { indexOf, type StoredStorage, searchStorages } from './askStorages.ts';
import { conditionsOf, orderOf } from './commandQuery.ts';
import { type FoundCommand, mostFound } from './commandSearch.ts';
import type { Keeping } from './moves.ts';

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

const asRow = ({ risk_level, timestamp, offset_ms, ...told }: FoundCommand): Row<typeof command> => ({
  ...told,
  risk_level,
  timestamp: String(timestamp),
  offset_ms: offset_ms === null || offset_ms === undefined ? null : String(offset_ms),
  storage: null,
});

const sortOf = (query: URLSearchParams): object[] => {
  const { field, isUp } = orderOf(query);
  const order = isUp ? 'asc' : 'desc';
  return field === 'timestamp' ? [{ timestamp: order }] : [{ risk_level: order }, { timestamp: 'desc' }];
};

type Pages = AsyncGenerator<Row<typeof command>[]>;

/** How far down a list has pages: each page skips all commands before it. */
const deepest = 100_000;

/** Number of commands read from the database at a time when all of them are read. */
const pageSize = 4_000;

type Place = { offset: number; end: number };

const placeOf = ({ limit, offset }: Pick<ListQuery, 'limit' | 'offset'>): Place => {
  const end = limit === undefined ? Math.max(offset, mostFound) : offset + limit;
  if (end > deepest) throw new AppError('search_too_deep', { most: deepest.toLocaleString('en') });
  return { offset, end };
};

/** Turns any failure of a storage into one error for the caller. */
const told = (error: unknown): AppError =>
  error instanceof AppError ? error : new AppError('storage_invalid', {}, { cause: error });

/** The rows of a page, out of those that follow the first `skipped`. */
const taken = async (
  pages: Pages,
  { offset, end }: Place,
  skipped: number,
): Promise<Row<typeof command>[]> => {
  const rows: Row<typeof command>[] = [];
  for await (const page of pages) {
    rows.push(...page);
    if (skipped + rows.length >= end) break;
  }
  return rows.slice(offset - skipped, end - skipped);
};

/** The result of work on a storage; fails with the message that it cannot be reached. */
const reached = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    throw told(error);
  });

/** All commands of a search, page by page; fails with the message that the storage cannot be reached. */
async function* everyRow(walk: () => AsyncIterable<FoundCommand[]>): Pages {
  try {
    for await (const page of walk()) yield page.map(asRow);
  } catch (error) {
    throw told(error);
  }
}

const ofOneStorage = async (
  storage: StoredStorage,
  query: URLSearchParams,
  ctx: Context,
): Promise<Elsewhere> => {
  const place = await readQuery(ctx.engine.resource(command), query, ctx);
  const searched = { filter: await conditionsOf(query, ctx), sort: sortOf(query) };
  const countThem = async () => (await indexOf(storage, ctx).search({ ...searched, from: 0, size: 0 })).count;
  return {
    page: () =>
      reached(async () => {
        const { offset, end } = placeOf(place);
        const index = indexOf(storage, ctx);
        if (end <= mostFound) {
          const { rows, count } = await index.search({ ...searched, from: offset, size: end - offset });
          return { rows: rows.map(asRow), count };
        }
        const pages = everyRow(() => index.walk({ ...searched, skip: offset }));
        return { count: await countThem(), rows: await taken(pages, { offset, end }, offset) };
      }),
    count: () => reached(countThem),
    all: (signal) => everyRow(() => indexOf(storage, ctx).walk({ ...searched, signal })),
  };
};

const hasMovedCommands = async (session: string, ctx: Context): Promise<boolean> =>
  isUuid(session) &&
  (await ctx.db.rows(sql`select 1 from ${allSessions} s where s.id = ${session} and s.commands_moved > 0`))
    .length > 0;

/** What can be read from a storage: the tree of storages marks one that cannot be reached, and shows the others. */
async function* asFarAsReached(pages: Pages): Pages {
  try {
    yield* pages;
  } catch {
    // Commands read before the failure are shown.
  }
}

/** The commands that the database has, page by page. */
async function* pagesOf(read: (offset: number, limit: number) => Promise<Row<typeof command>[]>): Pages {
  for (let offset = 0; ; offset += pageSize) {
    const rows = await read(offset, pageSize);
    yield rows;
    if (rows.length < pageSize) return;
  }
}

const comparing = (query: URLSearchParams) => {
  const { field, isUp } = orderOf(query);
  return (a: Row<typeof command>, b: Row<typeof command>): number =>
    (isUp ? 1 : -1) * (Number(a[field]) - Number(b[field]));
};

/** The list of a query, in an order that every storage supports. */
const readOrdered = (query: URLSearchParams, ctx: Context): Promise<ListQuery> => {
  const { field, isUp } = orderOf(query);
  const ordered = new URLSearchParams(query);
  ordered.set('order', isUp ? field : `-${field}`);
  return readQuery(ctx.engine.resource(command), ordered, ctx);
};

/** The commands of a session from every storage that can be reached, in one order. */
const ofAllStorages = async (query: URLSearchParams, ctx: Context): Promise<Elsewhere> => {
  const resource = ctx.engine.resource(command);
  const read = await readOrdered(query, ctx);
  const searched = { filter: await conditionsOf(query, ctx), sort: sortOf(query) };
  const storages = await searchStorages(ctx);
  const here = (offset: number, limit: number) => selectRows(resource, { ...read, limit, offset }, ctx);
  const countHere = () => countRows(resource, read.where, ctx);
  /** The first commands of each storage, and their total. */
  const firstOf = (size: number) =>
    Promise.all(
      storages.map((storage) =>
        reached(async () => indexOf(storage, ctx).search({ ...searched, from: 0, size })).catch(() => ({
          rows: [],
          count: 0,
        })),
      ),
    );
  const count = async () => (await firstOf(0)).reduce((sum, found) => sum + found.count, await countHere());
  const walks = (signal?: AbortSignal) =>
    storages.map((storage) =>
      everyRow(() => indexOf(storage, ctx).walk({ ...searched, ...(signal && { signal }) })),
    );
  const merged = (parts: Pages[]) => mergePages([pagesOf(here), ...parts], comparing(query));
  const page = async () => {
    const place = placeOf(read);
    if (place.end > mostFound)
      return { rows: await taken(merged(walks().map(asFarAsReached)), place, 0), count: await count() };
    const found = await firstOf(place.end);
    const rows = [await here(0, place.end), ...found.map((one) => one.rows.map(asRow))].flat();
    const total = found.reduce((sum, one) => sum + one.count, await countHere());
    return { rows: rows.sort(comparing(query)).slice(place.offset, place.end), count: total };
  };
  // An export must be complete, or fail.
  return { page, count, all: (signal) => merged(walks(signal)) };
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
