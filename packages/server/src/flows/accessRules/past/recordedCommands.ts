import { type SQL, sql } from 'drizzle-orm';
import { mergePages } from '../../../platform/search/mergePages.ts';
import type { StorageToRead } from '../../storages/askStorages.ts';
import { contains } from '../../storages/commandQuery.ts';
import type { FoundCommand } from '../../storages/commandSearch.ts';
import { pagesOf, secondsOf, type Trial } from './trial.ts';

/** When and where a line was entered. */
export type Entered = { id: string; session: string; timestamp: number };

/** A line that may define what later lines of its session mean. */
export type Definition = Entered & { input: string };

/** A command as it was recorded. */
export type Command = Definition & { offset_ms: number | null; risk_level: number };

/** Reads the commands that the caller may see, in the database and in storages of other systems. */
export type CommandSources = { commands: SQL; storages: readonly StorageToRead[] };

type Span = Pick<Trial, 'from' | 'to'>;

/** How many of the latest lines that may define something are read, and how long they may be. */
const most = { lines: 50_000, characters: 1_024 };
/** Risks of commands that did not reach the asset: they define nothing. */
const refused = [5, 6, 8];

const commandOf = (found: FoundCommand): Command => ({
  ...{ id: found.id, input: found.input, session: found.session, timestamp: found.timestamp },
  ...{ offset_ms: found.offset_ms ?? null, risk_level: Number(found.risk_level) },
});

const within = ({ from, to }: Span) => ({
  range: { timestamp: { gte: secondsOf(from), lte: secondsOf(to) } },
});

const latestFirst = [{ timestamp: 'desc' }];

const storedPages = (trial: Trial, commands: SQL): AsyncGenerator<Command[]> =>
  pagesOf<Command>(
    trial,
    (last, limit) => sql`select c.id::text as id, c.input, c.session, c.timestamp::int as timestamp,
        c.offset_ms::int as offset_ms, c.risk_level::int as risk_level
      from ${commands} c
      where c.timestamp >= ${secondsOf(trial.from)}
        and (c.timestamp, c.id) < (${last?.timestamp ?? secondsOf(trial.to) + 1}, ${last?.id ?? '00000000-0000-0000-0000-000000000000'})
      order by c.timestamp desc, c.id desc limit ${limit}`,
  );

async function* movedPages(
  { index, scope }: StorageToRead,
  { from, to, signal }: Trial,
): AsyncGenerator<Command[]> {
  const filter = [...scope, within({ from, to })];
  for await (const page of index.walk({ filter, sort: latestFirst, signal })) yield page.map(commandOf);
}

const storedDefinitions = ({ db, from, to }: Trial, commands: SQL): Promise<Definition[]> =>
  db.rows<Definition>(
    sql`select c.id::text as id, c.session, c.timestamp::int as timestamp, c.input from ${commands} c
      where c.timestamp >= ${secondsOf(from)} and c.timestamp <= ${secondsOf(to)} and c.risk_level not in (5, 6, 8)
        and length(c.input) <= ${most.characters}
        and ((c.input like '%=%' and c.input ~ '(^|[[:space:];&|(])[A-Za-z_][-[:alnum:]_.]*[+]?=') or c.input like '%(%)%'
          or c.input like '%function %' or c.input like '%for %' or c.input like '%read %' or c.input like '%set -- %')
      order by c.timestamp desc, c.id desc limit ${most.lines}`,
  );

const marks = ['=', '(', 'function ', 'for ', 'read ', 'set -- '] as const;
const mayDefine = /(^|[\s;&|(])[A-Za-z_][-\p{L}\p{N}_.]*[+]?=|\(.*\)|function |for |read |set -- /su;

const movedDefinitions = async (
  { index, scope }: StorageToRead,
  { from, to, signal }: Trial,
): Promise<Definition[]> => {
  const definitions: Definition[] = [];
  const any = { bool: { should: marks.map((mark) => contains('input', mark)) } };
  const others = { bool: { must_not: [{ terms: { risk_level: refused } }] } };
  const filter = [...scope, within({ from, to }), any, others];
  for await (const page of index.walk({ filter, sort: latestFirst, signal })) {
    const found = page.filter(({ input }) => input.length <= most.characters && mayDefine.test(input));
    definitions.push(
      ...found.map(({ id, session, timestamp, input }) => ({ id, session, timestamp, input })),
    );
    if (definitions.length >= most.lines) break;
  }
  return definitions.slice(0, most.lines);
};

const countStored = async ({ db, from, to }: Trial, commands: SQL): Promise<number> => {
  const [row] = await db.rows<{ count: number }>(
    sql`select count(*)::int as count from ${commands} c
      where c.timestamp >= ${secondsOf(from)} and c.timestamp <= ${secondsOf(to)}`,
  );
  return row?.count ?? 0;
};

/** The commands of a period, wherever they are recorded. A storage that fails is named and not asked again. */
export const recordedCommands = (trial: Trial, { commands, storages }: CommandSources) => {
  const unreached = new Set<string>();
  const failed = ({ name }: StorageToRead) => {
    trial.signal.throwIfAborted();
    unreached.add(name);
  };
  const reached = () => storages.filter(({ name }) => !unreached.has(name));
  const askEach = async <T>(ask: (storage: StorageToRead) => Promise<T>): Promise<T[]> => {
    const asked = reached().map((storage) =>
      ask(storage).then(
        (found) => [found],
        () => {
          failed(storage);
          return [];
        },
      ),
    );
    return (await Promise.all(asked)).flat();
  };
  const pagesIn = async function* (storage: StorageToRead): AsyncGenerator<Command[]> {
    try {
      yield* movedPages(storage, trial);
    } catch {
      failed(storage);
    }
  };
  return {
    count: async (): Promise<number> => {
      const moved = await askEach(async ({ index, scope }) => {
        const filter = [...scope, within(trial)];
        return (await index.search({ filter, sort: [], from: 0, size: 0, signal: trial.signal })).count;
      });
      return moved.reduce((sum, one) => sum + one, await countStored(trial, commands));
    },
    definitions: async (): Promise<Definition[]> => {
      const stored = await storedDefinitions(trial, commands);
      return [stored, ...(await askEach((storage) => movedDefinitions(storage, trial)))].flat();
    },
    /** The latest first. */
    pages: (): AsyncGenerator<Command[]> =>
      mergePages(
        [storedPages(trial, commands), ...reached().map(pagesIn)],
        (a, b) => b.timestamp - a.timestamp,
      ),
    unreached: (): string[] => [...unreached].sort(),
  };
};
