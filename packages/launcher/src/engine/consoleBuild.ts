import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { eachLine } from '../platform/lines.ts';
import { Refusal } from '../platform/refusal.ts';

const stampName = '.sources';
const sources = ['packages/console', 'packages/contract/src', 'package-lock.json', 'tsconfig.base.json'];

/** Builds the console unless it was built from these sources before; returns whether it did. */
export const buildConsole = async (project: string, say: (text: string) => void): Promise<boolean> => {
  const folder = join(project, 'packages/console');
  const built = join(folder, 'dist');
  const stamp = await sourceHash(project);
  if ((await readFile(join(built, stampName), 'utf8').catch(() => '')) === stamp) return false;
  const draft = join(folder, `dist-${process.pid}`);
  const startedAt = Date.now();
  say('building, once for these sources …');
  try {
    await runVite(folder, draft, say);
    await runPrecompress(draft);
    await writeFile(join(draft, stampName), stamp);
    await rm(built, { recursive: true, force: true });
    await rename(draft, built);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  say(`built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return true;
};

/** A hash over everything that the console is built from, without tests. */
export const sourceHash = async (project: string): Promise<string> => {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const path of await filesBelow(project, source)) {
      hash.update(`${path}\0`).update(await readFile(join(project, path)));
    }
  }
  return hash.digest('hex');
};

const filesBelow = async (project: string, path: string): Promise<string[]> => {
  const entries = await readdir(join(project, path), { withFileTypes: true }).catch(() => undefined);
  if (!entries) return [path];
  const files: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('dist') || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name))
      continue;
    files.push(
      ...(entry.isDirectory() ? await filesBelow(project, join(path, entry.name)) : [join(path, entry.name)]),
    );
  }
  return files;
};

const runPrecompress = async (folder: string): Promise<void> => {
  const program = fileURLToPath(new URL('./precompressMain.ts', import.meta.url));
  const child = spawn(process.execPath, [program, folder], { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Refusal('The files of the console could not be compressed.');
};

const runVite = (folder: string, target: string, say: (text: string) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    const vite = join(
      dirname(createRequire(join(folder, 'package.json')).resolve('vite/package.json')),
      'bin/vite.js',
    );
    const child = spawn(process.execPath, [vite, 'build', '--outDir', target, '--emptyOutDir'], {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const errors: string[] = [];
    eachLine(child.stdout, (line) => {
      if (/modules transformed/.test(line)) say(line.replace(/^\W+/, ''));
    });
    eachLine(child.stderr, (line) => {
      const text = stripVTControlCharacters(line);
      if (text.trim() && !/^\s*at /.test(text)) errors.push(text);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Refusal(`The console could not be built:\n${errors.slice(0, 12).join('\n')}`));
    });
  });
