import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brokenBytes } from '../../../../../scripts/brokenBytes.ts';
import { proofRuns, tellFigure } from '../../../../../scripts/proofSize.ts';
import { makeCastStore } from '../castStore.ts';
import { CastError, castText, readCast } from '../readCast.ts';

const runs = proofRuns({ small: 60, whole: 10_000 });

const cast = (head: object) =>
  [
    head,
    [0.1, 'o', 'hello \u001b[1mworld\u001b[0m\r\n'],
    [0.5, 'i', 'x'],
    [1, 'r', '120x40'],
    ...Array.from({ length: 30 }, (_, at) => [1 + at / 10, 'o', `line ${at} 漢字 😀\r\n`]),
    [9, 'x', '0'],
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
const plain = [
  cast({ version: 2, width: 100, height: 30, timestamp: 1_715_000_000 }),
  cast({ version: 3, term: { cols: 90, rows: 20 } }),
];

const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (let at = 0; at < bytes.length; at += 500) controller.enqueue(bytes.slice(at, at + 500));
      controller.close();
    },
  });

/** Whether a file can be played; if so, checks that every moment of it can be found and shown. */
const canPlay = async (file: Uint8Array): Promise<boolean> => {
  const store = makeCastStore();
  try {
    await readCast(castText(streamOf(file)), store, () => undefined);
  } catch (error) {
    // The browser's decompression throws a `TypeError` for a damaged gzip that yields nothing.
    if (!(error instanceof CastError)) expect(error).toBeInstanceOf(TypeError);
    return false;
  }
  let last = 0;
  for (let at = 0; at < store.count; at += 1) {
    expect(store.time(at)).toBeGreaterThanOrEqual(last);
    last = store.time(at);
  }
  expect(store.duration).toBeGreaterThanOrEqual(last);
  const shown = [...store.slices(0, store.count)].reduce((sum, part) => sum + part.length, 0);
  expect(shown).toBe(store.bytes);
  expect(store.indexAfter(store.duration)).toBe(store.count);
  return true;
};

test.each([
  ['plain', plain.map((text) => Buffer.from(text))],
  ['compressed', plain.map((text) => gzipSync(text))],
])('a damaged %s recording is refused, or can be played to its end', async (kind, originals) => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(brokenBytes(originals), async (file) => {
      if (await canPlay(file)) played += 1;
    }),
    runs,
  );
  expect(played).toBeGreaterThan(0);
  tellFigure(`${kind}: ${played} of ${runs.numRuns} damaged recordings played`);
});
