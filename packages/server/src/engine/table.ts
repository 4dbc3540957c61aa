import type { FieldSpec, RefField } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  type ExtraConfigColumn,
  type IndexBuilder,
  index,
  type PgColumnBuilderBase,
  type PgTable,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { inReadingOrder } from './columnOrder.ts';
import { isRefs, joinTable } from './fields/refs/refs.ts';
import { hasColumn, kindOf, neverNull } from './fields/registry.ts';
import { sortIndexes } from './orderWalk.ts';
import { type Resource, tableFields } from './resource.ts';
import { searchColumn, searchExpression, searchedTogether } from './searchText.ts';

type Columns = Record<string, PgColumnBuilderBase>;
type Chain = PgColumnBuilderBase & {
  notNull(): Chain;
  references(target: () => AnyPgColumn, options: { onDelete: 'cascade' | 'set null' | 'restrict' }): Chain;
  primaryKey(): Chain;
};
type ColumnMap = Record<string, AnyPgColumn>;
/** What an index is for; one to sort by holds texts in the order of lists. */
type IndexPurpose = 'unique' | 'find' | 'sort';

const onDelete = { cascade: 'cascade', setNull: 'set null', protect: 'restrict' } as const;

/** PostgreSQL limits names to 63 bytes. */
const short = (name: string) => name.slice(0, 63);

const isReferenced = (field: FieldSpec): field is RefField =>
  'to' in field && !('reverse' in field) && hasColumn(field);

/** The id column of a table, which may not exist yet when it is referenced. */
const idOf = (of: Resource, tables: Map<string, PgTable>) => () =>
  (tables.get(of.table) as unknown as ColumnMap).id as AnyPgColumn;

const columnOf = (
  name: string,
  field: FieldSpec,
  tables: Map<string, PgTable>,
  resources: ReadonlyMap<string, Resource>,
) => {
  let column = hasColumn(field) ? (kindOf(field).column?.(field, name) as Chain) : undefined;
  if (!column) return undefined;
  const target = isReferenced(field) && field.onDelete !== undefined ? resources.get(field.to) : undefined;
  if (isReferenced(field) && target) {
    column = column.references(idOf(target, tables), { onDelete: onDelete[field.onDelete ?? 'setNull'] });
  }
  return neverNull(field) ? column.notNull() : column;
};

const indexesOf = (base: Resource, fields: Record<string, FieldSpec>, self: ColumnMap): IndexBuilder[] => {
  const prefix = base.orgScoped ? ['org_id'] : [];
  // Lists put nulls first ascending and last descending, so that one index serves both directions.
  const on = (names: readonly string[], purpose: IndexPurpose) =>
    names
      .map((name) => name.replace(/^-/, ''))
      .filter((name) => self[name] !== undefined)
      .map((name) => {
        const column = self[name] as ExtraConfigColumn;
        const field = fields[name];
        const filled = field === undefined || neverNull(field);
        const sorted =
          purpose === 'sort' && field
            ? (kindOf(field).groups?.by(column, field) ?? kindOf(field).sortedBy?.(column, field))
            : undefined;
        if (sorted) return filled ? sorted : sql`${sorted} nulls first`;
        return filled ? column : column.asc().nullsFirst();
      });
  const made: IndexBuilder[] = [];
  const taken = new Set<string>();
  const add = (names: readonly string[], purpose: IndexPurpose, ending: string) => {
    const isUnique = purpose === 'unique';
    // Lists break ties by id; with the id at its end, the index alone can skip to a deep page.
    const columns = on([...prefix, ...names, ...(isUnique ? [] : ['id'])], purpose);
    if (columns.length <= (isUnique ? 0 : 1)) return;
    const name = short(`${base.table}_${names.map((name) => name.replace(/^-/, '')).join('_')}_${ending}`);
    if (taken.has(name)) return;
    taken.add(name);
    made.push((isUnique ? uniqueIndex(name) : index(name)).on(...(columns as [ExtraConfigColumn])));
  };
  for (const names of base.definition.unique ?? []) add(names, 'unique', 'uq');
  for (const names of base.definition.indexes ?? []) add(names, 'find', 'ix');
  const { order, columns: sorted } = sortIndexes(base);
  if (order) add(order, 'sort', 'ix');
  for (const name of sorted) add([name], 'sort', 'sort');
  for (const name of base.definition.orderedWithin ?? []) add([name, ...(order ?? [])], 'sort', 'ix');
  const together = searchedTogether(base);
  const joint = self[searchColumn];
  if (together.length && joint)
    made.push(index(short(`${base.table}_search_trgm`)).using('gin', sql`${joint} gin_trgm_ops`));
  for (const [name, field] of Object.entries(fields)) {
    const column = self[name];
    if (column && isReferenced(field)) made.push(index(short(`${base.table}_${name}_fk`)).on(column));
    if (column && field.search === 'contains' && !together.includes(name))
      made.push(index(short(`${base.table}_${name}_trgm`)).using('gin', sql`${column} gin_trgm_ops`));
  }
  return made;
};

const mainTable = (
  base: Resource,
  resources: ReadonlyMap<string, Resource>,
  tables: Map<string, PgTable>,
): PgTable => {
  const fields = tableFields(base, resources.values());
  const columns: Columns = {
    id:
      base.idKind === 'uuid'
        ? uuid().primaryKey().default(sql`gen_random_uuid()`)
        : bigserial({ mode: 'number' }).primaryKey(),
  };
  if (base.orgScoped) columns.org_id = uuid().notNull();
  for (const [name, field] of Object.entries(fields)) {
    const column = columnOf(name, field, tables, resources);
    if (column) columns[name] = column;
  }
  const together = searchedTogether(base);
  if (together.length)
    columns[searchColumn] = text().generatedAlwaysAs(searchExpression(together)) as PgColumnBuilderBase;
  return pgTable(base.table, inReadingOrder(columns), (self) =>
    indexesOf(base, fields, self as unknown as ColumnMap),
  ) as unknown as PgTable;
};

const joinTables = (base: Resource, resources: ReadonlyMap<string, Resource>, tables: Map<string, PgTable>) =>
  Object.entries(tableFields(base, resources.values())).flatMap(([name, field]) => {
    if (!isRefs(field) || field.virtual || field.inverse || field.reverse) return [];
    const target = resources.get(field.to)?.base;
    if (!target) return [];
    const same = target === base;
    const [mine, theirs] = same
      ? [`from_${base.definition.name}`, `to_${base.definition.name}`]
      : [base.definition.name, target.definition.name];
    const side = (of: Resource) => {
      const column = (of.idKind === 'uuid' ? uuid() : bigint({ mode: 'number' })).notNull();
      return column.references(idOf(of, tables), { onDelete: 'cascade' });
    };
    const table = joinTable(base, name);
    const columns: Columns = {
      id: bigserial({ mode: 'number' }).primaryKey(),
      [mine]: side(base),
      [theirs]: side(target),
    };
    const built = pgTable(table, columns, (self) => {
      const { [mine]: near, [theirs]: far } = self as unknown as ColumnMap;
      if (!near || !far) return [];
      // Both are complete, so that links are read from either side without their table.
      const reverse = index(short(`${table}_${theirs}_ix`)).on(far, near);
      return [uniqueIndex(short(`${table}_uq`)).on(near, far), reverse];
    });
    return [[table, built as unknown as PgTable] as const];
  });

/** Every table and join table of the definitions, by name; the input of migrations. */
export const tablesOf = (resources: ReadonlyMap<string, Resource>): Map<string, PgTable> => {
  const tables = new Map<string, PgTable>();
  for (const resource of resources.values())
    if (resource.base === resource) tables.set(resource.table, mainTable(resource, resources, tables));
  for (const resource of resources.values())
    if (resource.base === resource)
      for (const [name, table] of joinTables(resource, resources, tables)) tables.set(name, table);
  return tables;
};
