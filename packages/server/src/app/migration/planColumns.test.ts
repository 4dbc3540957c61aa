import { expect, test } from 'vitest';
import { Refusal } from '../../platform/refusal.ts';
import { type Column, planColumns } from './planColumns.ts';

const columns = (...all: (Partial<Column> & { name: string })[]) =>
  Object.fromEntries(
    all.map((column) => [column.name, { type: 'text', notNull: false, primaryKey: false, ...column }]),
  );
const plan = (before: ReturnType<typeof columns>, after: ReturnType<typeof columns>, value?: unknown) =>
  planColumns('paint', before, after, () => value);
const table = 'ALTER TABLE "paint"';
const upper = { as: 'upper(shade)' };

test('optional columns, columns with a default and generated columns are added at once', () => {
  const after = columns(
    { name: 'upper', notNull: true, generated: upper },
    { name: 'shade' },
    { name: 'size', type: 'bigint', default: 1 },
    { name: 'made', default: 'now()', notNull: true },
  );
  expect(plan({}, after)).toEqual({
    now: [
      `${table} ADD COLUMN "shade" text;`,
      `${table} ADD COLUMN "size" bigint DEFAULT 1;`,
      `${table} ADD COLUMN "made" text DEFAULT now() NOT NULL;`,
      `${table} ADD COLUMN "upper" text GENERATED ALWAYS AS (upper(shade)) STORED;`,
    ],
    later: [],
  });
});

test.each([
  ["maker's", 'text', "'maker''s'"],
  [7, 'bigint', '7'],
  [false, 'boolean', 'false'],
  [{ a: "it's" }, 'jsonb', `'{"a":"it''s"}'::jsonb`],
  [7, 'jsonb', "'7'::jsonb"],
  [true, 'jsonb', "'true'::jsonb"],
  ['a', 'jsonb', `'"a"'::jsonb`],
])('a required column filled with %j as %s gets the default %s', (value, type, literal) => {
  expect(plan({}, columns({ name: 'shade', type, notNull: true }), value)).toEqual({
    now: [`${table} ADD COLUMN "shade" ${type} DEFAULT ${literal} NOT NULL;`],
    later: [{ of: 'paint.shade', statement: `${table} ALTER COLUMN "shade" DROP DEFAULT;` }],
  });
});

test('a required column without a value for existing rows is refused', () => {
  for (const value of [undefined, null]) {
    const work = () => plan({}, columns({ name: 'shade', notNull: true }), value);
    expect(work).toThrow(Refusal);
    expect(work).toThrow('paint.shade is required and has no value for the rows that are there.');
  }
});

test('changing the type, the primary key or the generation of a column is refused', () => {
  const before = columns({ name: 'shade' });
  for (const over of [{ type: 'bigint' }, { primaryKey: true }, { generated: upper }])
    expect(() => plan(before, columns({ name: 'shade', ...over }))).toThrow(
      'paint.shade would change its type.',
    );
  expect(plan(before, before)).toEqual({ now: [], later: [] });
});

test('the default of a column can be added, changed and removed', () => {
  const alter = (clause: string) => ({ now: [`${table} ALTER COLUMN "shade" ${clause};`], later: [] });
  const [none, one, two] = [undefined, 1, 2].map((value) => columns({ name: 'shade', default: value }));
  expect(plan(none!, one!)).toEqual(alter('SET DEFAULT 1'));
  expect(plan(one!, two!)).toEqual(alter('SET DEFAULT 2'));
  expect(plan(one!, none!)).toEqual(alter('DROP DEFAULT'));
});

test('a column becomes optional at once, but required only after the previous version is gone', () => {
  const [optional, required] = [columns({ name: 'shade' }), columns({ name: 'shade', notNull: true })];
  expect(plan(required, optional)).toEqual({
    now: [`${table} ALTER COLUMN "shade" DROP NOT NULL;`],
    later: [],
  });
  const fill = `UPDATE "paint" SET "shade" = 'red' WHERE "shade" IS NULL;`;
  expect(plan(optional, required, 'red')).toEqual({
    now: [fill],
    later: [
      { of: 'paint.shade', statement: fill },
      { of: 'paint.shade', statement: `${table} ALTER COLUMN "shade" SET NOT NULL;` },
    ],
  });
  expect(plan(required, required)).toEqual({ now: [], later: [] });
});

test('a removed column is dropped later and is optional until then', () => {
  const drop = { of: 'paint.shade', statement: `${table} DROP COLUMN "shade";` };
  const removed = (over: Partial<Column>) => plan(columns({ name: 'shade', ...over }), {});
  expect(removed({ notNull: true })).toEqual({
    now: [`${table} ALTER COLUMN "shade" DROP NOT NULL;`],
    later: [drop],
  });
  for (const over of [{}, { notNull: true, default: 1 }, { notNull: true, generated: upper }])
    expect(removed(over)).toEqual({ now: [], later: [drop] });
});

test('a generated column is regenerated when its expression changes, after the columns it uses', () => {
  const before = columns({ name: 'upper', generated: upper, default: 1 }, { name: 'shade' });
  expect(plan(before, columns({ name: 'upper', generated: upper, default: 2 }, { name: 'shade' }))).toEqual({
    now: [],
    later: [],
  });
  const after = columns({ name: 'upper', generated: { as: 'lower(shade)' } }, { name: 'shade', default: 3 });
  expect(plan(before, after).now).toEqual([
    `${table} ALTER COLUMN "shade" SET DEFAULT 3;`,
    `SELECT gatehouse_regenerate('paint', 'upper', $as$lower(shade)$as$);`,
  ]);
});
