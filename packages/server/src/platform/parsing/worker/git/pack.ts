import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { Excess } from '../../limits.ts';
import type { ArchiveLimits } from '../../messages.ts';
import { applied } from './delta.ts';

/** An object of a repository, by what its name is the hash of. */
export type GitObject = { type: 'commit' | 'tree' | 'blob' | 'tag'; bytes: Buffer };

const types = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' } as const;
const [deltaAtOffset, deltaOfObject] = [6, 7];
const kibibyte = 1024;
const [headerLength, hashLength] = [12, 20];
/** Commits and tags besides the files and folders. */
const besides = 4;

const refuse = (): never => {
  throw new Excess('unusual');
};

type Entry = { at: number; type: number; bytes: Buffer; base: number | string };

/** A number of seven bits a byte, the lowest first; the first byte also has a type. */
const readHead = (pack: Buffer, at: number): { type: number; size: number; next: number } => {
  let byte = pack[at] ?? refuse();
  const type = (byte >> 4) & 7;
  let [size, next, factor] = [byte & 15, at + 1, 16];
  while (byte & 0x80) {
    byte = pack[next] ?? refuse();
    size += (byte & 0x7f) * factor;
    if (size > 2 ** 40) refuse();
    [next, factor] = [next + 1, factor * 128];
  }
  return { type, size, next };
};

/** How far before its delta a base begins. */
const readDistance = (pack: Buffer, at: number): { distance: number; next: number } => {
  let byte = pack[at] ?? refuse();
  let [distance, next] = [byte & 0x7f, at + 1];
  while (byte & 0x80) {
    byte = pack[next] ?? refuse();
    distance = (distance + 1) * 128 + (byte & 0x7f);
    if (distance > pack.length) refuse();
    next += 1;
  }
  return { distance, next };
};

/** Unpacks what begins at a place, and tells where it ended. */
const inflated = (pack: Buffer, at: number, size: number): { bytes: Buffer; next: number } => {
  try {
    const found = inflateSync(pack.subarray(at), { maxOutputLength: Math.max(size, 1), info: true });
    const { buffer: bytes, engine } = found as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { bytes: bytes.length === size ? bytes : refuse(), next: at + engine.bytesWritten };
  } catch {
    return refuse();
  }
};

const readEntry = (pack: Buffer, at: number, most: ArchiveLimits): { entry: Entry; next: number } => {
  const { type, size, next: afterHead } = readHead(pack, at);
  if (size > most.file) throw new Excess('file', most.file / kibibyte);
  let [base, start]: [number | string, number] = [0, afterHead];
  if (type === deltaAtOffset) {
    const { distance, next } = readDistance(pack, afterHead);
    [base, start] = [at - distance, next];
  } else if (type === deltaOfObject) {
    base = pack.subarray(afterHead, afterHead + hashLength).toString('hex');
    start = afterHead + hashLength;
  }
  const { bytes, next } = inflated(pack, start, size);
  return { entry: { at, type, bytes, base }, next };
};

/** The entries of a pack; its checksum covers every byte. */
const entriesOf = (pack: Buffer, most: ArchiveLimits): Entry[] => {
  const end = pack.length - hashLength;
  if (end < headerLength || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2) refuse();
  if (!createHash('sha1').update(pack.subarray(0, end)).digest().equals(pack.subarray(end))) refuse();
  const count = pack.readUInt32BE(8);
  // Each file and folder is one object at most.
  if (count > most.entries + besides) throw new Excess('entries', most.entries);
  const body = pack.subarray(0, end);
  const entries: Entry[] = [];
  let [at, unpacked] = [headerLength, 0];
  for (let number = 0; number < count; number += 1) {
    const { entry, next } = readEntry(body, at, most);
    unpacked += entry.bytes.length;
    if (unpacked > most.unpacked) throw new Excess('unpacked', most.unpacked / (kibibyte * kibibyte));
    entries.push(entry);
    at = next;
  }
  return at === end ? entries : refuse();
};

const nameOf = ({ type, bytes }: GitObject): string =>
  createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

/** All objects of a pack by their hashes, those that are stored as changes of others too. */
export const objectsIn = (pack: Buffer, most: ArchiveLimits): Map<string, GitObject> => {
  const byName = new Map<string, GitObject>();
  const byPlace = new Map<number, GitObject>();
  let unpacked = 0;
  const keep = (at: number, object: GitObject) => {
    unpacked += object.bytes.length;
    if (unpacked > 2 * most.unpacked) throw new Excess('unpacked', most.unpacked / (kibibyte * kibibyte));
    byPlace.set(at, object);
    byName.set(nameOf(object), object);
  };
  let left = entriesOf(pack, most);
  while (left.length > 0) {
    const later: Entry[] = [];
    for (const entry of left) {
      const { at, bytes, base } = entry;
      const type = types[entry.type as keyof typeof types];
      if (type) keep(at, { type, bytes });
      else if (entry.type !== deltaAtOffset && entry.type !== deltaOfObject) refuse();
      else {
        const found = typeof base === 'number' ? byPlace.get(base) : byName.get(base);
        if (found) keep(at, { type: found.type, bytes: applied(bytes, found.bytes, most.file) });
        else later.push(entry);
      }
    }
    // What is left has no base in this pack.
    if (later.length === left.length) refuse();
    left = later;
  }
  return byName;
};
