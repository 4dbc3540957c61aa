import { type FieldErrors, fieldError, ValidationError } from '@gatehouse/contract/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, anyOf, containing, id, isUuid, likeLiteral } from '../platform/database.ts';
import { parseDatetime } from '../platform/time.ts';
import type { Context } from './context.ts';
import { Refused } from './fields/kind.ts';
import { labelsCondition } from './fields/labels/labels.ts';
import { hasColumn, kindOf } from './fields/registry.ts';
import { idArray, referable } from './fields/related.ts';
import { type Newest, newestFirst, walkedRows, type Yield, yieldOf } from './orderWalk.ts';
import type { FieldChoice } from './present.ts';
import type { Resource } from './resource.ts';
import { type Front, frontOf, searchColumn, searchedTogether, termsOf } from './searchText.ts';
import { orderSql, type SortTerm, sortOf } from './sortTerms.ts';

/** The only fields that a caller may ask about, where others would tell what is not shown. */
type OpenFields = readonly string[];

/** Maximum number of rows per page (protocol reference §6.2). */
export const mostRows = 10_000;

/** A list query as SQL parts over alias `t`. `narrowed` says whether anything beyond the scope limits it. */
export type ListQuery = {
  where: SQL;
  order: SQL;
  /** The terms of `order`, for queries that do not sort over `t`. */
  sort: SortTerm[];
  /**
   * Condition for the rows that an index yields in this order without skipping any; undefined when none does.
   */
  walked: SQL | undefined;
  /** The rows that come first, by the first term of `sort`, where a search shows some first. */
  front?: Front | undefined;
  limit: number | undefined;
  offset: number;
  fields: FieldChoice;
  narrowed: boolean;
  byIds: boolean;
  /** Matching rows are scattered: no index finds them in the requested order. */
  scattered: boolean;
  /** How an index yields the matching rows, newest first; undefined if none does. */
  newest?: Newest | undefined;
  /** How an index yields matching rows that are scattered over groups; undefined when none does. */
  groups?: Exclude<Yield, 'value'> | undefined;
  /** Parameters that narrow the list. */
  narrowing: ReadonlySet<string>;
};

const commaList = (value: string | null): string[] | undefined =>
  value === null
    ? undefined
    : value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== '');

/** Condition for the rows the caller may see at all: organization, variant, and the resource's own rule. */
export const scopeOf = (resource: Resource, ctx: Context): Promise<SQL> => referable(resource, ctx);

/** Matches in the joined text, which has an index; where not all of it is open, its columns drop the others. */
const joinedMatches = (
  together: readonly string[],
  isOpen: (name: string) => boolean,
  pattern: string,
): SQL[] => {
  if (!together.some(isOpen)) return [];
  const anywhere = sql`t.${id(searchColumn)} like lower(${pattern})`;
  if (together.every(isOpen)) return [anywhere];
  const columns = together.filter(isOpen).map((name) => sql`t.${id(name)} ilike ${pattern}`);
  return [allOf([anywhere, anyOf(columns)])];
};

const searchCondition = (
  resource: Resource,
  raw: string,
  ctx: Context,
  open?: OpenFields,
): SQL | undefined => {
  const terms = termsOf(raw);
  const isOpen = (name: string) => !open || open.includes(name);
  const fields = Object.entries(resource.fields).filter(
    ([name, field]) => field.search && hasColumn(field) && isOpen(name),
  );
  const own = open ? undefined : resource.behaviour.search;
  if (!terms.length || !(fields.length || own)) return undefined;
  const joined = searchedTogether(resource.base);
  const together = new Set(joined);
  return allOf(
    terms.map((term) =>
      anyOf([
        ...joinedMatches(joined, isOpen, containing(term)),
        ...fields.flatMap(([name, field]) => {
          if (together.has(name)) return [];
          const column = sql`t.${id(name)}`;
          if (field.search === 'exact') return sql`lower(${column}::text) = lower(${term})`;
          return sql`${column}::text ilike ${field.search === 'prefix' ? `${likeLiteral(term)}%` : containing(term)}`;
        }),
        ...(own?.(containing(term), term, ctx) ?? []),
      ]),
    ),
  );
};

const fieldFilters = async (resource: Resource, query: URLSearchParams, ctx: Context): Promise<SQL[]> => {
  const errors: FieldErrors = {};
  const conditions: SQL[] = [];
  const guarded = async (name: string, make: () => SQL | undefined | Promise<SQL | undefined>) => {
    try {
      const condition = await make();
      if (condition) conditions.push(condition);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      errors[name] = error.reason;
    }
  };
  for (const [name, raw] of query) {
    if (raw === '') continue;
    const own = resource.behaviour.filters?.[name];
    const field = resource.fields[name];
    if (own) await guarded(name, () => own(raw, ctx, query));
    else if (field?.filter)
      await guarded(name, () =>
        kindOf(field).filter?.(raw, sql`t.${id(name)}`, { name, field, resource, ctx }),
      );
    else if (name === 'id') conditions.push(sql`t.id = any(${idArray(resource, [raw])})`);
  }
  if (Object.keys(errors).length) throw new ValidationError(errors);
  return conditions;
};

const rangeOf = (resource: Resource): string | undefined =>
  resource.definition.range ?? resource.base.definition.range;

const dateConditions = (resource: Resource, query: URLSearchParams, ctx: Context): SQL[] => {
  const column = rangeOf(resource);
  const field = column && resource.fields[column];
  if (!field) return [];
  const stored = (instant: Date) => kindOf(field).moment?.(instant) ?? instant.toISOString();
  const bound = (name: 'date_from' | 'date_to') => {
    const sent = query.get(name) ?? '';
    const found = parseDatetime(sent, ctx.zone);
    if (sent && !found && resource.definition.exactRange) throw fieldError(name, 'invalid_datetime');
    return found;
  };
  const from = bound('date_from');
  const to = bound('date_to');
  return [
    from && sql`t.${id(column)} >= ${stored(from)}`,
    to && sql`t.${id(column)} <= ${stored(to)}`,
  ].filter((part): part is SQL => !!part);
};

const idConditions = async (resource: Resource, query: URLSearchParams, ctx: Context): Promise<SQL[]> => {
  const conditions: SQL[] = [];
  const only = commaList(query.get('ids'));
  if (only) conditions.push(sql`t.id = any(${idArray(resource, only)})`);
  const not = commaList(query.get('id!'));
  if (not) conditions.push(sql`not t.id = any(${idArray(resource, not)})`);
  const spm = query.get('spm');
  if (spm) {
    const kept = isUuid(spm) ? await ctx.engine.recall(`spm:${spm}`, ctx.db) : undefined;
    conditions.push(sql`t.id = any(${idArray(resource, Array.isArray(kept) ? kept.map(String) : [])})`);
  }
  return conditions;
};

const whole = (value: string | null): number =>
  value !== null && /^\d{1,9}$/.test(value) ? Number(value) : 0;

const generalNarrowing = ['id', 'ids', 'id!', 'spm', 'search', 'labels', '_rel'];

/** Query parameters that can exclude rows. */
const narrowingOf = (resource: Resource, query: URLSearchParams): ReadonlySet<string> => {
  const ranged = rangeOf(resource) !== undefined;
  const narrows = (name: string) =>
    generalNarrowing.includes(name) ||
    (ranged && (name === 'date_from' || name === 'date_to')) ||
    resource.behaviour.filters?.[name] !== undefined ||
    resource.fields[name]?.filter === true;
  return new Set([...query].filter(([name, value]) => value !== '' && narrows(name)).map(([name]) => name));
};

/** The query without what asks about other fields: their filters, labels, times and orders. */
const askingAbout = (resource: Resource, query: URLSearchParams, open: OpenFields): URLSearchParams => {
  const range = rangeOf(resource);
  const asks: Record<string, string | undefined> = { labels: 'labels', date_from: range, date_to: range };
  const isAbout = (name: string) => {
    if (name in asks) return open.includes(asks[name] ?? '');
    const isFilter = resource.behaviour.filters?.[name] !== undefined || resource.fields[name] !== undefined;
    return !isFilter || open.includes(name);
  };
  const kept = new URLSearchParams([...query].filter(([name]) => isAbout(name)));
  const terms = commaList(kept.get('order')) ?? [];
  const order = terms.filter((term) => open.includes(term.replace(/^-/, '')));
  if (order.length > 0) kept.set('order', order.join(','));
  else kept.delete('order');
  return kept;
};

/** Parameters that name the rows themselves: an index finds those whatever the order. */
const namesRows = ['id', 'ids', 'spm'];

/**
 * Parses a list query (protocol reference §6): filters, dates, search, labels, ids, selection token, the way
 * these are combined (`_rel`), order, page, field choice.
 */
export const readQuery = async (
  resource: Resource,
  asked: URLSearchParams,
  ctx: Context,
  open?: OpenFields,
): Promise<ListQuery> => {
  const query = open ? askingAbout(resource, asked, open) : asked;
  const search = query.get('search');
  const labelled = query.get('labels');
  const idParts = await idConditions(resource, query, ctx);
  const dates = dateConditions(resource, query, ctx);
  const requested = [
    ...(await fieldFilters(resource, query, ctx)),
    ...dates,
    ...idParts,
    search ? searchCondition(resource, search, ctx, open) : undefined,
    labelled ? labelsCondition(labelled, resource, ctx) : undefined,
  ].filter((part): part is SQL => part !== undefined);
  const joined =
    query.get('_rel') === 'or' || query.get('_rel') === 'union' ? anyOf(requested) : allOf(requested);
  const condition =
    requested.length === 0 ? sql`true` : query.get('_rel') === 'not' ? sql`not (${joined})` : joined;
  const limit = whole(query.get('limit'));
  const usual = sortOf(resource, query);
  const found = frontOf(resource, query, usual);
  const sort = found ? [{ by: found.start, isDown: true, filled: true }, ...usual] : usual;
  const narrowing = narrowingOf(resource, query);
  const size = query.get('fields_size');
  const range = { column: query.has('_rel') ? undefined : rangeOf(resource), condition: allOf(dates) };
  const walked = walkedRows(resource, sort, range, ctx);
  const yielded = yieldOf(resource, sort, query, narrowing, walked);
  return {
    where: allOf([await scopeOf(resource, ctx), condition]),
    order: orderSql(sort),
    sort,
    walked,
    front: found && { ...found, walked: walkedRows(resource, usual, range, ctx) },
    limit: limit > 0 ? Math.min(limit, mostRows) : undefined,
    offset: whole(query.get('offset')),
    fields: {
      size: size === 'mini' || size === 'small' ? size : undefined,
      only: commaList(query.get('fields')),
      without: commaList(query.get('fields!')),
    },
    narrowed: requested.length > 0,
    byIds: namesRows.some((name) => query.get(name)) && !query.get('_rel'),
    scattered: [...narrowing].some((name) => !namesRows.includes(name)) && yielded !== 'value',
    newest: await newestFirst(resource, range.column, narrowing, ctx),
    groups: yielded === 'value' ? undefined : yielded,
    narrowing,
  };
};

/** Condition over alias `t` for the rows that a list query selects, in the caller's scope. */
export const listCondition = async (resource: Resource, query: URLSearchParams, ctx: Context): Promise<SQL> =>
  (await readQuery(resource, query, ctx)).where;
