import type { MessageParams } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { anyOf, id, isUuid, texts } from '../../platform/database.ts';
import { type Context, once } from '../context.ts';
import { can } from '../permission.ts';
import { nameOf, permissionOf, type Resource, type Row, valuesIn } from '../resource.ts';
import { refuse } from './kind.ts';
import { referable } from './related.ts';

/** Columns besides the label that identify a row. */
const tellingColumns = ['name', 'username', 'full_value'];
/** Suggested names must be more similar than this, on the scale of pg_trgm from 0 to 1. */
const alike = 0.25;
const mostSuggested = 3;
/**
 * Maximum number of unknown names per request and resource for which similar names are looked up; each
 * look-up costs a table scan.
 */
const mostCompared = 10;

/** Whether a string has the form of a resource's id. */
export const isIdOf = (target: Resource, text: string): boolean =>
  target.idKind === 'uuid' ? isUuid(text) : /^\d{1,15}$/.test(text);

/**
 * The name that a value holds instead of an id: that of `{name}`, or `name(key)` where the key beside it is
 * not an id.
 */
const nameIn = (value: unknown, target: Resource): string | undefined => {
  const { id, pk, name } = valuesIn(value);
  if (typeof name !== 'string' || name === '') return undefined;
  const key = id ?? pk;
  if (key === undefined || key === null || key === '') return name;
  return typeof key === 'string' && !isIdOf(target, key.trim()) ? `${name}(${key})` : undefined;
};

const columnsOf = (target: Resource): string[] =>
  [...new Set([target.definition.label, ...tellingColumns])].filter((name) => {
    const field = target.fields[name];
    return field?.kind === 'text' && !field.virtual && !field.hidden;
  });

/** Callers who may not see the rows must not learn their names either. */
const mayKnow = (target: Resource, ctx: Context): boolean => {
  const view = permissionOf(target, 'view');
  const match = target.definition.suggestions;
  return can(ctx.actor, match ? `${view}|${match}` : view);
};

const candidates = async (names: string[], target: Resource, ctx: Context): Promise<Row[]> => {
  const columns = columnsOf(target);
  if (!columns.length || !mayKnow(target, ctx)) return [];
  const bare = names.map((name) => name.replace(/\([^()]*\)$/, ''));
  const lowered = texts([...new Set([...names, ...bare].map((name) => name.toLowerCase()))]);
  // PostgreSQL hashes the rows of a subquery, but compares the members of an array one by one.
  const named = anyOf(columns.map((column) => sql`lower(t.${id(column)}) in (select unnest(${lowered}))`));
  return ctx.db.rows<Row>(
    sql`select t.* from ${id(target.table)} t where ${named} and ${await referable(target, ctx)}`,
  );
};

type Texts = { exact: Map<string, string[]>; low: Map<string, string[]> };

/** Names are collected row by row, so an id that a text already has is always its last one. */
const note = (known: Map<string, string[]>, text: string, rowId: string): void => {
  const ids = known.get(text);
  if (!ids) known.set(text, [rowId]);
  else if (ids.at(-1) !== rowId) ids.push(rowId);
};

/** The names of rows, indexed once for all look-ups. */
const textsOf = (rows: Row[], target: Resource): Texts => {
  const columns = columnsOf(target);
  const known: Texts = { exact: new Map(), low: new Map() };
  for (const row of rows) {
    const rowId = String(row.id);
    for (const text of [nameOf(target, row), ...columns.map((column) => String(row[column]))]) {
      note(known.exact, text, rowId);
      note(known.low, text.toLowerCase(), rowId);
    }
  }
  return known;
};

/** Ids of the rows that match a name exactly, or else regardless of case. */
const fitting = (name: string, { exact, low }: Texts): string[] =>
  exact.get(name) ?? low.get(name.toLowerCase()) ?? [];

type Names = { ids: Map<string, string[]>; near: Map<string, string> };

const namesOf = (to: string, ctx: Context): Names =>
  once(ctx, `names:${to}`, () => ({ ids: new Map(), near: new Map() }));

/** Looks up in one query which rows the names refer to; cached for the request. */
export const prefetchNames = async (values: unknown[], to: string, ctx: Context): Promise<void> => {
  const target = ctx.engine.resource(to);
  const { ids } = namesOf(to, ctx);
  const names = values.map((value) => nameIn(value, target)).filter((name) => name !== undefined);
  const unknown = [...new Set(names)].filter((name) => !ids.has(name));
  if (!unknown.length) return;
  const known = textsOf(await candidates(unknown, target, ctx), target);
  for (const name of unknown) ids.set(name, fitting(name, known));
};

const nearest = async (name: string, target: Resource, ctx: Context): Promise<string> => {
  const columns = columnsOf(target);
  if (!columns.length || !mayKnow(target, ctx)) return '';
  const likeness = sql`greatest(${sql.join(
    columns.map((column) => sql`similarity(t.${id(column)}, ${name})`),
    sql`, `,
  )})`;
  const rows = await ctx.db.rows<Row>(
    sql`select t.* from ${id(target.table)} t where ${likeness} > ${alike} and ${await referable(target, ctx)}
      order by ${likeness} desc, t.id limit ${mostSuggested}`,
  );
  const shown = columns.includes('full_value')
    ? rows.map((row) => String(row.full_value))
    : rows.map((row) => nameOf(target, row));
  return shown.join(', ');
};

/**
 * Id of the row that a value names; undefined when it holds no name. Refuses a name that no row or several
 * rows have; for an unknown one, the message may list similar names.
 */
export const idByName = async (value: unknown, to: string, ctx: Context): Promise<string | undefined> => {
  const target = ctx.engine.resource(to);
  const name = nameIn(value, target);
  if (name === undefined) return undefined;
  await prefetchNames([value], to, ctx);
  const { ids, near } = namesOf(to, ctx);
  const [first, second] = ids.get(name) ?? [];
  const params: MessageParams = { name: name.slice(0, 64) };
  if (second !== undefined) return refuse('name_of_several', params);
  if (first !== undefined) return first;
  if (!near.has(name) && near.size < mostCompared)
    near.set(name, await nearest(name.slice(0, 256), target, ctx));
  const close = near.get(name);
  return close ? refuse('name_unknown_near', { ...params, near: close }) : refuse('name_unknown', params);
};
