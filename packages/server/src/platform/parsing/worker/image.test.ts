import { crc32, deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { cleanImage } from './image.ts';

const most = { side: 4_096, pixels: 8_000_000 };

const chunk = (type: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};
const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const head = (width: number, height: number) => {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, 0], 8);
  return chunk('IHDR', data);
};
const pixels = (width: number, height: number) =>
  chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + 3 * width), 7)));
const end = chunk('IEND', Buffer.alloc(0));
const png = (width = 2, height = 2, ...between: Buffer[]) =>
  Buffer.concat([start, head(width, height), ...between, pixels(width, height), end]);

const segment = (marker: number, data: Uint8Array) => {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(data.length + 2);
  return Buffer.concat([Buffer.from([0xff, marker]), length, data]);
};
const frame = (width: number, height: number) =>
  segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]));
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  Buffer.from([1, 0xff, 0, 2, 0xff, 0xd0, 3]),
]);
const jpeg = (width = 3, height = 2, ...between: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...between,
    frame(width, height),
    scan,
    Buffer.from([0xff, 0xd9]),
  ]);

test('a picture keeps its pixels and its size, and nothing else', () => {
  const script = Buffer.from('<script>alert(1)</script>');
  const noisy = Buffer.concat([png(2, 2, chunk('tEXt', script), chunk('acTL', script)), script]);
  expect(cleanImage(noisy, most)).toEqual({ type: 'png', width: 2, height: 2, bytes: png() });
  const told = Buffer.concat([jpeg(3, 2, segment(0xe1, script), segment(0xfe, script)), script]);
  expect(cleanImage(told, most)).toEqual({ type: 'jpeg', width: 3, height: 2, bytes: jpeg() });
});

const reasonOf = (file: Buffer) => {
  try {
    return cleanImage(file, most);
  } catch (error) {
    return error;
  }
};

test.each([
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['GIF', 'GIF89a\u0001\u0000'],
  ['HTML', '<!doctype html><img src=x onerror=alert(1)>'],
  ['an icon', '\u0000\u0000\u0001\u0000'],
  ['nothing', ''],
])('%s is refused by its content', (_what, text) => {
  expect(reasonOf(Buffer.from(text, 'latin1'))).toMatchObject({ refused: { refused: 'type' } });
});

test.each([
  ['wider than allowed', png(4_097, 1), { refused: 'side', max: 4_096 }],
  [
    'of too many pixels',
    Buffer.concat([start, head(4_000, 4_000), pixels(1, 1), end]),
    { refused: 'pixels' },
  ],
  ['of no size', png(0, 2), { refused: 'unusual' }],
  ['higher than allowed', jpeg(1, 5_000), { refused: 'side' }],
])('a picture %s is refused', (_what, file, refused) => {
  expect(reasonOf(file)).toMatchObject({ refused });
});

test('a picture that unpacks to more than its size, or to less, is refused', () => {
  const bomb = Buffer.concat([start, head(2, 2), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), end]);
  expect(reasonOf(bomb)).toBeInstanceOf(Error);
  expect(reasonOf(Buffer.concat([start, head(9, 9), pixels(2, 2), end]))).toBeInstanceOf(Error);
});

test.each([
  ['a PNG cut off', png().subarray(0, 40)],
  ['a PNG whose checksum is wrong', Buffer.from(png()).fill(9, 20, 22)],
  ['only the head of a PNG, before a page', Buffer.concat([start, Buffer.from('<html>'.repeat(20))])],
  ['a JPEG cut off', jpeg().subarray(0, -2)],
  ['a JPEG without a picture', Buffer.from([0xff, 0xd8, 0xff, 0xd9])],
  ['only the head of a JPEG, before a page', Buffer.from('\u00ff\u00d8\u00ff\u00fe<html>', 'latin1')],
])('%s is refused', (_what, file) => {
  expect(reasonOf(file)).toBeInstanceOf(Error);
});
