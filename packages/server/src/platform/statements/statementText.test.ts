import { type SQL, sql } from 'drizzle-orm';
import { PgDialect, pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { statementText } from './statementText.ts';

const table = pgTable('books', { title: text() });
const inner = sql`b.id = ${7} and b.name = ${"it's"}`;

test.each<[string, SQL]>([
  ['plain text', sql`select 1`],
  ['values of every plain type', sql`select ${'a'}, ${1}, ${true}, ${null}, ${10n}`],
  ['names, with quotes', sql`select ${sql.identifier('a "b" c')} from ${sql.identifier('t')}`],
  ['statements within statements, in order', sql`${1} ${inner} ${sql`(${inner})`} ${2}`],
  ['nothing', sql`select 1 ${undefined} ${sql``}`],
  ['raw and joined parts', sql.join([sql.raw('limit 5'), sql`${'x'}`], sql` or `)],
  ['a table and its column', sql`select ${table.title} from ${table} where ${1} = ${2}`],
  ['a list of values', sql`select 1 where 2 in ${[1, 2, 3]}`],
  ['a parameter with its own encoding', sql`select ${sql.param([1, 2])}`],
])('%s is written as by the query builder', (_what, query) => {
  const { sql: written, params } = new PgDialect().sqlToQuery(query);
  expect(statementText(query)).toEqual({ text: written, values: params });
});
