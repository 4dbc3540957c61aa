import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { Refusal } from '../refusal.ts';

/** Content for an archive: a local file, or a source opened when its turn comes. */
type Added = { name: string; from: string | Source };
type Source = { size: number; modified: Date; open(): Promise<Readable | undefined> };

const addContent = async (pack: tar.Pack, name: string, from: Source): Promise<void> => {
  const content = await from.open();
  if (content)
    await pipeline(content, pack.entry({ name, size: from.size, mtime: from.modified, mode: 0o600 }));
};

/**
 * Adds a file with the length it had when opened, as it may be growing. A file deleted by then is skipped.
 */
const addFile = async (pack: tar.Pack, name: string, from: string): Promise<void> => {
  const handle = await open(from).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!handle) return;
  try {
    const { size, mtime } = await handle.stat();
    const entry = pack.entry({ name, size, mtime, mode: 0o600 });
    const content = size ? handle.createReadStream({ start: 0, end: size - 1, autoClose: false }) : [];
    await pipeline(content, entry);
  } finally {
    await handle.close();
  }
};

/** Paths of all files under a folder, relative to it and sorted; none when there is no such folder. */
export const filesUnder = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
};

/** Writes a compressed archive that only its owner may read, with the files in their order. */
export const writeArchive = async (
  path: string,
  files: AsyncIterable<Added> | Iterable<Added>,
): Promise<void> => {
  const pack = tar.pack();
  const add = async () => {
    for await (const { name, from } of files)
      await (typeof from === 'string' ? addFile(pack, name, from) : addContent(pack, name, from));
    pack.finalize();
  };
  const write = pipeline(
    pack,
    createGzip({ level: 3 }),
    createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true }),
  );
  await Promise.all([
    write,
    add().catch((error: Error) => {
      pack.destroy(error);
      throw error;
    }),
  ]);
};

/** A name inside the archive as a path in a folder; throws when it leads outside. */
const insideOf = (folder: string, name: string): string => {
  const path = normalize(name);
  if (path.startsWith('..') || path.startsWith('/'))
    throw new Refusal(`The backup names a file outside of itself: ${name}`);
  return join(folder, path);
};

/** Where a file of an archive goes: into a folder, or to a consumer of its content. */
type Place =
  | { folder: string; name: string }
  | { take(content: AsyncIterable<Uint8Array>): Promise<unknown> };

/** Unpacks an archive, a file or its content; `placeOf` says where each file goes, or skips it. */
export const readArchive = async (
  from: string | AsyncIterable<Uint8Array>,
  placeOf: (name: string) => Place | undefined,
): Promise<void> => {
  const extract = tar.extract();
  const unpack = async () => {
    for await (const entry of extract) {
      const place = entry.header.type === 'file' ? placeOf(entry.header.name) : undefined;
      if (!place) {
        entry.resume();
        continue;
      }
      if ('take' in place) {
        await place.take(entry as AsyncIterable<Uint8Array>);
        continue;
      }
      const file = insideOf(place.folder, place.name);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(file, { mode: 0o600 }));
      await chmod(file, 0o600);
    }
  };
  try {
    const content = typeof from === 'string' ? createReadStream(from) : Readable.from(from);
    await Promise.all([pipeline(content, createGunzip(), extract), unpack()]);
  } catch (error) {
    const path = typeof from === 'string' ? from : 'The archive';
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof Refusal) throw error;
    if (code === 'ENOENT' || code === 'EACCES') throw new Refusal(`${path} cannot be read (${code}).`);
    if (code?.startsWith('Z_') || /tar|unexpected end/i.test(message))
      throw new Refusal(`${path} is not a complete backup (${message}).`);
    throw error;
  }
};
