import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { project, run, toolPath } from '../run.ts';

const lines = (count: number, text: string) => `${text}\n`.repeat(count);
const functionOf = (body: string) => `export const long = () => {\n${body}};\n`;

/** For each rule added in biome.json, code that breaks it and similar code that is allowed. */
const plants: Record<string, { bad: string; good: string }> = {
  noDefaultExport: { bad: 'export default 1;', good: 'export const one = 1;' },
  useImportType: {
    bad: "import { Row } from './row.ts';\nexport const f = (row: Row) => row;",
    good: "import type { Row } from './row.ts';\nexport const f = (row: Row) => row;",
  },
  noExcessiveLinesPerFile: { bad: lines(401, 'call();'), good: lines(400, 'call();') },
  noExcessiveLinesPerFunction: {
    bad: functionOf(lines(61, 'call();')),
    good: functionOf(lines(60, 'call();\n')),
  },
  noExplicitAny: {
    bad: 'export const f = (one: any) => one;',
    good: 'export const f = (one: unknown) => one;',
  },
  noBarrelFile: { bad: "export * from './row.ts';", good: "export type * from './row.ts';" },
};

/** Names of the rules that the project's lint reports for each file. */
const reported = async (files: Record<string, string>): Promise<Record<string, string[]>> => {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-lint-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text);
  const config = `--config-path=${join(project, 'biome.json')}`;
  const args = ['lint', config, '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', root];
  const { output } = await run(process.execPath, [toolPath('@biomejs/biome', 'bin/biome'), ...args], {
    isQuiet: true,
  });
  await rm(root, { recursive: true, force: true });
  const reported = [...output.matchAll(/title=lint\/\w+\/(\w+),file=\S*?(\w+\.ts),/g)];
  return Object.fromEntries(
    Object.keys(files).map((name) => [
      name,
      reported.filter(([, , file]) => file === name).map(([, rule = '']) => rule),
    ]),
  );
};

test('every added rule has a planted violation', async () => {
  const { linter } = JSON.parse(await readFile(join(project, 'biome.json'), 'utf8'));
  const { preset: _, ...groups } = linter.rules as Record<string, Record<string, unknown>>;
  const added = Object.values(groups).flatMap((group) =>
    Object.keys(group).filter((rule) => group[rule] !== 'off'),
  );
  expect(Object.keys(plants).toSorted()).toEqual(added.toSorted());
});

test('each rule reports its planted violation and allows similar code', async () => {
  const files = Object.entries(plants).flatMap(([rule, { bad, good }]) => [
    [`${rule}Bad.ts`, bad],
    [`${rule}Good.ts`, good],
  ]);
  const found = await reported(Object.fromEntries(files));
  for (const rule of Object.keys(plants)) {
    expect(found[`${rule}Bad.ts`], rule).toEqual([rule]);
    expect(found[`${rule}Good.ts`], rule).toEqual([]);
  }
});
