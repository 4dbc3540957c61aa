import { INPUT_WINDOW_BYTES } from '@gatehouse/contract/wire/gateway.ts';
import { expect, test } from 'vitest';
import { createInputStream } from './inputStream.ts';

const collect = () => {
  const written: string[] = [];
  const acks: number[] = [];
  const finish: (() => void)[] = [];
  const stream = createInputStream({
    write: (bytes, done) => {
      written.push(bytes.toString());
      finish.push(done);
    },
    ack: (received) => acks.push(received),
  });
  return { written, acks, finish, stream };
};

test('resent bytes are taken once, and a gap is detected', () => {
  const { stream } = collect();
  expect(stream.begin('one')).toBe(0);
  expect(stream.take(0, Buffer.from('abc'))).toEqual(Buffer.from('abc'));
  expect(stream.take(0, Buffer.from('abc'))).toBeNull();
  expect(stream.take(1, Buffer.from('bcde'))).toEqual(Buffer.from('de'));
  expect(stream.take(9, Buffer.from('x'))).toBe('gap');
});

test('each window has its own count, which it gets back after reconnecting', () => {
  const { stream } = collect();
  stream.begin('one');
  stream.take(0, Buffer.from('abc'));
  expect(stream.begin('two')).toBe(0);
  stream.take(0, Buffer.from('x'));
  expect(stream.begin('one')).toBe(3);
  expect(stream.begin('two')).toBe(1);
});

test('a large paste is acknowledged as the asset reads it', () => {
  const { stream, acks, finish } = collect();
  stream.begin('one');
  const block = Buffer.alloc(64 * 1024);
  stream.take(0, block);
  stream.write(block);
  expect(acks).toEqual([]);
  finish[0]?.();
  expect(acks).toEqual([block.length]);
  stream.stop();
});

test('input for an asset that reads nothing is bounded', () => {
  const { stream } = collect();
  stream.begin('one');
  const block = Buffer.alloc(INPUT_WINDOW_BYTES);
  const results = Array.from({ length: 6 }, () => stream.write(block));
  expect(results).toEqual([true, true, true, false, false, false]);
});
