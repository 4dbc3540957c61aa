import { once } from 'node:events';
import { expect, test } from 'vitest';
import { createParsing, type ParsingLimits, type Sender } from './createParsing.ts';
import type { ForeignFile } from './parserProcess.ts';

const most = { rows: 100_000, columns: 100, cells: 5_000_000, cell: 1e9, characters: 1e9, unpacked: 1e6 };
const usual: ParsingLimits = {
  places: 1,
  waiting: { all: 2, own: 1 },
  memoryMegabytes: 256,
  patienceMs: 60_000,
  idleMs: 60_000,
};
const csv = (text: string): ForeignFile => ({ format: 'csv', file: Buffer.from(text), most });
const from = (who: string, signal = new AbortController().signal): Sender => ({ who, signal });
const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
/** Takes seconds, and more memory than a small process has. */
const heavy = () => csv('a,b,c,d,e,f,g,h,i,j\n'.repeat(100_000));

test('rows of a file come back in their order, whatever their number', async () => {
  const parse = createParsing(usual);
  const lines = Array.from({ length: 2_500 }, (_, at) => [`row ${at}`, 'x']);
  const text = lines.map((line) => line.join(',')).join('\n');
  expect(await parse(csv(text), from('a'))).toEqual({ rows: lines });
  expect(await parse(csv(''), from('a'))).toEqual({ rows: [] });
});

test('a file that needs too much memory ends its process, and the next one is parsed', async () => {
  const parse = createParsing({ ...usual, memoryMegabytes: 20 });
  expect(await parse(heavy(), from('a'))).toEqual({ refused: 'work', max: 0 });
  expect(await parse(csv('a'), from('a'))).toEqual({ rows: [['a']] });
});

test('a file that needs too much time ends its process', async () => {
  const parse = createParsing({ ...usual, patienceMs: 1 });
  expect(await parse(heavy(), from('a'))).toEqual({ refused: 'work', max: 0 });
});

test('a file that cannot be read is an error, and its process parses the next one', async () => {
  const parse = createParsing(usual);
  const broken: ForeignFile = { format: 'xlsx', file: Buffer.from('no archive'), most };
  expect(await parse(broken, from('a'))).toMatchObject({ error: expect.any(String) });
  expect(await parse(csv('a'), from('a'))).toEqual({ rows: [['a']] });
});

test('a process that has parsed does not keep the server running, and is used again', async () => {
  const parse = createParsing(usual);
  const before = processes();
  for (let times = 0; times < 3; times += 1)
    expect(await parse(csv('a'), from('a'))).toEqual({ rows: [['a']] });
  expect(processes()).toBeLessThanOrEqual(before);
});

test('while files wait, further ones of the same sender and then of anybody are refused at once', async () => {
  const parse = createParsing(usual);
  const first = parse(heavy(), from('a'));
  const second = parse(csv('a'), from('a'));
  expect(await parse(csv('a'), from('a'))).toBe('busy');
  const third = parse(csv('b'), from('b'));
  expect(await parse(csv('c'), from('c'))).toBe('busy');
  expect(await second).toEqual({ rows: [['a']] });
  expect(await third).toEqual({ rows: [['b']] });
  expect(await first).toMatchObject({ rows: expect.any(Array) });
  expect(await parse(csv('c'), from('c'))).toEqual({ rows: [['c']] });
});

test('a sender who has gone frees the place at once', async () => {
  const parse = createParsing(usual);
  const gone = new AbortController();
  const first = parse(heavy(), from('a', gone.signal));
  const second = parse(csv('b'), from('b'));
  const ended = once(gone.signal, 'abort');
  gone.abort(new Error('gone'));
  await ended;
  await expect(first).rejects.toThrow('gone');
  expect(await second).toEqual({ rows: [['b']] });
});
