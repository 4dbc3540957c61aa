import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { projectFolder } from '../platform/config.ts';
import { compileAhead } from './compileAhead.ts';
import { programArguments } from './program.ts';

const run = promisify(execFile);
const compiler = 'NativeModule internal/deps/amaro/dist/index';

const emptyFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-cache-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Whether a program that loads the file has to compile it. */
const compiles = async (file: string, cache: string): Promise<boolean> => {
  const { href } = pathToFileURL(join(projectFolder, 'packages', file));
  const code = `await import('${href}'); console.log(process.moduleLoadList.includes('${compiler}')); process.exit();`;
  const env = { ...process.env, NODE_OPTIONS: '', NODE_COMPILE_CACHE: cache };
  const { stdout } = await run(process.execPath, [...programArguments, '--input-type=module', '-e', code], {
    env,
  });
  return stdout.trim() === 'true';
};

test('programs of a new installation find their sources compiled', async () => {
  const cache = await emptyFolder();
  // A busy machine takes longer than the start of an installation waits for it.
  await compileAhead(projectFolder, cache, process.env, 90_000);
  for (const file of ['server', 'gateway', 'runner'].map((name) => `${name}/src/app/main.ts`))
    expect(await compiles(file, cache)).toBe(false);
  expect(await compiles('gateway/src/app/main.ts', await emptyFolder())).toBe(true);
});

test('a cache that is in use is left alone, and sources that cannot be loaded keep no installation from its start', async () => {
  const [used, empty] = [await emptyFolder(), await emptyFolder()];
  await writeFile(join(used, 'entry'), '');
  await compileAhead(projectFolder, used, process.env);
  expect(await readdir(used)).toEqual(['entry']);
  await compileAhead(join(tmpdir(), 'nothing-here'), empty, process.env);
});
