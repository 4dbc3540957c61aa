import { randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { cpuTime } from '../../../../test/cpuTime.ts';
import { unpacked } from './unpacked.ts';

const mebibyte = 1024 * 1024;
/** The reason why an archive is refused; undefined when it is read. */
const refusalOf = (archive: Uint8Array, most = 8 * mebibyte): unknown => {
  try {
    unpacked(archive, most);
    return undefined;
  } catch (error) {
    return (error as { refused?: unknown }).refused;
  }
};

test('an archive of very many empty files is refused within half a second of CPU time', async () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `xl/worksheets/sheet${at}.xml`);
  const archive = zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array()])), { level: 0 });
  const used = await cpuTime(() => expect(refusalOf(archive)).toEqual({ refused: 'parts', max: 2_000 }));
  expect(used).toBeLessThan(500);
});

test('two thousand files are read, one more is refused', () => {
  const archive = (count: number) =>
    zipSync(Object.fromEntries(Array.from({ length: count }, (_, at) => [`${at}.xml`, new Uint8Array()])));
  expect([refusalOf(archive(2_000)), refusalOf(archive(2_001))]).toEqual([
    undefined,
    { refused: 'parts', max: 2_000 },
  ]);
});

test('an archive is refused for its whole size, files that are not read included', () => {
  const picture = new Uint8Array(5 * mebibyte);
  expect(
    refusalOf(zipSync({ 'a.png': picture, 'a.xml': picture.subarray(0, 3 * mebibyte) }, { level: 0 })),
  ).toBeUndefined();
  expect(refusalOf(zipSync({ 'a.png': picture, 'a.xml': picture }, { level: 0 }))).toEqual({
    refused: 'unpacked',
    max: 8,
  });
});

test('content is refused from 4 MB on when it is more than 200 times its packed size', () => {
  const blank = (size: number) => zipSync({ 'a.xml': [new Uint8Array(size), { level: 9 }] });
  expect(refusalOf(blank(4 * mebibyte))).toBeUndefined();
  expect(refusalOf(blank(4 * mebibyte + 1))).toEqual({ refused: 'unusual', max: 0 });
  const loose = zipSync({
    'a.xml': [new Uint8Array(5 * mebibyte), { level: 9 }],
    'b.png': randomBytes(32_768),
  });
  expect(refusalOf(loose)).toBeUndefined();
});

test('only XML parts are kept', () => {
  const archive = zipSync({
    'a.xml': new Uint8Array(),
    '_rels/.xml.rels': new Uint8Array(),
    'b.bin': new Uint8Array(),
  });
  expect(Object.keys(unpacked(archive, mebibyte))).toEqual(['a.xml', '_rels/.xml.rels']);
});

test('an archive that ends inside a file is refused, not read without the file', () => {
  const archive = zipSync({
    'xl/workbook.xml': randomBytes(1_000),
    'xl/worksheets/sheet1.xml': randomBytes(9_000),
  });
  expect(Object.keys(unpacked(archive, mebibyte))).toHaveLength(2);
  const stored = zipSync({ 'a.xml': randomBytes(40_000) }, { level: 0 });
  expect(() => unpacked(stored.subarray(0, 39_000), mebibyte)).toThrow();
  expect(() => unpacked(archive.subarray(0, 5_000), mebibyte)).toThrow();
});
