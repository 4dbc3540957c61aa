import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange } from '../http/byteRange.ts';

/** What is known about a stored file without reading it. */
export type BlobFacts = { size: number; modified: Date };

/**
 * A store of files: recordings, media, transferred files. Keys are paths such as
 * `replay/2026-01-02/<id>.cast.gz`.
 */
export type Blobs = {
  /**
   * Stores a file. It appears under its key only when complete: content that breaks off, or whose SHA-256 is
   * wrong, leaves the previous file in place.
   */
  put(
    key: string,
    content: AsyncIterable<Uint8Array>,
    expected?: { sha256: string },
  ): Promise<{ size: number; sha256: string }>;
  /** Content of a file or part of it; undefined when there is none. */
  get(key: string, range?: ByteRange): Promise<Readable | undefined>;
  stat(key: string): Promise<BlobFacts | undefined>;
  /** Every file below a folder (`replay/`), by key. */
  list(folder: string): AsyncIterable<{ key: string; size: number }>;
  /** Names of the folders directly below a folder. */
  folders(folder: string): Promise<string[]>;
  /** Deletes a file; a missing one is not an error. */
  remove(key: string): Promise<void>;
  /** Deletes every file below a folder. */
  removeUnder(folder: string): Promise<void>;
};

/** The content does not have the expected checksum. */
export class ChecksumMismatch extends Error {
  constructor(key: string) {
    super(`${key} does not have the expected SHA-256.`);
  }
}

/**
 * Maximum lengths of a key and of each name in its path, in bytes. S3 allows 1,024 per key, including the
 * prefix; a file system 255 per name, including what is added to it while the file is written.
 */
const longestKey = 900;
const longestName = 200;

/**
 * A path as a key; undefined when it leads outside the store or to a hidden file or folder, holds a NUL, or
 * is too long.
 */
export const keyOf = (path: string): string | undefined => {
  const key = posix.normalize(path);
  const isInside = key !== '.' && !key.startsWith('/') && !key.includes('\0');
  const isShort = Buffer.byteLength(key) <= longestKey;
  const fits = (name: string) => !name.startsWith('.') && Buffer.byteLength(name) <= longestName;
  return isInside && isShort && key.split('/').every(fits) ? key : undefined;
};

/** Validates a key from our own code; an invalid one is a bug. */
export const checkKey = (key: string): string => {
  if (keyOf(key) !== key || key.endsWith('/')) throw new Error(`Not a key of the store: ${key}`);
  return key;
};

/** Validates a folder from our own code, which needs a trailing slash; an invalid one is a bug. */
export const checkFolder = (folder: string): string => {
  if (keyOf(folder) !== folder || !folder.endsWith('/'))
    throw new Error(`Not a folder of the store: ${folder}`);
  return folder;
};
