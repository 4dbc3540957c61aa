import addonUnicode11 from '@xterm/addon-unicode11';
import headless from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../../../scripts/proofSize.ts';
import { createStringCap } from './capStrings.ts';

const limits = { payload: 8, run: 20, marks: 3 };

/** What stays of the output when it arrives in these pieces. */
const cutOf = (pieces: readonly (string | Buffer)[], cap = createStringCap(limits)) =>
  Buffer.concat(pieces.map((piece) => cap.cut(Buffer.from(piece as string)))).toString('latin1');
const bytes = (text: string) => Buffer.from(text).toString('latin1');

test.each([
  ['a title', '\x1b]2;', '\x07'],
  ['a title that ends with an escape', '\x1b]2;', '\x1b\\'],
  ['a title between control characters above ASCII', '\x9d2;', '\x9c'],
  ['a title that is cancelled', '\x1b]2;', '\x18'],
  ['a title that is substituted', '\x1b]2;', '\x1a'],
  ['a device control string', '\x1bP1;2$q', '\x1b\\'],
  ['a device control string without parameters', '\x1bPq', '\x1b\\'],
  ['a device control string between control characters above ASCII', '\x90q', '\x9c'],
  ['a refused device control string', '\x1bP1<', '\x1b\\'],
  ['a device control string refused behind an intermediate', '\x1bP!1', '\x18'],
])('%s loses what is beyond the limit, and keeps its end', (_what, begin, end) => {
  const [long, short] = ['x'.repeat(100), 'x'.repeat(begin.includes('2;') ? 6 : 8)];
  const expected = bytes(`a${begin}${short}${end}b`);
  expect(cutOf([`a${begin}${short}${end}b`])).toBe(expected);
  expect(cutOf([`a${begin}${long}${end}b`])).toBe(expected);
  const single = [...Buffer.from(`a${begin}${long}${end}b`)].map((byte) => Buffer.from([byte]));
  expect(cutOf(single)).toBe(expected);
});

test('a bell ends a title, but no device control string', () => {
  expect(cutOf([`\x1bPq${'x'.repeat(7)}\x07y\x1b\\z`])).toBe(`\x1bPq${'x'.repeat(7)}\x07\x1b\\z`);
});

test('a second string has the limit for itself', () => {
  const title = `\x1b]2;${'x'.repeat(20)}\x07`;
  expect(cutOf([title, title])).toBe('\x1b]2;xxxxxx\x07'.repeat(2));
  expect(cutOf([`\x1b]2;${'x'.repeat(20)}\x9d2;${'y'.repeat(20)}\x07`])).toBe(
    bytes('\x1b]2;xxxxxx\x9d2;yyyyyy\x07'),
  );
});

test.each([
  ['a colour', `\x1b[31m${'x'.repeat(100)}`],
  ['text behind a character set', `\x1b(]${'x'.repeat(100)}`],
  ['text behind a reset', `\x1bc]${'x'.repeat(100)}`],
  ['text in a string that no terminal stores', `\x1b_${'x'.repeat(100)}`],
  ['letters above ASCII', 'é中'.repeat(100)],
  ['a few combining characters', 'e\u0301'.repeat(100)],
])('%s is left as it is', (_what, text) => {
  const original = Buffer.from(text);
  expect(createStringCap(limits).cut(original)).toBe(original);
});

test('combining characters beyond the limit are left out, those before them and the text behind stay', () => {
  const marks = '\u0301';
  expect(cutOf([`a${marks.repeat(100)}b`])).toBe(bytes(`a${marks.repeat(13)}b`));
  expect(cutOf([`${'中'.repeat(10)}${marks.repeat(100)}中`])).toBe(
    bytes(`${'中'.repeat(10)}${marks.repeat(3)}中`),
  );
  expect(cutOf([`a${marks.repeat(10)}`, `${marks.repeat(90)}b`])).toBe(bytes(`a${marks.repeat(13)}b`));
});

test('a byte that belongs to no sequence ends it, in every terminal alike', () => {
  expect(cutOf(['\x1bP1é'])).toBe(`${bytes('\x1bP1')}\xc3\x18\xa9`);
  expect(cutOf([Buffer.from([0x1b, 0xff, 0x5d, 0x61])])).toBe('\x1b\xff\x18]a');
});

test('the string of a terminal that is released goes on without being stored', () => {
  const cap = createStringCap(limits);
  expect(cutOf(['\x1b]2;a'], cap)).toBe('\x1b]2;a');
  cap.forget();
  expect(cutOf(['bc\x07d'], cap)).toBe('\x07d');
  expect(cutOf(['\x1b'], cap)).toBe('\x1b');
  cap.forget();
  expect(cutOf([`]2;${'x'.repeat(100)}`], cap)).toBe(`]2;${'x'.repeat(100)}`);
});

const alphabet = fc.constantFrom(
  ...['\x1b', '\x1b', '\x1b]', '\x1bP', '\x1b_', '\x1bX', '\x1b^', '\x1b[', '\x1b\\', '\x07', '\x18', '\x1a'],
  ...['\x90', '\x9d', '\x9c', '\x9f', '\x9b', '\x85', ']', 'P', '$', '!', '<', ':', '0', '2;', ';', 'm', 'q'],
  ...['title', 'text', 'é', '中', '😀', '\r\n', '\x00', '\x7f', '\t', ' ', 'x'.repeat(30)],
);

const seen = async (chunks: readonly Buffer[]): Promise<string[]> => {
  const terminal = new headless.Terminal({ cols: 60, rows: 12, allowProposedApi: true, logLevel: 'off' });
  terminal.loadAddon(new addonUnicode11.Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  for (const chunk of chunks) await new Promise<void>((done) => terminal.write(chunk, done));
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) =>
    active.getLine(row)!.translateToString(true),
  );
  const at = `${active.cursorX} ${active.cursorY}`;
  terminal.dispose();
  return [...rows, at];
};

test('whatever sequences an asset sends, a terminal shows the same with and without the limit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(alphabet, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 6 }),
      async (parts, lengths, payload) => {
        const output = Buffer.from(parts.join(''));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < output.length; turn += 1) {
          const length = lengths[turn % lengths.length] ?? 1;
          chunks.push(output.subarray(at, at + length));
          at += length;
        }
        const cap = createStringCap({ payload, run: 1_000, marks: 64 });
        expect(await seen(chunks.map(cap.cut))).toEqual(await seen(chunks));
      },
    ),
    proofRuns({ small: 150, whole: 40_000 }),
  );
});
