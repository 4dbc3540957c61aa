import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { strFromU8, unzipSync } from 'fflate';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { csvStream } from './files.ts';
import { xlsxStream } from './xlsx.ts';

/** Rows as an export reads them: titles, then batches of five hundred. */
async function* rows(count: number, read = { rows: 0 }) {
  yield [['Name', 'Comment']];
  for (let start = 0; start < count; start += 500) {
    const batch = Array.from({ length: Math.min(500, count - start) }, (_, at) => [`row-${start + at}`, '-']);
    read.rows += batch.length;
    yield batch;
  }
}

/** Bytes in use on the heap after garbage collection. */
const keptBytes = (): number => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
};

test('a million rows are exported while they are read, without keeping them in memory', async () => {
  const read = { rows: 0 };
  let [lines, mostAhead, mostHeap, measuredAt] = [0, 0, 0, 0];
  const before = keptBytes();
  for await (const text of csvStream(rows(1_000_000, read)) as AsyncIterable<string>) {
    lines += text.split('\r\n').length - 1;
    mostAhead = Math.max(mostAhead, read.rows - lines);
    if (lines - measuredAt < 100_000) continue;
    measuredAt = lines;
    mostHeap = Math.max(mostHeap, keptBytes() - before);
  }
  expect(lines).toBe(1_000_001);
  expect(mostAhead).toBeLessThan(20_000);
  expect(mostHeap).toBeLessThan(150 * 1024 * 1024);
});

test('a spreadsheet, too, is written while its rows are read', async () => {
  const read = { rows: 0 };
  const stream = xlsxStream(rows(200_000, read));
  await stream[Symbol.asyncIterator]().next();
  expect(read.rows).toBeLessThan(100_000);
  stream.destroy();
});

test("rows beyond a sheet's limit go to further sheets, each with the titles", async () => {
  const file = await buffer(xlsxStream(rows(1_200), 1_000));
  const names = Object.keys(unzipSync(file)).filter((name) => name.startsWith('xl/worksheets/'));
  expect(names).toEqual(['xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml']);
  const sheets = (await readXlsx(file)) as unknown as { data: string[][] }[];
  const [first = [], second = []] = sheets.map(({ data }) => data);
  expect([first.length, first[0], first.at(-1)]).toEqual([1_000, ['Name', 'Comment'], ['row-998', '-']]);
  expect([second.length, second[0], second[1], second.at(-1)]).toEqual([
    202,
    ['Name', 'Comment'],
    ['row-999', '-'],
    ['row-1199', '-'],
  ]);
  expect(strFromU8(unzipSync(file)['xl/workbook.xml'] ?? new Uint8Array())).toContain('name="Sheet2"');
});

test('characters not allowed in XML are dropped from a sheet, astral ones are kept', async () => {
  const text = 'a\u0001b\uFFFEc\uFFFFd\uD800e\uDC00f😀\uFFFD';
  const file = await buffer(xlsxStream(Readable.from([[['Name'], [text]]])));
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('>abcdef😀\uFFFD</t>');
});

test('a text cut to the limit of a cell is not cut inside a character', async () => {
  const file = await buffer(xlsxStream(Readable.from([[['Name'], [`${'x'.repeat(32_766)}😀`]]])));
  const sheet = strFromU8(unzipSync(file)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet).toContain('xx</t>');
});
