import { fieldError } from '@gatehouse/contract/errors.ts';
import type { FieldSpec, RefsField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, sql } from 'drizzle-orm';
import { id, isUuid, missingReference } from '../../../platform/database.ts';
import type { Context } from '../../context.ts';
import { type Resource, type Row, textsIn } from '../../resource.ts';
import { idByName, prefetchNames } from '../byName.ts';
import { listIn, relatedIn } from '../cellText.ts';
import { Refused, refuse, type ServerField, type Use } from '../kind.ts';
import {
  existing,
  idArray,
  idOf,
  presentRelated,
  referable,
  relatedColumns,
  relatedMeta,
  relatedText,
  variantCondition,
} from '../related.ts';
import { linkRule } from '../ruleSql.ts';

/** Maximum number of related rows a field takes in one request; a field may declare a lower limit. */
const mostRelated = 10_000;

/** Where a relation to many rows is stored, seen from one side. */
export type Link = { table: string; mine: string; theirs: string } | { reverse: string; table: string };

/** Name of the join table a `refs` field owns. */
export const joinTable = (owner: Resource, fieldName: string): string => `${owner.table}_${fieldName}`;

const columnsOf = (owner: Resource, target: Resource): [string, string] =>
  owner.base === target.base
    ? [`from_${owner.base.definition.name}`, `to_${target.base.definition.name}`]
    : [owner.base.definition.name, target.base.definition.name];

/** Whether a field relates a row to many rows. */
export const isRefs = (field: FieldSpec | undefined): field is RefsField => field?.kind === 'refs';

/** A `refs` field of a resource by name. */
export const refsField = (resource: Resource, name: string): RefsField => {
  const field = resource.fields[name];
  if (!isRefs(field)) throw new Error(`${resource.key}.${name} relates to no rows`);
  return field;
};

/** Finds the storage of a `refs` field: own join table, the other side's, or a column of the target. */
export const linkOf = (
  resource: Resource,
  fieldName: string,
  field: RefsField,
  ctx: Pick<Context, 'engine'>,
): Link => {
  const target = ctx.engine.resource(field.to);
  if (field.reverse) return { reverse: field.reverse, table: target.table };
  const [owner, other, ownerField] = field.inverse
    ? [target.base, resource.base, field.inverse]
    : [resource.base, target.base, fieldName];
  const [ownerColumn, otherColumn] = columnsOf(owner, other);
  const [mine, theirs] = field.inverse ? [otherColumn, ownerColumn] : [ownerColumn, otherColumn];
  return { table: joinTable(owner, ownerField), mine, theirs };
};

/**
 * Condition for the rows of the target that a field can relate to: visible ones, without the variant reserved
 * for another field.
 */
const eligible = async (use: Use<RefsField>): Promise<SQL> => {
  const { field, ctx } = use;
  const visible = await referable(ctx.engine.resource(field.to), ctx);
  if (!field.except) return visible;
  const other = ctx.engine.resource(field.except);
  return sql`${visible} and not (${variantCondition(other, ctx) ?? sql`false`})`;
};

/** The related rows of many rows, in a stable order, each with the row it belongs to. */
const linkedRows = async (
  rows: { id: string }[],
  use: Use<RefsField>,
): Promise<(Row & { linked_from: string })[]> => {
  const { resource, name, field, ctx } = use;
  const link = linkOf(resource, name, field, ctx);
  const target = ctx.engine.resource(field.to);
  const ids = idArray(
    resource,
    rows.map((row) => String(row.id)),
  );
  const visible = await eligible(use);
  const columns = relatedColumns(target, field.attrs, ctx);
  if ('reverse' in link)
    return ctx.db.rows(sql`select t.${id(link.reverse)}::text as linked_from, ${columns} from ${id(link.table)} t
      where t.${id(link.reverse)} = any(${ids}) and ${visible} order by t.${id(target.definition.label)}, t.id`);
  return ctx.db.rows(sql`select j.${id(link.mine)}::text as linked_from, ${columns} from ${id(link.table)} j
    join ${id(target.table)} t on t.id = j.${id(link.theirs)} where j.${id(link.mine)} = any(${ids}) and ${visible} order by j.id`);
};

const load = async (rows: Row[], use: Use<RefsField>): Promise<unknown[]> => {
  const links = await linkedRows(rows, use);
  const unique = new Map(links.map(({ linked_from: _, ...row }) => [String(row.id), row as Row]));
  const target = use.ctx.engine.resource(use.field.to);
  const related = await presentRelated([...unique.values()], target, use.field.attrs, use.ctx);
  const byRow = Map.groupBy(links, (link) => link.linked_from);
  return rows.map((row) =>
    (byRow.get(String(row.id)) ?? []).flatMap((link) => related.get(String(link.id)) ?? []),
  );
};

const saveJoin = async (
  rows: { id: string; value: unknown }[],
  link: Extract<Link, { mine: string }>,
  use: Use<RefsField>,
) => {
  const pairs = rows.flatMap((row) => textsIn(row.value).map((theirs) => ({ mine: row.id, theirs })));
  const target = use.ctx.engine.resource(use.field.to);
  await use.ctx.db.rows(sql`delete from ${id(link.table)} j where j.${id(link.mine)} = any(${idArray(
    use.resource,
    rows.map((row) => row.id),
  )})
    and not exists (select 1 from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(mine text, theirs text)
      where p.mine = j.${id(link.mine)}::text and p.theirs = j.${id(link.theirs)}::text)`);
  const castMine = use.resource.idKind === 'uuid' ? sql`uuid` : sql`bigint`;
  const castTheirs = target.idKind === 'uuid' ? sql`uuid` : sql`bigint`;
  const insert = sql`insert into ${id(link.table)} (${id(link.mine)}, ${id(link.theirs)})
    select p.mine::${castMine}, p.theirs::${castTheirs} from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as p(mine text, theirs text)
    on conflict do nothing`;
  await use.ctx.db.rows(insert).catch((error: unknown) => {
    const missing = missingReference(error);
    throw missing ? fieldError(use.name, 'does_not_exist', { pk: missing.value }) : error;
  });
};

const saveReverse = async (
  rows: { id: string; value: unknown }[],
  link: { reverse: string; table: string },
  use: Use<RefsField>,
) => {
  const target = use.ctx.engine.resource(use.field.to);
  const visible = await eligible(use);
  for (const row of rows) {
    const ids = idArray(target, textsIn(row.value));
    const left = await use.ctx.db.rows(
      sql`update ${id(link.table)} t set ${id(link.reverse)} = null where t.${id(link.reverse)} = ${row.id} and not t.id = any(${ids}) and ${visible} returning 1`,
    );
    const joined = await use.ctx.db.rows(
      sql`update ${id(link.table)} t set ${id(link.reverse)} = ${row.id} where t.id = any(${ids}) and t.${id(link.reverse)} is distinct from ${row.id} and ${visible} returning 1`,
    );
    if (left.length + joined.length > 0) use.ctx.undo?.refuse();
  }
};

/** The values; where the field drops unknown ids, without those of rows that the caller cannot refer to. */
const kept = async (values: unknown[], { name, field, ctx }: Use<RefsField>): Promise<unknown[]> => {
  // A list above the field's own limit is refused before its values are looked up here.
  if (field.maxItems && values.length > field.maxItems)
    throw fieldError(name, 'max_items', { max: field.maxItems });
  if (!field.dropsUnknown) return values;
  const known = await existing(values.map(idOf), field.to, ctx);
  return values.filter((value) => {
    const given = idOf(value);
    return given === undefined || known.has(given);
  });
};

/**
 * Many related rows. Accepts a list of ids, `{id}`, `{pk}` or `{name}`, mixed; the list replaces the stored
 * one.
 */
export const refs: ServerField<RefsField> = {
  prefetch: async (values, use) => {
    // A list above the general limit is not looked up: `parse` refuses it.
    const items = values.flatMap((value) =>
      Array.isArray(value) && value.length <= mostRelated ? value : [],
    );
    await prefetchNames(items, use.field.to, use.ctx);
    await existing(items.map(idOf), use.field.to, use.ctx);
  },
  parse: async (value, use) => {
    if (value === null) return use.field.required ? refuse('null') : [];
    if (!Array.isArray(value)) return refuse('not_a_list');
    if (value.length > mostRelated) return refuse('max_items', { max: mostRelated });
    const ids: string[] = [];
    for (const item of await kept(value, use))
      ids.push(
        (await idByName(item, use.field.to, use.ctx)) ??
          idOf(item) ??
          refuse('incorrect_type', { type: typeof item }),
      );
    const known = await existing(ids, use.field.to, use.ctx);
    const missing = ids.find((id) => !known.has(id));
    if (missing !== undefined) return refuse('does_not_exist', { pk: missing.slice(0, 64) });
    return use.field.required && ids.length === 0
      ? refuse('empty_list')
      : [...new Set(ids.map((id) => id.toLowerCase()))];
  },
  load,
  identity: (wire) => (Array.isArray(wire) ? wire.map(idOf).sort() : wire),
  save: async (rows, use) => {
    const link = linkOf(use.resource, use.name, use.field, use.ctx);
    return 'reverse' in link ? saveReverse(rows, link, use) : saveJoin(rows, link, use);
  },
  meta: (field, use) => ({ type: 'm2m_related_field', ...relatedMeta(field, use) }),
  filter: (raw, _column, use): SQL => {
    const target = use.ctx.engine.resource(use.field.to);
    if (target.idKind === 'uuid' ? !isUuid(raw) : !/^\d{1,15}$/.test(raw))
      throw new Refused([{ key: 'invalid_uuid' }]);
    const link = linkOf(use.resource, use.name, use.field, use.ctx);
    return 'reverse' in link
      ? sql`exists (select 1 from ${id(link.table)} o where o.${id(link.reverse)} = t.id and o.id = ${raw})`
      : sql`exists (select 1 from ${id(link.table)} j where j.${id(link.mine)} = t.id and j.${id(link.theirs)} = ${raw})`;
  },
  rule: (rule, _column, use) => {
    const target = use.ctx.engine.resource(use.field.to);
    const link = linkOf(use.resource, use.name, use.field, use.ctx);
    const isId = (text: string) => (target.idKind === 'uuid' ? isUuid(text) : /^\d{1,15}$/.test(text));
    const cast = target.idKind === 'uuid' ? sql`uuid` : sql`bigint`;
    return linkRule(rule, isId, (one) =>
      'reverse' in link
        ? sql`t.id in (select o.${id(link.reverse)} from ${id(link.table)} o where o.id = ${one}::${cast})`
        : sql`t.id in (select j.${id(link.mine)} from ${id(link.table)} j where j.${id(link.theirs)} = ${one}::${cast})`,
    );
  },
  toCell: (wire) => JSON.stringify(Array.isArray(wire) ? wire.map((item) => relatedText(item)) : []),
  fromCell: (cell, { field, ctx }) =>
    listIn(cell).map((name) => relatedIn(name, ctx.engine.resource(field.to))),
  diff: (wire) => (Array.isArray(wire) ? wire.map((item) => relatedText(item, 'name')).join(', ') : ''),
  orderable: false,
};
