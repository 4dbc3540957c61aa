import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingNames } from '../../packages/contract/src/settings/catalogue.ts';

/** Sources of the programs; the panels of settings only show and check what others heed. */
const sources = 'packages/{server,console,gateway,runner,component}/src/**/*.{ts,tsx}';
const ignored = /\.test\.tsx?$|\/(flows|areas)\/settings\/(?!proposals\/)/;
const deepest = 3;

/** `server/flows/signIn` for a file of that folder or of one below. */
const folderOf = (path: string): string =>
  path
    .replace(/^packages\//, '')
    .replace('/src/', '/')
    .split('/')
    .slice(0, -1)
    .slice(0, deepest)
    .join('/');

/** Where each setting takes effect: the folders of the programs that read it. */
export const settingReaders = async (root: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const known: ReadonlySet<string> = new Set(settingNames);
  const found = new Map<string, Set<string>>();
  for await (const path of glob(sources, { cwd: root })) {
    if (ignored.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    for (const [name] of text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b(?!\??:)/g))
      if (known.has(name)) found.set(name, (found.get(name) ?? new Set()).add(folderOf(path)));
  }
  return new Map([...found].map(([name, folders]) => [name, [...folders].toSorted()]));
};
