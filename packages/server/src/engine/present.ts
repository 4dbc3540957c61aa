import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { ReadPurpose, RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { StandardField } from '@gatehouse/contract/resource/standardFields.ts';
import type { Context } from './context.ts';
import { kindOf, rankOf } from './fields/registry.ts';
import type { Resource, Row, Values } from './resource.ts';

/** Requested fields (`fields`, `fields!`, `fields_size`). */
export type FieldChoice = { size?: 'mini' | 'small'; only?: readonly string[]; without?: readonly string[] };

/** The size that shortens rows of this resource; undefined leaves them whole. */
const sizeFor = ({ definition }: Resource, { size }: FieldChoice): FieldChoice['size'] =>
  size && (definition.sizes ?? ['mini', 'small']).includes(size) ? size : undefined;

/**
 * Names of the readable fields in wire order: id, the others as declared, booleans, datetimes, organization.
 */
export const readableFields = (
  resource: Resource,
  purpose: ReadPurpose,
  choice: FieldChoice,
  ctx: Context,
): string[] => {
  const hidden = new Set(resource.behaviour.hiddenFields?.(ctx) ?? []);
  const size = sizeFor(resource, choice);
  const shown = Object.entries(resource.fields).filter(([name, field]) => {
    if (field.writeOnly || field.hidden || hidden.has(name)) return false;
    if (size === 'small' && resource.definition.small?.includes(name as StandardField)) return true;
    if (size === 'mini' && field.size !== 'mini') return false;
    if (size === 'small' && field.size === undefined) return false;
    return field.on === undefined || field.on === purpose;
  });
  const names = shown.sort(([, a], [, b]) => rankOf(a) - rankOf(b)).map(([name]) => name);
  const all = ['id', ...names.filter((name) => name !== 'id')];
  if (resource.orgScoped)
    all.push(
      ...(['org_id', 'org_name'] as const).filter(
        (name) => !size || (size === 'small' && resource.definition.small?.includes(name)),
      ),
    );
  return all.filter(
    (name) => (!choice.only || choice.only.includes(name)) && !choice.without?.includes(name),
  );
};

/**
 * Rows in wire form: only the named fields, with relations and computed values loaded for all rows at once.
 */
export const presentRows = async <D extends ResourceDefinition>(
  resource: Resource<D>,
  rows: Row<D>[],
  names: readonly string[],
  ctx: Context,
): Promise<RowOf<D>[]> => rowsOnWire(resource, rows, names, ctx) as Promise<RowOf<D>[]>;

const rowsOnWire = async (
  resource: Resource,
  rows: Row[],
  names: readonly string[],
  ctx: Context,
): Promise<Values[]> => {
  const columns = await ctx.db.together(
    names.map((name) => async (): Promise<unknown[]> => {
      if (name === 'id') return rows.map((row) => (resource.idKind === 'integer' ? Number(row.id) : row.id));
      if (resource.orgScoped && name === 'org_id') return rows.map((row) => row.org_id ?? '');
      if (resource.orgScoped && name === 'org_name')
        return rows.map((row) => ctx.engine.organizationName(String(row.org_id)) ?? '');
      const field = resource.fields[name];
      if (!field) return rows.map(() => null);
      const kind = kindOf(field);
      const use = { name, field, resource, ctx };
      const own = resource.behaviour.computed?.[name];
      if (own) return rows.length ? own(rows, ctx) : [];
      if (kind.load) return rows.length ? kind.load(rows, use) : [];
      const stored = rows.map((row) => row[name]);
      const values = kind.fetch ? await kind.fetch(stored, use) : stored;
      return values.map((value) => (kind.present ? kind.present(value, use) : (value ?? null)));
    }),
  );
  return rows.map((_, index) =>
    Object.fromEntries(names.map((name, column) => [name, columns[column]?.[index] ?? null])),
  );
};
