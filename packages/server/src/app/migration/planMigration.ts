import { generateMigration } from 'drizzle-kit/api';
import { Refusal } from '../../platform/refusal.ts';
import { type Column, type Later, type Plan, planColumns, type StartingValue } from './planColumns.ts';

type Named = { readonly [name: string]: unknown };
type Index = { isUnique: boolean; columns: readonly { expression: string }[] };
type Table = {
  name: string;
  columns: Readonly<Record<string, Column>>;
  indexes: Readonly<Record<string, Index>>;
  foreignKeys: Named;
  uniqueConstraints: Named;
  compositePrimaryKeys: Named;
  checkConstraints: Named;
};
/** A schema as data in drizzle-kit's form, limited to what migrations use. */
export type Schema = { id: string; tables: Readonly<Record<string, Table>> };

const quoted = (name: string) => `"${name}"`;

/** Names of entries in `some` that `others` lacks or has differently. */
const differing = (some: Named, others: Named): string[] =>
  Object.keys(some).filter((name) => JSON.stringify(some[name]) !== JSON.stringify(others[name]));

const constraintParts = [
  'foreignKeys',
  'uniqueConstraints',
  'compositePrimaryKeys',
  'checkConstraints',
] as const;

/**
 * Statements that drop removed or changed indexes and constraints (of a removed table, only foreign keys);
 * changed ones are recreated at the end.
 */
const drops = (before: Table, after: Table | undefined): string[] => [
  ...differing(before.indexes, after?.indexes ?? before.indexes).map((name) => `DROP INDEX ${quoted(name)};`),
  ...constraintParts
    .filter((part) => after !== undefined || part === 'foreignKeys')
    .flatMap((part) => differing(before[part], after?.[part] ?? {}))
    .map((name) => `ALTER TABLE ${quoted(before.name)} DROP CONSTRAINT ${quoted(name)};`),
];

/** Entries in `some` that `others` has unchanged. */
const shared = (some: Named, others: Named): Named =>
  Object.fromEntries(
    Object.entries(some).filter(([name]) => differing(some, others).includes(name) === false),
  );

/**
 * Two schemas on the way to the current one: `tables` lacks new tables, and the new and changed indexes and
 * constraints of existing tables; `constraints` lacks only the latter.
 */
const stageBefore = (previous: Schema, current: Schema): { tables: Schema; constraints: Schema } => {
  const kept = Object.entries(current.tables).filter(([key]) => key in previous.tables);
  const bare = kept.map(([key, table]) => {
    const before = previous.tables[key] as Table;
    const parts = ['indexes', ...constraintParts] as const;
    const reduced = parts.map((part) => [part, shared(table[part], before[part])]);
    return [key, { ...table, ...Object.fromEntries(reduced) }];
  });
  const added = Object.entries(current.tables).filter(([key]) => !(key in previous.tables));
  return {
    tables: { ...current, tables: Object.fromEntries(bare) },
    constraints: { ...current, tables: Object.fromEntries([...bare, ...added]) },
  };
};

type DrizzleSchema = Parameters<typeof generateMigration>[0];

/** Used for additions only: for removals, drizzle-kit would ask on the terminal about renames. */
const statements = (before: Schema, after: Schema): Promise<string[]> =>
  generateMigration(before as unknown as DrizzleSchema, after as unknown as DrizzleSchema);

/**
 * Refuses a unique index whose columns, besides the organization, are all new and required: all existing rows
 * would get the same values.
 */
const refuseEqualRows = (previous: Schema, current: Schema): void => {
  for (const [key, table] of Object.entries(current.tables)) {
    const before = previous.tables[key];
    if (!before) continue;
    for (const name of differing(table.indexes, before.indexes)) {
      const index = table.indexes[name];
      const plain = index?.columns.filter(({ expression }) => {
        const column = table.columns[expression];
        const isEqual = column?.notNull && !(expression in before.columns);
        return expression !== 'org_id' && !isEqual;
      });
      if (index?.isUnique && plain?.length === 0)
        throw new Refusal(
          `${name} would be unique over columns that have one value in all existing rows. Add the field as optional, fill it, then make it required and unique.`,
        );
    }
  }
};

/**
 * Plans the way from one schema to another so that servers of the previous version keep working on the
 * result: what they need stays until a later migration, and required columns that they do not know get a
 * default.
 */
export const planMigration = async (
  previous: Schema,
  current: Schema,
  startingValue: StartingValue,
): Promise<Plan> => {
  refuseEqualRows(previous, current);
  const stage = stageBefore(previous, current);
  const plan: Plan = { now: [], later: [] };
  for (const [key, table] of Object.entries(previous.tables))
    plan.now.push(...drops(table, current.tables[key]));
  plan.now.push(...(await statements(stage.tables, stage.constraints)));
  for (const [key, table] of Object.entries(previous.tables)) {
    const after = current.tables[key];
    if (after) {
      const columns = planColumns(table.name, table.columns, after.columns, startingValue);
      plan.now.push(...columns.now);
      plan.later.push(...columns.later);
    } else plan.later.push({ of: table.name, statement: `DROP TABLE ${quoted(table.name)};` });
  }
  plan.now.push(...(await statements(stage.constraints, current)));
  return plan;
};

/** Refuses to change a column or table that an earlier migration has not finished changing. */
export const refuseUnfinished = (waiting: readonly Later[], current: Schema, plan: Plan): void => {
  const columns = Object.values(current.tables).flatMap((table) =>
    Object.keys(table.columns).map((column) => `${table.name}.${column}`),
  );
  const there = new Set([...columns, ...Object.values(current.tables).map(({ name }) => name)]);
  const twice = waiting.find(
    ({ of, statement }) =>
      plan.later.some((later) => later.of === of) ||
      (/ DROP COLUMN |^DROP TABLE /.test(statement) && there.has(of)),
  );
  if (twice)
    throw new Refusal(
      `${twice.of} still has a step to come from an earlier change: run with --contract first.`,
    );
};
