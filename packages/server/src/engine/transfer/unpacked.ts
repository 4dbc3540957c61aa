import { Unzip, UnzipInflate } from 'fflate';

/**
 * Number of bytes decompressed at once: a highly compressed block must not fill the memory before it is
 * counted.
 */
const step = 16 * 1024;

/**
 * Maximum number of files: each takes a kilobyte of memory while it is read, however small it is. A workbook
 * has a few dozen.
 */
const mostFiles = 2_000;

class TooMuch extends Error {}

/** Whether a file holds content of a workbook, unlike images and printer settings. */
const isPart = (name: string): boolean => /\.xml(\.rels)?$/.test(name);

/** The files of an archive as they are unpacked, up to `most` bytes in all. */
const createUnpacking = (most: number) => {
  const pieces = new Map<string, Uint8Array[]>();
  const begun = new Set<string>();
  let [files, size] = [0, 0];
  const unzip = new Unzip((file) => {
    files += 1;
    if (files > mostFiles) throw new TooMuch();
    const own: Uint8Array[] = [];
    begun.add(file.name);
    file.ondata = (error, data, isLast) => {
      if (error) throw error;
      size += data.length;
      if (size > most) throw new TooMuch();
      if (isPart(file.name)) own.push(data);
      if (!isLast) return;
      begun.delete(file.name);
      if (isPart(file.name)) pieces.set(file.name, own);
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  return { unzip, pieces, begun };
};

/**
 * The XML files of an archive; undefined when it unpacks to more than `most` bytes, or to too many files. The
 * sizes it states are not trusted, and an archive that ends inside a file is refused.
 */
export const unpacked = (archive: Uint8Array, most: number): Record<string, Uint8Array> | undefined => {
  const { unzip, pieces, begun } = createUnpacking(most);
  try {
    for (let start = 0; start < archive.length; start += step)
      unzip.push(archive.subarray(start, start + step), start + step >= archive.length);
  } catch (error) {
    if (error instanceof TooMuch) return undefined;
    throw error;
  }
  if (begun.size > 0) throw new Error(`the archive ends inside ${[...begun].join(', ')}`);
  return Object.fromEntries([...pieces].map(([name, own]) => [name, new Uint8Array(Buffer.concat(own))]));
};
