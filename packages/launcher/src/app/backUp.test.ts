import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { projectFolder, readConfig } from '../platform/config.ts';
import { backUpInstallation, restoreInstallation } from './backUp.ts';

// The whole round trip is tested in e2e/tests/backup.test.ts.
let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'));
  file = join(folder, 'backup.tar.gz');
  return () => rm(folder, { recursive: true, force: true });
});

const options = (home: string, more: NodeJS.ProcessEnv = {}) => ({
  config: readConfig({ GATEHOUSE_HOME: home, ...more }, []),
  project: projectFolder,
  path: file,
  say: () => undefined,
});

test('without an installation, nothing is backed up and nothing is created', async () => {
  const home = join(folder, 'var');
  await expect(backUpInstallation(options(home))).rejects.toThrow(`There is no Gatehouse in ${home}.`);
  const elsewhere = { GATEHOUSE_DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };
  await expect(backUpInstallation(options(home, elsewhere))).rejects.toThrow('There is no Gatehouse in');
  expect(await readdir(folder)).toEqual([]);
});

test('a restore needs a file and an empty folder', async () => {
  const home = join(folder, 'var');
  await expect(restoreInstallation(options(home))).rejects.toThrow(`${file} cannot be read.`);
  expect(await readdir(folder)).toEqual([]);
  await writeFile(file, '');
  await mkdir(home);
  await writeFile(join(home, 'notes.txt'), 'mine');
  await expect(restoreInstallation(options(home))).rejects.toThrow(`${home} is not empty (notes.txt).`);
  expect(await readdir(home)).toEqual(['notes.txt']);
});
