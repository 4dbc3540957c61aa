import { crc32, inflateRawSync } from 'node:zlib';
import { Excess } from '../limits.ts';
import type { ArchivedFile, ArchiveLimits } from '../messages.ts';

const mebibyte = 1024 * 1024;
/** From this size on, content may be at most so many times its packed size. */
const [smallestBomb, highestRatio] = [4 * mebibyte, 200];
/** Signatures and lengths of the parts of an archive. */
const [endMark, endLength] = [0x06054b50, 22];
const [entryMark, entryLength] = [0x02014b50, 46];
const [fileMark, fileLength] = [0x04034b50, 30];
/** Bits of an entry's flags, and its methods. */
const [encrypted, named] = [1, 0x800];
const [stored, deflated] = [0, 8];
/** Kinds of files in the upper half of a Unix entry's attributes; 0 for archives of other systems. */
const [anyKind, folder, plain, link] = [0xf000, 0x4000, 0x8000, 0xa000];

const refuse = (): never => {
  throw new Excess('unusual');
};

type Entry = {
  name: string;
  rawName: Buffer;
  isFolder: boolean;
  method: number;
  check: number;
  packed: number;
  size: number;
  at: number;
};

/** Where the list of entries begins, and how many there are; the archive ends with its end mark and nothing lies before. */
const endOf = (archive: Buffer): { at: number; count: number; end: number } => {
  const last = archive.length - endLength;
  for (let at = last; at >= Math.max(0, last - 0xffff); at -= 1) {
    if (archive.readUInt32LE(at) !== endMark) continue;
    if (at + endLength + archive.readUInt16LE(at + 20) !== archive.length) continue;
    const [count, size, start] = [
      archive.readUInt16LE(at + 10),
      archive.readUInt32LE(at + 12),
      archive.readUInt32LE(at + 16),
    ];
    const isWhole = archive.readUInt32LE(at + 4) === 0 && archive.readUInt16LE(at + 8) === count;
    // Anything between the entries and the end, such as the marks of larger archives, is read differently by readers.
    return isWhole && start + size === at ? { at: start, count, end: at } : refuse();
  }
  return refuse();
};

const nameOf = (raw: Buffer, flags: number): string => {
  const isPlain = raw.every((byte) => byte < 0x80);
  // Without the flag, readers differ in how they read other characters.
  if (!isPlain && (flags & named) === 0) refuse();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return refuse();
  }
};

const entryAt = (archive: Buffer, at: number, end: number): { entry: Entry; next: number } => {
  if (at + entryLength > end || archive.readUInt32LE(at) !== entryMark) refuse();
  const flags = archive.readUInt16LE(at + 8);
  if (flags & encrypted) throw new Excess('encrypted');
  const lengths = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
  const next = at + entryLength + lengths.reduce((sum, length) => sum + length, 0);
  if (next > end) refuse();
  const rawName = archive.subarray(at + entryLength, at + entryLength + (lengths[0] ?? 0));
  const name = nameOf(rawName, flags);
  const kind = (archive.readUInt32LE(at + 38) >>> 16) & anyKind;
  if (kind === link) throw new Excess('link');
  if (kind !== 0 && kind !== folder && kind !== plain) refuse();
  const isFolder = name.endsWith('/');
  if (isFolder ? kind === plain : kind === folder) refuse();
  const entry: Entry = {
    name,
    rawName,
    isFolder,
    method: archive.readUInt16LE(at + 10),
    check: archive.readUInt32LE(at + 16),
    packed: archive.readUInt32LE(at + 20),
    size: archive.readUInt32LE(at + 24),
    at: archive.readUInt32LE(at + 42),
  };
  return { entry, next };
};

/** Where the content of an entry lies; its own header must say what the list says. */
const contentOf = (archive: Buffer, entry: Entry): { from: number; to: number } => {
  const { at, rawName, packed, method } = entry;
  if (at + fileLength > archive.length || archive.readUInt32LE(at) !== fileMark) refuse();
  const nameLength = archive.readUInt16LE(at + 26);
  const from = at + fileLength + nameLength + archive.readUInt16LE(at + 28);
  const isSame = archive.subarray(at + fileLength, at + fileLength + nameLength).equals(rawName);
  if (!isSame || archive.readUInt16LE(at + 8) !== method || from + packed > archive.length) refuse();
  return { from, to: from + packed };
};

/** The stated size is not trusted: unpacking stops right behind it. */
const inflated = (content: Buffer, size: number): Buffer => {
  try {
    return inflateRawSync(content, { maxOutputLength: size + 1 });
  } catch {
    return refuse();
  }
};

const unpack = (content: Buffer, { method, size, check }: Entry): Buffer => {
  if (method !== stored && method !== deflated) refuse();
  const bytes = method === stored ? content : inflated(content, size);
  if (bytes.length !== size || crc32(bytes) !== check) refuse();
  return bytes;
};

const entriesOf = (archive: Buffer, most: ArchiveLimits): Entry[] => {
  const { at: start, count, end } = endOf(archive);
  if (count > most.entries) throw new Excess('entries', most.entries);
  const entries: Entry[] = [];
  let at = start;
  while (entries.length < count) {
    const { entry, next } = entryAt(archive, at, end);
    entries.push(entry);
    at = next;
  }
  return at === end ? entries : refuse();
};

/** Refuses entries that share bytes: a small archive of them unpacks to any size. */
const refuseOverlaps = (places: { from: number; to: number }[], entries: Entry[]): void => {
  const parts = entries.map(({ at }, index) => ({ at, to: places[index]?.to ?? 0 }));
  parts.sort((a, b) => a.at - b.at);
  for (const [index, { to }] of parts.entries()) if (to > (parts[index + 1]?.at ?? to)) refuse();
};

/**
 * The files and folders of an archive, in its order. Sizes are checked before and while anything is unpacked; links,
 * encrypted files and everything that readers understand differently are refused. Names are the caller's to judge.
 */
export const archivedFiles = (archive: Buffer, most: ArchiveLimits): ArchivedFile[] => {
  const entries = entriesOf(archive, most);
  const stated = entries.reduce((sum, { size }) => sum + size, 0);
  for (const { size } of entries) if (size > most.file) throw new Excess('file', most.file / 1024);
  if (stated > most.unpacked) throw new Excess('unpacked', most.unpacked / mebibyte);
  if (stated > smallestBomb && stated > archive.length * highestRatio)
    throw new Excess('ratio', highestRatio);
  const places = entries.map((entry) => contentOf(archive, entry));
  refuseOverlaps(places, entries);
  return entries.map((entry, index) => {
    const { from = 0, to = 0 } = places[index] ?? {};
    if (entry.isFolder) return entry.size === 0 ? { name: entry.name.slice(0, -1), bytes: null } : refuse();
    return { name: entry.name, bytes: unpack(archive.subarray(from, to), entry) };
  });
};
