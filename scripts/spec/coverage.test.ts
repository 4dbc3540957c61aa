import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project } from '../run.ts';
import { marksOf, type Statement, summaryOf, wronglyWithoutPage } from './coverage.ts';
import { withoutPage } from './withoutPage.ts';

const statements: Statement[] = ['A-1-001', 'A-1-002', 'A-1-003', 'A-1-004', 'A-1-005', 'A-1-006'].map(
  (id) => ({
    id,
    area: 'shell',
    statement: id,
  }),
);
const engine = '/x/packages/console/src/engine/form/rules/rules.test.ts';
const page = '/x/packages/console/src/areas/users/users.test.tsx';
const result = (title: string, file: string, status = 'passed') => ({ title, file, status });
const results = [
  result('A-1-001 A-1-002 of the engine', engine),
  result('A-1-002 on a page', page),
  result('A-1-003 of the engine', '/x/packages/console/gallery/gallery.test.tsx'),
  result('A-1-004 on a page', page, 'failed'),
  result('A-1-004 on another page', page),
  result('A-1-005 skipped', page, 'skipped'),
];

test('a statement is proven in the product, in the engine, or in a part of the engine without a page', () => {
  expect([...marksOf(statements, results, { 'A-1-003': 'waits' })]).toEqual([
    ['A-1-001', 'engine'],
    ['A-1-002', 'product'],
    ['A-1-003', 'no page'],
    ['A-1-004', 'FAILED'],
    ['A-1-005', 'missing'],
    ['A-1-006', 'missing'],
  ]);
});

test('the summary counts each kind', () => {
  expect(summaryOf(['product', 'product', 'engine', 'no page', 'FAILED', 'missing'])).toBe(
    '4 of 6 statements have a passing test: 2 in the product, 1 in the engine that its pages share, 1 in the engine with no page yet',
  );
});

test('an entry without a page that a page proves, or that is no statement, is wrong', () => {
  const listed = { 'A-1-001': '', 'A-1-002': '', 'A-1-004': '', 'A-9-999': '' };
  expect(wronglyWithoutPage(statements, results, listed)).toEqual(['A-1-002', 'A-1-004', 'A-9-999']);
});

test('every statement listed without a page exists', async () => {
  const table = await readFile(join(project, 'docs/requirements.tsv'), 'utf8');
  for (const id of Object.keys(withoutPage)) expect(table).toContain(`\n${id}\t`);
});
