import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import { causeOf, failureText, probe } from './probe.ts';

/** A storage in memory that gives back what `altered` makes of what it was sent. */
const storage = (altered: (content: Buffer) => Buffer | undefined) => {
  const kept = new Map<string, Buffer>();
  const blobs = {
    put: async (key: string, content: AsyncIterable<Buffer>) => {
      kept.set(key, await buffer(content));
      return { size: 0, sha256: '' };
    },
    get: async (key: string) => {
      const given = altered(kept.get(key) ?? Buffer.alloc(0));
      return given && Readable.from([given]);
    },
    remove: async (key: string) => void kept.delete(key),
  } as Partial<Blobs> as Blobs;
  return { blobs, kept };
};

test('a storage that gives back what it was sent works, and nothing of the test stays in it', async () => {
  const { blobs, kept } = storage((content) => content);
  await probe(blobs);
  expect(kept.size).toBe(0);
});

test.each([
  ['something else', () => Buffer.from('else')],
  ['nothing', () => undefined],
])('a storage that gives back %s does not work, and the reason is named', async (_what, altered) => {
  expect(await probe(storage(altered).blobs).catch(causeOf)).toBe('NotKept');
});

test.each([
  ['ECONNREFUSED', 'storage_unreachable'],
  ['ENOTFOUND', 'storage_unreachable'],
  ['NoSuchBucket', 'storage_fails'],
  ['unknown', 'storage_fails'],
])('a storage that fails with %s is told with %s', (cause, text) => {
  expect(failureText(cause)).toBe(text);
});
