import { Unzip, UnzipInflate } from 'fflate';
import { Excess } from '../limits.ts';

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

const mebibyte = 1024 * 1024;
/** From this size on, content may be at most so many times its packed size; real sheets reach 50. */
const [smallestBomb, highestRatio] = [4 * mebibyte, 200];

/** Whether a file holds content of a workbook, unlike images and printer settings. */
const isPart = (name: string): boolean => /\.xml(\.rels)?$/.test(name);

/** The files of an archive as they are unpacked, up to `most` bytes in all. */
const createUnpacking = (packed: number, most: number) => {
  const pieces = new Map<string, Uint8Array[]>();
  const begun = new Set<string>();
  const names = new Set<string>();
  let size = 0;
  const count = (bytes: number) => {
    size += bytes;
    if (size > most) throw new Excess('unpacked', most / mebibyte);
    if (size > smallestBomb && size > packed * highestRatio) throw new Excess('unusual');
  };
  const unzip = new Unzip((file) => {
    // Readers differ in which of two files of one name they take.
    if (names.has(file.name)) throw new Excess('unusual');
    names.add(file.name);
    if (names.size > mostFiles) throw new Excess('parts', mostFiles);
    const own: Uint8Array[] = [];
    begun.add(file.name);
    file.ondata = (error, data, isLast) => {
      if (error) throw error;
      count(data.length);
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
 * The XML files of an archive, which may unpack to at most `most` bytes. The sizes it states are not trusted,
 * archives inside it are not opened, and one that ends inside a file is refused.
 */
export const unpacked = (archive: Uint8Array, most: number): Record<string, Uint8Array> => {
  const { unzip, pieces, begun } = createUnpacking(archive.length, most);
  for (let start = 0; start < archive.length; start += step)
    unzip.push(archive.subarray(start, start + step), start + step >= archive.length);
  if (begun.size > 0) throw new Error(`the archive ends inside ${[...begun].join(', ')}`);
  return Object.fromEntries([...pieces].map(([name, own]) => [name, new Uint8Array(Buffer.concat(own))]));
};
