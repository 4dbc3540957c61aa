import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { distances, importsOf, readImporters } from './importers.ts';
import { nearTests } from './nearTests.ts';

test('imports are found by path and through the contract', () => {
  const text = `
import { a } from '../engine/a.ts';
import type { b } from '@gatehouse/contract/wire/b.ts';
import zod from 'zod';
const late = await import('./late.ts');
import './side.css';
export { c } from './c.ts';`;
  expect(importsOf('packages/server/src/flows/x.ts', text)).toEqual([
    'packages/server/src/engine/a.ts',
    'packages/contract/src/wire/b.ts',
    'packages/server/src/flows/late.ts',
    'packages/server/src/flows/side.css',
    'packages/server/src/flows/c.ts',
  ]);
});

test('what a file imports by a pattern of paths counts as well', async () => {
  const root = await mkdtemp(join(tmpdir(), 'near-'));
  await writeFile(
    join(root, 'registry.ts'),
    "export const found = import.meta.glob<Ui>('./*/ui.ts', { eager: true });",
  );
  const importers = await readImporters(root, ['registry.ts', 'text/ui.ts', 'text/other.ts']);
  expect([...importers]).toEqual([['text/ui.ts', ['registry.ts']]]);
  await rm(root, { recursive: true });
});

test('the distance is that of the shortest path, also where imports form a cycle', () => {
  const importers = new Map([
    ['a.ts', ['b.ts', 'c.ts']],
    ['b.ts', ['c.ts', 'd.ts']],
    ['d.ts', ['a.ts']],
  ]);
  expect([...distances(['a.ts'], importers)]).toEqual([
    ['a.ts', 0],
    ['b.ts', 1],
    ['c.ts', 1],
    ['d.ts', 2],
  ]);
});

const files = [
  'packages/contract/src/resources/assets/domain.ts',
  'packages/server/src/x.ts',
  'packages/server/src/x.test.ts',
  'packages/server/src/far.test.ts',
  'packages/server/test/conformance/conformance.test.ts',
  'packages/server/test/conformance/samples.ts',
  'e2e/tests/firstSignIn.test.ts',
  'e2e/tests/faults.test.ts',
];
const near = (changed: string[], distance: [string, number][], budgetSeconds = 100) =>
  nearTests({ changed, files, distance: new Map(distance), secondsOf: () => 10, budgetSeconds });

test('a definition runs the conformance suite, which does not import it', () => {
  expect(near(['packages/contract/src/resources/assets/domain.ts'], [])).toEqual({
    chosen: ['packages/server/test/conformance/conformance.test.ts'],
    leftOut: [],
  });
});

test('a test in the folder of the change precedes tests elsewhere that are fewer imports away', () => {
  const distance: [string, number][] = [
    ['packages/server/test/conformance/conformance.test.ts', 3],
    ['packages/server/src/far.test.ts', 4],
  ];
  expect(near(['packages/server/src/y.ts'], distance, 10).leftOut).toEqual([
    'packages/server/src/far.test.ts',
    'packages/server/test/conformance/conformance.test.ts',
  ]);
});

test('the nearest tests come first, journeys are chosen only by rule, and tests beyond the budget are listed', () => {
  const distance: [string, number][] = [
    ['packages/server/src/far.test.ts', 4],
    ['packages/server/src/x.test.ts', 1],
    ['e2e/tests/faults.test.ts', 5],
  ];
  expect(near(['packages/server/src/x.ts'], distance, 20)).toEqual({
    chosen: ['packages/server/src/x.test.ts', 'e2e/tests/firstSignIn.test.ts'],
    leftOut: ['packages/server/src/far.test.ts'],
  });
});
