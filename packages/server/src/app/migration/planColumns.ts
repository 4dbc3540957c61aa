import { Refusal } from '../../platform/refusal.ts';

/**
 * A statement left to a later migration, because it must wait until no server of the previous version runs.
 */
export type Later = { of: string; statement: string };

/** What one migration does now, and what it leaves to a later one (docs/decisions/0155). */
export type Plan = { now: string[]; later: Later[] };

/** The parts of a column that matter to migrations. */
export type Column = {
  name: string;
  type: string;
  notNull: boolean;
  primaryKey: boolean;
  default?: unknown;
  generated?: { as: string } | undefined;
};

/**
 * Value for existing rows in a column that is new or becomes required; undefined where no value fits them
 * all.
 */
export type StartingValue = (table: string, column: string) => unknown;

type Columns = Readonly<Record<string, Column>>;

const literal = (value: unknown, type: string): string => {
  const text = type === 'jsonb' ? JSON.stringify(value) : String(value);
  const isBare = (typeof value === 'number' || typeof value === 'boolean') && type !== 'jsonb';
  return isBare ? text : `'${text.replaceAll("'", "''")}'${type === 'jsonb' ? '::jsonb' : ''}`;
};

const same = (column: Column, other: Column) =>
  column.type === other.type &&
  column.primaryKey === other.primaryKey &&
  (column.generated === undefined) === (other.generated === undefined);

/** Plans the changes to the columns of one table. */
export const planColumns = (
  table: string,
  before: Columns,
  after: Columns,
  startingValue: StartingValue,
): Plan => {
  const plan: Plan = { now: [], later: [] };
  const alter = (clause: string) => `ALTER TABLE "${table}" ${clause};`;
  const later = (column: Column, statement: string) =>
    plan.later.push({ of: `${table}.${column.name}`, statement });
  const valueFor = (column: Column): string => {
    const value = startingValue(table, column.name);
    if (value === undefined || value === null)
      throw new Refusal(
        `${table}.${column.name} is required and has no value for the rows that are there. Add it as optional first, fill it, then make it required.`,
      );
    return literal(value, column.type);
  };

  const add = (column: Column) => {
    const start = `ADD COLUMN "${column.name}" ${column.type}`;
    if (column.generated) return alter(`${start} GENERATED ALWAYS AS (${column.generated.as}) STORED`);
    if (column.default !== undefined)
      return alter(`${start} DEFAULT ${column.default}${column.notNull ? ' NOT NULL' : ''}`);
    if (!column.notNull) return alter(start);
    // Servers of the previous version need the default, as they do not know the column.
    later(column, alter(`ALTER COLUMN "${column.name}" DROP DEFAULT`));
    return alter(`${start} DEFAULT ${valueFor(column)} NOT NULL`);
  };

  const change = (old: Column, column: Column): string[] => {
    const name = `"${column.name}"`;
    if (!same(old, column))
      throw new Refusal(
        `${table}.${column.name} would change its type. Write that migration by hand (or add a new field and fill it), then run this with --adopt.`,
      );
    if (column.generated)
      return old.generated?.as === column.generated.as
        ? []
        : [`SELECT gatehouse_regenerate('${table}', '${column.name}', $as$${column.generated.as}$as$);`];
    const statements: string[] = [];
    if (old.default !== column.default)
      statements.push(
        alter(
          `ALTER COLUMN ${name} ${column.default === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${column.default}`}`,
        ),
      );
    if (old.notNull && !column.notNull) statements.push(alter(`ALTER COLUMN ${name} DROP NOT NULL`));
    if (!old.notNull && column.notNull) {
      const fill = `UPDATE "${table}" SET ${name} = ${valueFor(column)} WHERE ${name} IS NULL;`;
      statements.push(fill);
      // Servers of the previous version may still store nulls.
      later(column, fill);
      later(column, alter(`ALTER COLUMN ${name} SET NOT NULL`));
    }
    return statements;
  };

  const all = Object.values(after);
  const added = all.filter(({ name }) => !before[name]);
  plan.now.push(...added.filter((column) => !column.generated).map(add));
  for (const column of Object.values(before)) {
    if (after[column.name]) continue;
    if (column.notNull && column.default === undefined && !column.generated)
      plan.now.push(alter(`ALTER COLUMN "${column.name}" DROP NOT NULL`));
    later(column, alter(`DROP COLUMN "${column.name}"`));
  }
  // Generated columns may use any other column, so they come after the others.
  const kept = all.filter(({ name }) => before[name]);
  for (const column of [
    ...kept.filter((column) => !column.generated),
    ...kept.filter((column) => column.generated),
  ])
    plan.now.push(...change(before[column.name] as Column, column));
  plan.now.push(...added.filter((column) => column.generated).map(add));
  return plan;
};
