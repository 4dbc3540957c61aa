import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { functionAround, readCalls } from './calls.ts';
import { ownSource } from './fileCalls.ts';

test('a place belongs to the innermost function with a name', () => {
  const text =
    'const a = 1; const b = () => [2].map((c) => c + 3); const d = { e: () => 4 }; function f() { return 5; }';
  const around = (part: string) => functionAround('a.ts', text, text.indexOf(part));
  expect(['1', '3', '4', '5'].map(around)).toEqual([undefined, 'b', 'e', 'f']);
});

test('tests are found by the function they called', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-calls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const calls = { 'packages/a/src/b.ts': ['c'] };
  for (const name of ['x', 'y'])
    await writeFile(join(folder, `${name}.json`), JSON.stringify({ test: `${name}.test.ts`, calls }));
  const callersOf = await readCalls(folder);
  expect([...callersOf('packages/a/src/b.ts', 'c')]).toEqual(['x.test.ts', 'y.test.ts']);
  expect([...callersOf('packages/a/src/b.ts', 'd')]).toEqual([]);
});

test('only sources of the product are kept, whatever the way they were loaded', () => {
  expect(ownSource('file:///copy/packages/a/src/b.tsx?v=1')).toBe('packages/a/src/b.tsx');
  expect(ownSource('/copy/node_modules/c/src/d.ts')).toBeUndefined();
});
