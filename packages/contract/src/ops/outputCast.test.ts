import fc from 'fast-check';
import { expect, test } from 'vitest';
import { castLines } from './outputCast.ts';

const played = (lines: Iterable<string>) => [...lines].map((line) => JSON.parse(line));
const rest = { name: 'web-1', began: 1_700_000_000, seconds: 2 };

test('an output becomes events at its times, for a terminal of its width; the end of the work is the last', () => {
  const text = `one\ntwo é日\r\n${'x'.repeat(99)}\n`;
  const times = [
    [0, 4],
    [1_500, 11],
    [1_500, 11],
  ] as const;
  expect(played(castLines({ ...rest, text, times }))).toEqual([
    { version: 2, width: 99, height: 24, timestamp: 1_700_000_000, title: 'web-1' },
    [0, 'o', 'one\r\n'],
    [1.5, 'o', 'two é日\r'],
    [1.5, 'o', `\r\n${'x'.repeat(99)}\r\n`],
    [2, 'm', ''],
  ]);
});

test('whatever times are kept, all of the text is played once and in order', () => {
  const signs = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀', '日') });
  const pairs = fc.array(fc.tuple(fc.nat(5_000), fc.nat(40)));
  fc.assert(
    fc.property(signs, pairs, (text, times) => {
      const [, ...events] = played(castLines({ ...rest, text, times }));
      const said = events.filter(([, kind]) => kind === 'o').map(([, , piece]) => piece);
      expect(said.join('').replaceAll('\r', '')).toBe(text.replaceAll('\r', ''));
      const at = events.map(([time]) => time);
      expect(at).toEqual(at.toSorted((a, b) => a - b));
    }),
  );
});
