import { Unzip, UnzipInflate } from 'fflate';

/** Bytes fed at once: a highly compressed block must not fill the memory before it is counted. */
const step = 16 * 1024;

class TooMuch extends Error {}

/** Whether an archive unpacks to at most this many bytes; its own size entries are not trusted. */
export const unpacksWithin = (archive: Uint8Array, most: number): boolean => {
  let size = 0;
  const unzip = new Unzip((file) => {
    file.ondata = (error, data) => {
      if (error) throw error;
      size += data.length;
      if (size > most) throw new TooMuch();
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < archive.length; start += step)
      unzip.push(archive.subarray(start, start + step), start + step >= archive.length);
    return true;
  } catch (error) {
    if (error instanceof TooMuch) return false;
    throw error;
  }
};
