import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { linesOfDiff } from './changedLines.ts';
import { openCompiler } from './compiling.ts';
import { mutantsOf, withMutant } from './mutants.ts';
import { sample } from './sample.ts';

const faults = (text: string, ...lines: number[]) =>
  mutantsOf('a.tsx', text, new Set(lines.length > 0 ? lines : [1])).map((mutant) => withMutant(text, mutant));

test('each kind of mutation is applied where it fits', () => {
  expect(faults('const a = b < 1;')).toEqual(['const a = b <= 1;']);
  expect(faults('const a = b && c;')).toEqual(['const a = b || c;']);
  expect(faults('const a = b ?? c;')).toEqual(['const a = (b);']);
  expect(faults('const a = b - c;')).toEqual(['const a = b + c;']);
  expect(faults('const a = !b;')).toEqual(['const a = (b);']);
  expect(faults('const a = true;')).toEqual(['const a = false;']);
  expect(faults("const a = 'x';")).toEqual(["const a = '';"]);
  expect(faults('if (a) b = c;')).toEqual(['if (!(a)) b = c;']);
  expect(faults('await a(b);')).toEqual(['void 0;']);
  expect(faults('const a = () => { return b; };')).toEqual(['const a = () => { return undefined; };']);
});

test('types, imports, keys and unchanged lines are left alone', () => {
  expect(
    faults("import { a } from 'b'; type C = 'd'; const e: 'f' | true = g; const h = { 'i': j };"),
  ).toEqual([]);
  expect(faults("const a = await import('b');")).toEqual([]);
  expect(faults("const a = <b className={c('d')} style={{ width: '9px' }} e />;")).toEqual([]);
  expect(faults("const a = <path d='M0' fill='none' strokeWidth='2' />;")).toEqual([]);
  expect(faults('const a = 1 < 2;\nconst b = 1 < 2;', 2)).toEqual(['const a = 1 < 2;\nconst b = 1 <= 2;']);
});

test('a return of undefined is not mutated', () => {
  expect(faults('const a = () => { return undefined; };')).toEqual([]);
});

test('the lines of a diff are those added or changed', () => {
  const diff = '--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +3,2 @@ f\n+a\n+b\n@@ -9 +11 @@\n+c\n@@ -20,3 +20,0 @@\n-d';
  expect([...linesOfDiff(diff)]).toEqual([['x.ts', new Set([3, 4, 11])]]);
});

test('the same seed draws the same sample, without repetition', () => {
  const items = Array.from({ length: 100 }, (_, index) => index);
  expect(sample(items, 10, 1)).toEqual(sample(items, 10, 1));
  expect(sample(items, 10, 1)).not.toEqual(sample(items, 10, 2));
  expect(new Set(sample(items, 200, 3)).size).toBe(100);
});

test('faults that do not compile are distinguished from those that do', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-compiling-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const config = JSON.stringify({ compilerOptions: { strict: true, types: [] }, files: ['a.ts'] });
  const text = "export const a = (b: number): 'x' | 'y' => { return b < 1 ? 'x' : 'y'; };\n";
  await mkdir(join(folder, 'packages/console'), { recursive: true });
  for (const place of [folder, join(folder, 'packages/console')]) {
    await writeFile(join(place, 'tsconfig.json'), config);
    await writeFile(join(place, 'a.ts'), text);
  }
  const compiles = openCompiler(folder);
  for (const file of ['a.ts', 'packages/console/a.ts'])
    expect(mutantsOf(file, text, new Set([1])).map((mutant) => [mutant.kind, compiles(mutant)])).toEqual([
      ['return value lost', false],
      ['condition turned', true],
      ['comparison', true],
      ['text emptied', false],
      ['text emptied', false],
    ]);
});
