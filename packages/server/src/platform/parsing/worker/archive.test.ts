import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { archivedFiles } from './archive.ts';

const most = { entries: 100, file: 1024 * 1024, unpacked: 8 * 1024 * 1024 };
const text = (words: string) => new TextEncoder().encode(words);
const zip = (files: Parameters<typeof zipSync>[0]) => Buffer.from(zipSync(files));

/** The reason why an archive is refused; undefined when it is read. */
const refusalOf = (archive: Buffer): unknown => {
  try {
    archivedFiles(archive, most);
    return undefined;
  } catch (error) {
    return (error as { refused?: { refused: string } }).refused?.refused ?? String(error);
  }
};
/** The archive with other bytes at a place in the list of its entries. */
const patched = (archive: Buffer, change: (entry: number, archive: Buffer) => void): Buffer => {
  const copy = Buffer.from(archive);
  change(copy.readUInt32LE(copy.length - 6), copy);
  return copy;
};

test('files and folders of an archive are read, packed or not', () => {
  const archive = zip({
    'main.yml': text('- hosts: all\n'.repeat(50)),
    roles: { 'a.txt': [text('x'), { level: 0 }], empty: {} },
    'läuft.yml': text('ü'),
  });
  const found = archivedFiles(archive, most).map(({ name, bytes }) => [name, bytes?.length ?? null]);
  expect(Object.fromEntries(found)).toMatchObject({
    'main.yml': 650,
    'roles/a.txt': 1,
    'roles/empty': null,
    'läuft.yml': 2,
  });
});

test('an archive without entries has no files', () => {
  expect(archivedFiles(zip({}), most)).toEqual([]);
});

test.each<[string, () => Buffer, string]>([
  ['no archive at all', () => Buffer.from('PK, or not'), 'unusual'],
  ['an empty file', () => Buffer.alloc(0), 'unusual'],
  [
    'more files than allowed',
    () => zip(Object.fromEntries([...Array(101).keys()].map((at) => [`${at}`, text('')]))),
    'entries',
  ],
  [
    '10,000 files',
    () => zip(Object.fromEntries([...Array(10_000).keys()].map((at) => [`${at}`, text('')]))),
    'entries',
  ],
  ['a file larger than allowed', () => zip({ a: [new Uint8Array(most.file + 1), { level: 9 }] }), 'file'],
  [
    'more content than allowed',
    () => zip(Object.fromEntries([...Array(9).keys()].map((at) => [`${at}`, new Uint8Array(most.file)]))),
    'unpacked',
  ],
  [
    'content far larger than the archive',
    () =>
      zip(
        Object.fromEntries(
          [...Array(8).keys()].map((at) => [`${at}`, [new Uint8Array(most.file), { level: 9 }] as const]),
        ) as never,
      ),
    'ratio',
  ],
  [
    'bytes before the archive',
    () => Buffer.concat([Buffer.from('#!/bin/sh\n'), zip({ a: text('x') })]),
    'unusual',
  ],
  ['bytes behind the archive', () => Buffer.concat([zip({ a: text('x') }), Buffer.from('x')]), 'unusual'],
  ['half an archive', () => zip({ a: text('x'.repeat(1_000)) }).subarray(0, 60), 'unusual'],
])('%s is refused', (_what, archive, reason) => {
  expect(refusalOf(archive())).toBe(reason);
});

test.each<[string, (at: number, archive: Buffer) => void, string]>([
  ['a link', (at, archive) => archive.writeUInt32LE(((0xa000 | 0o777) << 16) >>> 0, at + 38), 'link'],
  ['a device', (at, archive) => archive.writeUInt32LE(((0x2000 | 0o666) << 16) >>> 0, at + 38), 'unusual'],
  [
    'a folder without a slash',
    (at, archive) => archive.writeUInt32LE((0x4000 << 16) >>> 0, at + 38),
    'unusual',
  ],
  ['an encrypted file', (at, archive) => archive.writeUInt16LE(1, at + 8), 'encrypted'],
  ['an unknown method', (at, archive) => archive.writeUInt16LE(12, at + 10), 'unusual'],
  ['a smaller stated size', (at, archive) => archive.writeUInt32LE(3, at + 24), 'unusual'],
  ['a larger stated size', (at, archive) => archive.writeUInt32LE(900_000, at + 24), 'unusual'],
  ['the mark of a larger archive', (at, archive) => archive.writeUInt32LE(0xffffffff, at + 24), 'file'],
  ['a wrong checksum', (at, archive) => archive.writeUInt32LE(7, at + 16), 'unusual'],
  ['another name in its header', (at, archive) => archive.write('b', at + 46), 'unusual'],
  ['a place outside the archive', (at, archive) => archive.writeUInt32LE(archive.length, at + 42), 'unusual'],
  [
    'a name that is no text',
    (at, archive) => {
      archive[at + 46] = 0xff;
      archive[30] = 0xff;
      archive.writeUInt16LE(0x800, at + 8);
    },
    'unusual',
  ],
  [
    'a name in an unknown encoding',
    (at, archive) => {
      archive[at + 46] = 0xe4;
      archive[30] = 0xe4;
    },
    'unusual',
  ],
  [
    'more entries than it has',
    (_at, archive) => {
      archive.writeUInt16LE(2, archive.length - 12);
      archive.writeUInt16LE(2, archive.length - 14);
    },
    'unusual',
  ],
])('an archive with %s is refused', (_what, change, reason) => {
  expect(refusalOf(patched(zip({ a: text('text '.repeat(2_000)) }), change))).toBe(reason);
});

test('entries that share their content are refused', () => {
  const archive = zip({ a: text('one'), b: text('two') });
  const twice = patched(archive, (at, copy) => {
    const second =
      at + 46 + copy.readUInt16LE(at + 28) + copy.readUInt16LE(at + 30) + copy.readUInt16LE(at + 32);
    copy.copy(copy, second + 16, at + 16, at + 28);
    copy.writeUInt32LE(0, second + 42);
    copy.write('a', second + 46);
  });
  expect(refusalOf(twice)).toBe('unusual');
});

test('whatever byte of an archive is changed, reading it ends in files or in a refusal', () => {
  const archive = zip({ 'main.yml': text('- hosts: all\n'), 'roles/a.yml': text('x') });
  for (let at = 0; at < archive.length; at += 1)
    for (const value of [0, 0x7f, 0xff]) {
      const changed = Buffer.from(archive);
      changed[at] = value;
      const reason = refusalOf(changed);
      expect(reason === undefined || !String(reason).startsWith('RangeError'), `${at}: ${reason}`).toBe(true);
    }
});
