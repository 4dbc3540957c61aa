import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownFiles } from '../near/gitFiles.ts';
import { proofSize, tellFigure } from '../proofSize.ts';
import { project, run, toolPath } from '../run.ts';
import { makeSandbox, type Sandbox } from '../sandbox.ts';
import { missingSections } from './missingSections.ts';
import { applyEdit, performExample } from './performExample.ts';
import { type Example, readHowTo } from './readHowTo.ts';

/**
 * Time limit of the test of all examples: a copy and the checks take 20 seconds on two idle cores.
 */
const PATIENCE_MS = 900_000;

const howTo = await readFile(join(project, 'docs/how-to-add.md'), 'utf8');
const examples = readHowTo(howTo);

const copies: Sandbox[] = [];
afterAll(() => Promise.all(copies.map((copy) => copy.remove())));

const performed = async (chosen: readonly Example[]): Promise<string> => {
  const copy = await makeSandbox(project, await ownFiles());
  copies.push(copy);
  for (const example of chosen) await performExample(copy.path, example);
  return copy.path;
};

/** Runs a program in a copy; returns what it printed if it failed. */
const complaints = async (cwd: string, args: readonly string[]): Promise<string> => {
  const { code, output } = await run(process.execPath, args, { isQuiet: true, cwd, env: { NO_COLOR: '1' } });
  return code === 0 ? '' : output;
};
const newFiles = (chosen: readonly Example[]) =>
  chosen.flatMap(({ steps }) => steps.flatMap((step) => (step.kind === 'new' ? [step.path] : [])));
/** Every file that the examples write, except texts and what their commands generate. */
const written = (chosen: readonly Example[]) => [
  ...new Set(chosen.flatMap(({ steps }) => steps.flatMap((step) => ('path' in step ? [step.path] : [])))),
];
/** The checks that examples may break when they meet; `npm run test:long` runs all checks on each of them. */
const needed = ['house rules', 'types', 'types of the console'];

test('every kind of growth has an example', () => {
  expect(missingSections(examples)).toEqual([]);
});

test(
  'all examples fit together on one copy, which compiles and keeps the rules of the house',
  async () => {
    const copy = await performed(examples);
    const found = await Promise.all([
      complaints(copy, [
        toolPath('@biomejs/biome', 'bin/biome'),
        'check',
        '--error-on-warnings',
        ...written(examples),
      ]),
      complaints(copy, ['scripts/check.ts', ...needed.flatMap((check) => ['--only', check])]),
    ]);
    expect(found.filter(Boolean).join('\n')).toBe('');
  },
  PATIENCE_MS,
);

const whole = proofSize({ small: 0, whole: 1 }) === 1;
const sets = [
  ...examples.map((example) => [example.title, [example]] as const),
  ['all together', examples] as const,
].slice(0, whole ? undefined : 0);

test.each(sets)('%s: the copy passes every check and its own tests', async (title, chosen) => {
  const copy = await performed(chosen);
  const began = Date.now();
  expect(await complaints(copy, ['scripts/check.ts'])).toBe('');
  const tests = newFiles(chosen).filter((path) => /\.test\.tsx?$/.test(path));
  if (tests.length > 0)
    expect(await complaints(copy, [toolPath('vitest', 'vitest.mjs'), 'run', ...tests])).toBe('');
  tellFigure(`${title}: ${Math.round((Date.now() - began) / 1000)} s`);
});

test('a section without an example is named', () => {
  const cut = howTo.replace(/(## An event\n)[\s\S]*?(?=\n## )/, '$1\nWithout any block.\n');
  expect(missingSections(readHowTo(cut))).toEqual(['An event']);
  expect(missingSections(readHowTo(howTo.replace('## A call\n', '## A shout\n')))).toEqual(['A call']);
});

test('a block that nothing can perform is refused', () => {
  expect(() => readHowTo('## A field\n```ts\nconst a = 1;\n```\n')).toThrow('A field: ```ts');
  expect(() => readHowTo('## A field\n```json texts=jobs\n{ "en": {} }\n```\n')).toThrow(
    'A field: the texts lack ja, zh-hans, zh-hant',
  );
});

test('an edit replaces the one place it names', () => {
  expect(applyEdit('a\nb\nc', [' a', '-b', '+x', '+y'])).toBe('a\nx\ny\nc');
  expect(() => applyEdit('a\nb', [' a', '-c'])).toThrow('these lines are not there:\na\nc');
  expect(() => applyEdit('a\na', [' a', '+b'])).toThrow('these lines occur 2 times:\na');
  expect(() => applyEdit('a', ['+b'])).toThrow('these lines are not there');
});
