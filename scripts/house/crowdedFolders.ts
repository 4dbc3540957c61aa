import { glob } from 'node:fs/promises';
import { dirname } from 'node:path';

const MOST = 25;

/** Folders that may hold more, each with its reason. */
const exceptions: readonly { folder: RegExp; why: string }[] = [
  { folder: /\/src\/locales\/[^/]+$/, why: 'one file per namespace, loaded by its name' },
];

/** Folders with more source files, tests among them, than a reader takes in at a glance. */
export const crowdedFolders = async (root: string): Promise<string[]> => {
  const sizes = new Map<string, number>();
  const places = ['packages/*/{src,test,gallery}/**/*.*', '{scripts,e2e,bench}/**/*.*'];
  for (const place of places)
    for await (const file of glob(place, {
      cwd: root,
      exclude: (path) => /node_modules|(^|\/)dist/.test(path),
    })) {
      if (!/\.(ts|tsx|css|json|html)$/.test(file)) continue;
      sizes.set(dirname(file), (sizes.get(dirname(file)) ?? 0) + 1);
    }
  return [...sizes]
    .filter(([folder, size]) => size > MOST && !exceptions.some((exception) => exception.folder.test(folder)))
    .map(([folder, size]) => `${folder} holds ${size} files; divide it by meaning, ${MOST} is the most`);
};
