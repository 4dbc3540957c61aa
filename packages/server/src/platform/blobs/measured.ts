import { createHash } from 'node:crypto';
import { ChecksumMismatch } from './blobs.ts';

/**
 * Content on its way into a store: counts and hashes it, and fails at its end when it is not as expected.
 */
export const measured = (
  key: string,
  content: AsyncIterable<Uint8Array>,
  expected: { sha256: string } | undefined,
) => {
  const hash = createHash('sha256');
  const found = { size: 0, sha256: '' };
  async function* stream() {
    for await (const chunk of content) {
      hash.update(chunk);
      found.size += chunk.length;
      yield chunk;
    }
    found.sha256 = hash.digest('hex');
    if (expected && expected.sha256.toLowerCase() !== found.sha256) throw new ChecksumMismatch(key);
  }
  return { stream: stream(), found };
};
