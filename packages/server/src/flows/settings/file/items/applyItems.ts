import { isDeepStrictEqual } from 'node:util';
import { AppError, type FieldErrors, ValidationError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../../../engine/context.ts';
import { isValues, type Values, valuesIn } from '../../../../engine/resource.ts';
import type { Entry, Mistake, Section } from '../../../../platform/yaml.ts';
import { isReference, lookUp, type ReferencePlaces } from '../reference.ts';
import { isByPart, type Tree, textsIn } from '../texts.ts';
import { absent, type Collection, type Item, type Place } from './collection.ts';
import { leafEntriesOf, leavesOf } from './leaves.ts';

type Deps = { collections: readonly Collection[]; places: ReferencePlaces; ctx: Context };

/** What applying the items of a file changed, or all mistakes in them. */
export type Applied = { lines: string[]; mistakes: Mistake[] };

type Asked = { values: Values; mistakes: Mistake[]; paths: string[] };
type Outcome = { mistakes?: undefined; paths: string[] } | { mistakes: Mistake[] };
type Done = { collection: Collection; entry: Entry; paths: string[]; after: Item | undefined };

const put = (values: Values, path: string, value: unknown): void => {
  const [name = '', part] = path.split(/\.(.*)/s);
  if (part === undefined) values[name] = value;
  else values[name] = { ...valuesIn(values[name]), [part]: value };
};

/** The value at a path, or that it stays as it is, or why there is none. */
const wishAt = async (
  { path, entry: { value } }: { path: string; entry: Entry },
  place: Place,
  { before, places }: { before: Item | undefined; places: ReferencePlaces },
): Promise<{ value: unknown } | { stays: true } | { mistake: string }> => {
  if (isReference(value)) return lookUp(value, places, before?.secrets.has(path) ?? false);
  return place === 'secret'
    ? { mistake: 'a secret is not written into the file; use { env: NAME } or { file: PATH }' }
    : { value };
};

/** What to write for an entry: all values of each field in which anything differs. */
const askedBy = async (
  entry: Entry,
  before: Item | undefined,
  { collection, places, ctx }: { collection: Collection } & Omit<Deps, 'collections'>,
): Promise<Asked> => {
  const known = collection.places({ ...before?.values, ...valuesIn(entry.value) }, ctx);
  const stored = leavesOf(before?.values ?? {});
  const asked: Asked = { values: {}, mistakes: [], paths: [] };
  const given: Values = {};
  const changed = new Set<string>();
  for (const leaf of leafEntriesOf(entry.entries)) {
    const { path, entry: at } = leaf;
    const place = known.get(path);
    const note = (text: string) =>
      asked.mistakes.push({ line: at.line, text: `${entry.key}.${path}: ${text}` });
    if (place === undefined) {
      note('there is no such field');
      continue;
    }
    const wish = await wishAt(leaf, place, { before, places });
    if ('mistake' in wish) note(wish.mistake);
    if (!('value' in wish)) continue;
    const former = isReference(at.value) ? before?.secrets.get(path) : stored.get(path);
    const isSame = before !== undefined && isDeepStrictEqual(former, wish.value);
    if (!isSame && before && place === 'once') note('is chosen when it is created, and stays');
    if (!isSame) changed.add(path.split('.')[0] as string);
    if (!isReference(at.value)) asked.paths.push(path);
    put(given, path, wish.value);
  }
  for (const name of changed) asked.values[name] = given[name];
  return asked;
};

const mistakesIn = (errors: FieldErrors, entry: Entry, path: string, ctx: Context): Mistake[] =>
  Object.entries(errors).flatMap(([name, node]) => {
    const at = entry.entries.find(({ key }) => key === name);
    const inner = `${path}.${name}`;
    const tree = node as Tree;
    if (at && isValues(at.value) && isByPart(tree)) return mistakesIn(tree, at, inner, ctx);
    return [{ line: (at ?? entry).line, text: `${inner}: ${textsIn(tree, ctx).join(' ')}` }];
  });

/** Turns a refusal into mistakes on the lines of an entry; rethrows other errors. */
const asMistakes = (error: unknown, entry: Entry, ctx: Context): Mistake[] => {
  if (error instanceof ValidationError && !Array.isArray(error.fields))
    return mistakesIn(error.fields, entry, entry.key, ctx);
  if (!(error instanceof AppError) || error.code === 'unexpect_error') throw error;
  const text = ctx.t(`errors.${error.messageKey}`, error.params);
  return [{ line: entry.line, text: `${entry.key}: ${text}` }];
};

/** Runs a task in a savepoint, which is rolled back if the task fails. */
const attempt = async (ctx: Context, work: (ctx: Context) => Promise<void>): Promise<void> => {
  const effects: Parameters<Context['afterCommit']>[0][] = [];
  await ctx.db.transaction((db) =>
    work({ ...ctx, db, memo: new Map(), afterCommit: (effect) => effects.push(effect) }),
  );
  for (const effect of effects) ctx.afterCommit(effect);
};

const itemIn = async (collection: Collection, name: string, ctx: Context): Promise<Item | undefined> =>
  (await collection.stored({ ...ctx, memo: new Map() })).get(name);

const shown = (value: unknown): string => {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
  return /^\S+$/.test(text) ? text : JSON.stringify(text);
};

/** A line for each value of an item that changed; secrets are masked. */
const itemLines = (path: string, before: Item | undefined, after: Item | undefined): string[] => {
  if (!before) return [`${path}: new`];
  if (!after) return [`${path}: deleted`];
  const [former, now] = [leavesOf(before.values), leavesOf(after.values)];
  const secrets = new Set([...before.secrets.keys(), ...after.secrets.keys()]);
  const values = [...new Set([...former.keys(), ...now.keys()])].filter(
    (name) => !secrets.has(name) && !isDeepStrictEqual(former.get(name), now.get(name)),
  );
  return [
    ...values.map((name) => `${path}.${name}: ${shown(former.get(name))} → ${shown(now.get(name))}`),
    ...[...secrets]
      .filter((name) => before.secrets.get(name) !== after.secrets.get(name))
      .map((name) => `${path}.${name}: ****** → ******`),
  ];
};

type Snapshot = ReadonlyMap<Collection, ReadonlyMap<string, Item>>;

const snapshotOf = async ({ collections, ctx }: Deps): Promise<Snapshot> => {
  const found = new Map<Collection, ReadonlyMap<string, Item>>();
  for (const collection of collections)
    found.set(collection, await collection.stored({ ...ctx, memo: new Map() }));
  return found;
};

/** Every change between two states, whether an entry asked for it or it followed from another change. */
const linesBetween = (before: Snapshot, after: Snapshot): string[] =>
  [...after].flatMap(([collection, items]) => {
    const former = before.get(collection);
    const names = new Set([...items.keys(), ...(former?.keys() ?? [])]);
    return [...names].flatMap((name) =>
      itemLines(`${collection.section}.${name}`, former?.get(name), items.get(name)),
    );
  });

const writeEntry = async (collection: Collection, entry: Entry, { places, ctx }: Deps): Promise<Outcome> => {
  if (!isValues(entry.value))
    return {
      mistakes: [
        { line: entry.line, text: `${entry.key}: fields expected here, each with a colon, or ${absent}` },
      ],
    };
  const before = await itemIn(collection, entry.key, ctx);
  const asked = await askedBy(entry, before, { collection, places, ctx });
  if (asked.mistakes.length > 0) return { mistakes: asked.mistakes };
  const { paths, values } = asked;
  if (before && Object.keys(values).length === 0) return { paths };
  try {
    await attempt(ctx, (at) => collection.write(entry.key, { before, values }, at));
  } catch (error) {
    return { mistakes: asMistakes(error, entry, ctx) };
  }
  return { paths };
};

const removeEntry = async (collection: Collection, entry: Entry, { ctx }: Deps): Promise<Outcome> => {
  const { remove } = collection;
  if (!remove) return { mistakes: [{ line: entry.line, text: `${entry.key}: cannot be deleted` }] };
  if (!(await itemIn(collection, entry.key, ctx))) return { paths: [] };
  try {
    await attempt(ctx, (at) => remove(entry.key, at));
  } catch (error) {
    return { mistakes: asMistakes(error, entry, ctx) };
  }
  return { paths: [] };
};

type Task = { collection: Collection; entry: Entry };

/**
 * Runs the tasks in order; those that are refused are tried again as long as others succeed, since a value that must
 * be unique may become free.
 */
const inRounds = async (
  tasks: readonly Task[],
  work: (task: Task) => Promise<Outcome>,
): Promise<{ mistakes: Mistake[]; done: (Task & { paths: string[] })[] }> => {
  const done: (Task & { paths: string[] })[] = [];
  let mistakes: Mistake[] = [];
  let waiting = tasks;
  for (let isMoving = true; isMoving && waiting.length > 0; ) {
    const refused: Task[] = [];
    mistakes = [];
    for (const task of waiting) {
      const outcome = await work(task);
      if (outcome.mistakes) {
        refused.push(task);
        mistakes.push(...outcome.mistakes);
      } else done.push({ ...task, paths: outcome.paths });
    }
    isMoving = refused.length < waiting.length;
    waiting = refused;
  }
  return { mistakes, done };
};

/** Entries whose values another entry of the file changed again: applying the file twice would not end the same. */
const restless = (done: readonly Done[], last: Snapshot): Mistake[] =>
  done.flatMap(({ collection, entry, paths, after }) => {
    const now = leavesOf(last.get(collection)?.get(entry.key)?.values ?? {});
    const meant = leavesOf(after?.values ?? {});
    return paths
      .filter((path) => !isDeepStrictEqual(now.get(path), meant.get(path)))
      .map((path) => ({
        line: entry.line,
        text: `${entry.key}.${path}: another entry of the file changes this again`,
      }));
  });

/**
 * Applies the named items of a file, in the order of their collections: first what is new or changed, then what is
 * deleted. The caller rolls everything back if there are mistakes.
 */
export const applyItems = async (sections: readonly Section[], deps: Deps): Promise<Applied> => {
  const before = await snapshotOf(deps);
  const tasks = deps.collections.flatMap((collection) =>
    sections
      .filter(({ name }) => name === collection.section)
      .flatMap(({ entries }) => entries.map((entry) => ({ collection, entry }))),
  );
  const isRemoval = ({ entry }: Task) => entry.value === absent;
  const after = new Map<Entry, Item | undefined>();
  const written = await inRounds(
    tasks.filter((task) => !isRemoval(task)),
    async ({ collection, entry }) => {
      const outcome = await writeEntry(collection, entry, deps);
      after.set(entry, await itemIn(collection, entry.key, deps.ctx));
      return outcome;
    },
  );
  const removed = await inRounds(tasks.filter(isRemoval).toReversed(), ({ collection, entry }) =>
    removeEntry(collection, entry, deps),
  );
  const done = written.done.map((task) => ({ ...task, after: after.get(task.entry) }));
  const last = await snapshotOf(deps);
  return {
    lines: linesBetween(before, last),
    mistakes: [...written.mistakes, ...removed.mistakes, ...restless(done, last)],
  };
};
