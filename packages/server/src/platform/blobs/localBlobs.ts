import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Blobs, checkFolder, checkKey } from './blobs.ts';
import { measured } from './measured.ts';

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
};

/** Flushes the name of a new file to disk; flushing the file itself is not enough on Linux. */
const flushFolder = async (folder: string) => {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Files in folders below `root`. A file being written has a hidden name, so readers do not see it. */
export const createLocalBlobs = (root: string): Blobs => {
  const pathOf = (key: string) => join(root, ...checkKey(key).split('/'));
  const folderOf = (folder: string) => join(root, ...checkFolder(folder).slice(0, -1).split('/'));
  const entriesOf = async (folder: string, recursive: boolean) => {
    const found = await readdir(folderOf(folder), { recursive, withFileTypes: true }).catch(unlessMissing);
    return (found ?? []).filter(({ name }) => !name.startsWith('.'));
  };
  return {
    put: async (key, content, expected) => {
      const path = pathOf(key);
      const { stream, found } = measured(key, content, expected);
      const partial = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      try {
        // Opened before the first byte is requested: otherwise a stream that breaks off early could create
        // the file after its clean-up.
        const file = await open(partial, 'wx', 0o600);
        // Flushed to disk before it is acknowledged: the component then deletes its own copy.
        await pipeline(stream, file.createWriteStream({ flush: true }));
        await rename(partial, path);
        await flushFolder(dirname(path));
      } finally {
        await rm(partial, { force: true });
      }
      return found;
    },
    get: async (key, range) => {
      const path = pathOf(key);
      const found = await stat(path).catch(unlessMissing);
      return found?.isFile() ? createReadStream(path, range ?? {}) : undefined;
    },
    stat: async (key) => {
      const found = await stat(pathOf(key)).catch(unlessMissing);
      return found?.isFile() ? { size: found.size, modified: found.mtime } : undefined;
    },
    list: async function* (folder) {
      const files = (await entriesOf(folder, true)).filter((entry) => entry.isFile());
      const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
      for (const path of paths) {
        const found = await stat(path).catch(unlessMissing);
        if (found) yield { key: relative(root, path).split(sep).join('/'), size: found.size };
      }
    },
    folders: async (folder) =>
      (await entriesOf(folder, false))
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
        .sort(),
    remove: async (key) => rm(pathOf(key), { force: true }),
    removeUnder: async (folder) => rm(folderOf(folder), { recursive: true, force: true }),
  };
};
