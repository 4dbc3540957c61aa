import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A copy of the checkout that may be changed freely. */
export interface Sandbox {
  path: string;
  remove: () => Promise<void>;
}

/** Links every package; those of this repository stay relative links, and so point into the copy. */
const linkPackages = async (root: string, path: string) => {
  const from = join(root, 'node_modules');
  const to = join(path, 'node_modules');
  await mkdir(to);
  for (const name of await readdir(from)) {
    // Caches would be shared with the checkout.
    if (name.startsWith('.vite') || name === '.cache') continue;
    if (name === '@gatehouse')
      await cp(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true });
    else if (await isOwn(from, name))
      await cp(join(from, name), join(to, name), { verbatimSymlinks: true, recursive: true });
    else await symlink(join(from, name), join(to, name));
  }
};

const isOwn = async (folder: string, name: string): Promise<boolean> => {
  const entry = (await readdir(folder, { withFileTypes: true })).find((item) => item.name === name);
  return entry?.isSymbolicLink() ?? false;
};

/**
 * Copies the files of a checkout, committed or not, to a temporary folder, so that changes to the copy never
 * reach the checkout.
 */
export const makeSandbox = async (root: string, files: readonly string[]): Promise<Sandbox> => {
  const path = await mkdtemp(join(tmpdir(), 'gatehouse-copy-'));
  for (const file of files) {
    await mkdir(join(path, dirname(file)), { recursive: true });
    await cp(join(root, file), join(path, file)).catch((error: NodeJS.ErrnoException) => {
      // Listed, but deleted meanwhile.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await linkPackages(root, path);
  for (const folder of new Set(files.map(dirname))) {
    const inner = join(root, folder, 'node_modules');
    const has = folder !== '.' && (await readdir(inner).catch(() => undefined));
    if (has) await symlink(inner, join(path, folder, 'node_modules'));
  }
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
};
