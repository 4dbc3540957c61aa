import { ValidationError } from '@gatehouse/contract/errors.ts';
import { collectionOf } from '@gatehouse/contract/resource/defineResource.ts';
import type { GoneValue } from '@gatehouse/contract/wire/savedFilters.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isIdOf } from '../../engine/fields/byName.ts';
import { existing } from '../../engine/fields/related.ts';
import { countRows } from '../../engine/operations/count.ts';
import { can } from '../../engine/permission.ts';
import { readQuery } from '../../engine/query.ts';
import { permissionOf, type Resource } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';

/** Parameters that are looked up, each by a statement of its own: no list has more. */
const mostAsked = 20;

/** Parameters that take any value. */
const free = new Set(['search', 'order', 'date_from', 'date_to']);

/** The resource whose rows a parameter of a list names, such as a node or a platform. */
const targetOf = (name: string, list: Resource, ctx: Context): Resource | undefined => {
  const field = list.fields[name];
  if (field && 'to' in field) return ctx.engine.resource(field.to);
  const model = /^(\w+)_id$/.exec(name)?.[1];
  return [...ctx.engine.resources.values()].find(
    (resource) => resource.base === resource && resource.definition.name === model,
  );
};

const isGoneRow = async (value: string, name: string, target: Resource, ctx: Context): Promise<boolean> => {
  // Callers who may not see the rows must not learn which of them exist.
  if (!can(ctx.actor, permissionOf(target, 'view'))) return false;
  if (isIdOf(target, value)) return (await existing([value], target.key, ctx)).size === 0;
  if (name.endsWith('_id')) return false;
  const { where } = await readQuery(target, new URLSearchParams({ search: value }), ctx);
  return (await countRows(target, where, ctx)) === 0;
};

/** Labels of a list of `name:value` that no longer exist; `*` stands for any value. */
const goneLabels = async (raw: string, ctx: Context): Promise<string[]> => {
  const gone: string[] = [];
  for (const label of raw.split(',').filter((part) => part.includes(':'))) {
    const [name = '', value = ''] = label.split(':');
    const rows = await ctx.db.rows(
      sql`select 1 from ${await visibleRows('labels.label', ctx)} t where t.name = ${name} and (${value} = '*' or t.value = ${value}) limit 1`,
    );
    if (rows.length === 0) gone.push(label);
  }
  return gone;
};

const isRefused = async (name: string, value: string, list: Resource, ctx: Context): Promise<boolean> => {
  try {
    await readQuery(list, new URLSearchParams({ [name]: value }), ctx);
    return false;
  } catch (error) {
    if (error instanceof ValidationError) return true;
    throw error;
  }
};

/** Which values of a list's query no longer exist: choices, related rows and labels. */
export const goneValues = async (
  { place, query }: { place: string; query: string },
  ctx: Context,
): Promise<GoneValue[]> => {
  const list = [...ctx.engine.resources.values()].find(
    ({ definition }) => collectionOf(definition) === `/api/v1/${place}/`,
  );
  if (!list) return [];
  const gone: GoneValue[] = [];
  for (const [name, value] of [...new URLSearchParams(query)].slice(0, mostAsked)) {
    if (free.has(name)) continue;
    if (name === 'labels')
      gone.push(...(await goneLabels(value, ctx)).map((label) => ({ name, value: label })));
    else {
      const target = targetOf(name, list, ctx);
      const isGone = target
        ? await isGoneRow(value, name, target, ctx)
        : await isRefused(name, value, list, ctx);
      if (isGone) gone.push({ name, value });
    }
  }
  return gone;
};
