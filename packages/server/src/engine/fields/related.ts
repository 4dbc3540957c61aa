import type { RefField, RefsField } from '@gatehouse/contract/resource/fields.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, id, isUuid } from '../../platform/database.ts';
import { type Context, once } from '../context.ts';
import { inOrganization } from '../organizationScope.ts';
import { isValues, nameOf, type Resource, type Row, type Values, valuesIn } from '../resource.ts';
import type { Use } from './kind.ts';

/** Id from any accepted form; undefined for other types, including booleans. */
export const idOf = (value: unknown): string | undefined => {
  const inner = isValues(value) ? (value.id ?? value.pk) : value;
  return typeof inner === 'string' || typeof inner === 'number' ? String(inner).trim() : undefined;
};

/** Ids as one array parameter of the right type for a resource; ids of another form are left out. */
export const idArray = (resource: Resource, ids: readonly string[]): SQL => {
  const fitting = ids.filter((id) => (resource.idKind === 'uuid' ? isUuid(id) : /^\d{1,15}$/.test(id)));
  return resource.idKind === 'uuid'
    ? sql`${`{${fitting.join(',')}}`}::uuid[]`
    : sql`${`{${fitting.join(',')}}`}::bigint[]`;
};

/** Condition that limits rows to a variant's: its declared `where`, over alias `t`. */
export const variantCondition = (resource: Resource, ctx: Pick<Context, 'engine'>): SQL | undefined => {
  const parts = Object.entries(resource.definition.where ?? {}).map(([path, value]) => {
    const [name = '', inner] = path.split('.');
    if (!inner) return sql`t.${id(name)} = ${value}`;
    const field = resource.fields[name];
    if (!field || !('to' in field)) throw new Error(`${resource.key}.${name} refers to no rows`);
    const target = ctx.engine.resource(field.to);
    return sql`t.${id(name)} in (select v.id from ${id(target.table)} v where v.${id(inner)} = ${value})`;
  });
  return parts.length ? allOf(parts) : undefined;
};

/** Condition for the rows the caller may see at all: organization, variant, and the resource's own rule. */
export const referable = async (resource: Resource, ctx: Context): Promise<SQL> =>
  allOf([
    resource.orgScoped ? inOrganization(sql`t.org_id`, ctx) : undefined,
    variantCondition(resource, ctx),
    await resource.behaviour.visibleTo?.(ctx),
  ]);

/** Which of the ids exist and may be referred to; cached for the request. */
export const existing = async (
  ids: (string | undefined)[],
  to: string,
  ctx: Context,
): Promise<Set<string>> => {
  const memo = once(ctx, `exists:${to}`, () => new Map<string, boolean>());
  const unknown = [...new Set(ids)].filter((id): id is string => id !== undefined && !memo.has(id));
  if (unknown.length) {
    const resource = ctx.engine.resource(to);
    const rows = await ctx.db.rows<{ id: string }>(
      sql`select t.id::text as id from ${id(resource.table)} t where t.id = any(${idArray(resource, unknown)}) and ${await referable(resource, ctx)}`,
    );
    const found = new Set(rows.map((row) => row.id));
    for (const one of unknown) memo.set(one, found.has(one.toLowerCase()));
  }
  return new Set(ids.filter((id): id is string => id !== undefined && memo.get(id) === true));
};

/** Attributes to send of a related row; the label when the field names none. */
const attributes = (resource: Resource, attrs: readonly string[] | undefined): string[] =>
  (attrs ?? [resource.definition.label]).filter(
    (attr) =>
      attr !== 'id' &&
      (attr === 'display_name' || (attr in resource.fields && !resource.fields[attr]?.hidden)),
  );

/** Related rows by id, each `{id, ...attrs}`; choices and references inside are in wire form. */
export const relatedRows = async (
  ids: unknown[],
  to: string,
  attrs: readonly string[] | undefined,
  ctx: Context,
): Promise<Map<string, Values>> => {
  const unique = [...new Set(ids.filter((id) => id !== null && id !== undefined).map(String))];
  if (!unique.length) return new Map();
  const resource = ctx.engine.resource(to);
  const columns = relatedColumns(resource, attrs, ctx);
  const rows = await ctx.db.rows<Row>(
    sql`select ${columns} from ${id(resource.table)} t where t.id = any(${idArray(resource, unique)})`,
  );
  return presentRelated(rows, resource, attrs, ctx);
};

/** Columns of alias `t` that are read of related rows. */
export const relatedColumns = (
  resource: Resource,
  attrs: readonly string[] | undefined,
  ctx: Context,
): SQL => {
  const names = attributes(resource, attrs);
  // A display name may be made from any column.
  const isWhole = names.includes('display_name');
  return (isWhole ? undefined : ctx.engine.columnsFor(resource, names)) ?? sql`t.*`;
};

/** Related rows by id, in wire form. */
export const presentRelated = async (
  rows: Row[],
  resource: Resource,
  attrs: readonly string[] | undefined,
  ctx: Context,
): Promise<Map<string, Values>> => {
  const names = attributes(resource, attrs);
  const own = names.filter((name) => name in resource.fields);
  const wire = await ctx.engine.present(resource, rows, own, ctx);
  return new Map(
    rows.map((row, index) => [
      String(row.id),
      {
        id: resource.idKind === 'integer' ? Number(row.id) : row.id,
        ...wire[index],
        ...(names.includes('display_name') && !own.includes('display_name')
          ? { display_name: nameOf(resource, row) }
          : {}),
      },
    ]),
  );
};

/** `name(id)`, or the name alone; the form of related rows in files and diffs. */
export const relatedText = (wire: unknown, form: 'name' | 'name(id)' = 'name(id)'): string => {
  if (typeof wire !== 'object' || wire === null)
    return wire === null || wire === undefined ? '' : String(wire);
  const row = valuesIn(wire);
  const name = row.display_name ?? row.name ?? row.username ?? row.address ?? row.id;
  return form === 'name' ? String(name) : `${String(name)}(${String(row.id)})`;
};

/** Metadata that tells the console where to find rows to choose from. */
export const relatedMeta = (field: RefField | RefsField, use: Use) => {
  const target = use.ctx.engine.resources.get(field.to);
  if (!target) return {};
  return {
    related: {
      url: `/api/v1/${target.definition.app}/${target.definition.path}/`,
      attrs: ['id', ...(field.attrs ?? [target.definition.label])],
    },
  };
};
