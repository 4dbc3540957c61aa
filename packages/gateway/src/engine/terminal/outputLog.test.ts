import { decodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOutputLog } from './outputLog.ts';

const textOf = (frames: Buffer[] | null) =>
  frames && Buffer.concat(frames.map((frame) => Buffer.from(decodeFrame(frame)!.payload))).toString('latin1');

test('after any writes and releases, a position is answered exactly or not at all', () => {
  const steps = fc.array(
    fc.oneof(
      fc.record({ write: fc.uint8Array({ minLength: 1, maxLength: 40 }) }),
      fc.record({ release: fc.double({ min: 0, max: 1, noNaN: true }) }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 1, noNaN: true }), (all, where) => {
      const log = createOutputLog(200);
      let written = Buffer.alloc(0);
      for (const step of all) {
        if ('write' in step) {
          log.append(Buffer.from(step.write));
          written = Buffer.concat([written, step.write]);
        } else log.release(Math.floor(written.length * step.release));
        expect(log.size()).toBeLessThanOrEqual(250);
      }
      const from = Math.floor(written.length * where);
      const frames = log.since(from);
      if (frames === null) return;
      expect(textOf(frames)).toBe(written.subarray(from).toString('latin1'));
      let next = from;
      for (const frame of frames) {
        const decoded = decodeFrame(frame)!;
        expect(decoded.offset).toBe(next);
        next += decoded.payload.length;
      }
    }),
  );
});

test('the newest bytes up to the limit are kept, the oldest dropped', () => {
  const log = createOutputLog(1000);
  for (let i = 0; i < 1000; i += 1) log.append(Buffer.from('0123456789'));
  expect(log.since(9_000)).not.toBeNull();
  expect(log.since(0)).toBeNull();
  expect(log.end()).toBe(10_000);
});

test('a position beyond the end is not answered', () => {
  const log = createOutputLog(1000);
  log.append(Buffer.from('abc'));
  expect(log.since(4)).toBeNull();
  expect(log.since(3)).toEqual([]);
});
