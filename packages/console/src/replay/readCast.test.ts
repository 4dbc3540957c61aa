import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { makeCastStore } from './castStore.ts';
import { castText, readCast } from './readCast.ts';

async function* pieces(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 5000) controller.enqueue(bytes.slice(at, at + 5000));
      controller.close();
    },
  });
const load = async (text: string, size = 7) => {
  const store = makeCastStore();
  await readCast(pieces(text, size), store, () => undefined);
  return store;
};
const textOf = (store: ReturnType<typeof makeCastStore>, from: number, to: number) =>
  [...store.slices(from, to)].map((part) => new TextDecoder().decode(part)).join('');

const CAST = [
  '{"version":2,"width":100,"height":30,"timestamp":1715000000}',
  '[0.1,"o","hello "]',
  '[0.5,"i","x"]',
  '[1.0,"o","w\\u00f6rld\\r\\n"]',
  '[2.0,"r","120x40"]',
  '[3.5,"o","end"]',
  '',
].join('\n');

test('a recording read in any pieces gives its size, start, output and resizes', async () => {
  const store = await load(CAST);
  expect([store.width, store.height, store.startedAt]).toEqual([100, 30, 1715000000]);
  expect(textOf(store, 0, store.count)).toBe('hello wörld\r\nend');
  expect(store.resizes).toEqual([{ index: 2, time: 2, cols: 120, rows: 40 }]);
  expect(store.duration).toBe(3.5);
});

test('input events are not kept as output', async () => {
  expect((await load(CAST)).count).toBe(3);
});

test('a recording cut in the middle of a line plays up to its last complete line', async () => {
  const store = await load(`${CAST}[4.0,"o","half`);
  expect(textOf(store, 0, store.count)).toBe('hello wörld\r\nend');
});

test('the times in a recording of version 3 are intervals, which are added up', async () => {
  const store = await load('{"version":3,"term":{"cols":90,"rows":20}}\n[1,"o","a"]\n[2,"o","b"]\n');
  expect([store.width, store.height, store.time(1)]).toEqual([90, 20, 3]);
});

test('files that are not recordings are refused', async () => {
  await expect(load('<html>')).rejects.toMatchObject({ code: 'format' });
  await expect(load('')).rejects.toMatchObject({ code: 'empty' });
});

test('a gzipped recording is decompressed while it arrives, a plain one is read as it is', async () => {
  for (const bytes of [gzipSync(CAST), Buffer.from(CAST)]) {
    const store = makeCastStore();
    await readCast(castText(streamOf(new Uint8Array(bytes))), store, () => undefined);
    expect(store.count).toBe(3);
  }
});

test('a truncated gzip yields what it contains', async () => {
  const lines = Array.from({ length: 20000 }, (_, at) => `[${at},"o","line ${Math.sin(at)}\\r\\n"]`);
  const whole = gzipSync(['{"version":2,"width":80,"height":24}', ...lines].join('\n'));
  const store = makeCastStore();
  const half = new Uint8Array(whole.subarray(0, whole.length / 2));
  await readCast(castText(streamOf(half)), store, () => undefined);
  expect(store.count).toBeGreaterThan(5000);
});

test('output beyond one block is kept byte for byte', async () => {
  const store = makeCastStore();
  const part = '0123456789'.repeat(30000);
  for (let at = 0; at < 10; at += 1) store.output(at, part);
  expect(store.bytes).toBe(3_000_000);
  expect(textOf(store, 3, 5)).toBe(part + part);
  expect(store.indexAfter(4)).toBe(5);
  expect(store.indexAtOffset(300_000)).toBe(1);
});
