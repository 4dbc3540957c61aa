import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openedRange, sealedFrames } from './sealedFrames.ts';

const content = randomBytes(200_000);
const by = { key: randomBytes(32), place: 3 };
/** Chunks of odd lengths, as they arrive. */
const chunks = async function* () {
  for (let at = 0; at < content.length; at += 30_011) yield content.subarray(at, at + 30_011);
};
const stored = () => buffer(sealedFrames(chunks(), by));
const reading =
  (sealed: Buffer) =>
  async ({ start, end }: { start: number; end: number }) =>
    Readable.from([sealed.subarray(start, end + 1)]);

test('any part of a sealed file opens, and nothing of its content lies in it', async () => {
  const sealed = await stored();
  expect(sealed.includes(content.subarray(70_000, 70_016))).toBe(false);
  for (const [start, end] of [
    ...[
      [0, 199_999],
      [0, 0],
      [65_535, 65_536],
      [131_072, 199_999],
    ],
    ...[
      [199_999, 199_999],
      [70_000, 180_000],
    ],
  ] as [number, number][])
    expect(await openedRange(reading(sealed), { start, end }, by)).toEqual(content.subarray(start, end + 1));
});

test('what was changed, moved or taken from another file does not open', async () => {
  const sealed = await stored();
  const frame = 65_536 + 16;
  const swapped = Buffer.concat([sealed.subarray(frame, 2 * frame), sealed.subarray(0, frame)]);
  for (const [wrong, key] of [
    [sealed.with(9, (sealed[9] ?? 0) ^ 1), by],
    [swapped, by],
    [sealed, { ...by, place: 4 }],
    [sealed.subarray(0, frame - 1), by],
  ] as const)
    await expect(openedRange(reading(Buffer.from(wrong)), { start: 0, end: 9 }, key)).rejects.toThrow();
});
