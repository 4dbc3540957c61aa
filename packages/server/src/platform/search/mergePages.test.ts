import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergePages } from './mergePages.ts';

const byNumber = (a: number, b: number) => a - b;
async function* sent(pages: readonly number[][]): AsyncGenerator<number[]> {
  yield* pages;
}
const merged = async (sources: readonly AsyncIterable<number[]>[]): Promise<number[]> => {
  const found: number[] = [];
  for await (const page of mergePages(sources, byNumber)) {
    expect(page.length).toBeGreaterThan(0);
    found.push(...page);
  }
  return found;
};

test('pages of several sources, of any sizes, come out as one list in order', async () => {
  const source = fc
    .tuple(fc.array(fc.integer({ min: 0, max: 9 })), fc.array(fc.integer({ min: 0, max: 4 })))
    .map(([numbers, sizes]) => {
      const left = numbers.sort(byNumber);
      return [...sizes.map((size) => left.splice(0, size)), left];
    });
  await fc.assert(
    fc.asyncProperty(fc.array(source, { maxLength: 4 }), async (sources) => {
      const all = sources.flat(2).sort(byNumber);
      expect(await merged(sources.map(sent))).toEqual(all);
    }),
    { numRuns: 50, seed: 1 },
  );
});

test('a reader that leaves ends every source, and so does one that fails', async () => {
  const ended: string[] = [];
  const endless = async function* (name: string): AsyncGenerator<number[]> {
    try {
      for (let at = 0; ; at += 1) yield [at];
    } finally {
      ended.push(name);
    }
  };
  for await (const page of mergePages([endless('a'), endless('b')], byNumber)) if (page[0] === 2) break;
  expect(ended).toEqual(['a', 'b']);
  const broken = async function* (): AsyncGenerator<number[]> {
    yield [1];
    throw new Error('broken');
  };
  await expect(merged([endless('c'), broken()])).rejects.toThrow('broken');
  expect(ended).toEqual(['a', 'b', 'c']);
});
