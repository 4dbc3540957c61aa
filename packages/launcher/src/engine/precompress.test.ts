import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { precompress } from './precompress.ts';

test('text files get compressed copies where these are smaller; pictures and small files get none', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'assets'));
  const script = 'const answer = 42;\n'.repeat(100);
  await writeFile(join(folder, 'assets/app.js'), script);
  await writeFile(join(folder, 'tiny.css'), 'a');
  await writeFile(join(folder, 'photo.png'), script);
  await precompress(folder);
  expect((await readdir(folder, { recursive: true })).toSorted()).toEqual([
    'assets',
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'photo.png',
    'tiny.css',
  ]);
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/app.js.br'))).toString()).toBe(script);
  expect(gunzipSync(await readFile(join(folder, 'assets/app.js.gz'))).toString()).toBe(script);
});
