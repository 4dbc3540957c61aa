import { expect, test } from 'vitest';
import { decodeFrame, encodeFrame } from './gatewayFrame.ts';

test('offset and payload of a frame survive the wire, also beyond four gigabytes', () => {
  for (const offset of [0, 1, 0xffff_ffff, 0x1_0000_0000, 123_456_789_012_345]) {
    const frame = decodeFrame(encodeFrame('output', offset, new Uint8Array([1, 2, 255])));
    expect(frame).toEqual({ kind: 'output', offset, payload: new Uint8Array([1, 2, 255]) });
  }
});

test('a frame inside a larger buffer is read in place', () => {
  const inner = encodeFrame('input', 7, new Uint8Array([65]));
  const outer = new Uint8Array(20);
  outer.set(inner, 5);
  expect(decodeFrame(outer.subarray(5, 14))).toEqual({
    kind: 'input',
    offset: 7,
    payload: new Uint8Array([65]),
  });
});

test('a frame that is too short or of an unknown kind is rejected', () => {
  expect(decodeFrame(new Uint8Array(7))).toBeNull();
  expect(decodeFrame(new Uint8Array(8))).toBeNull();
});
