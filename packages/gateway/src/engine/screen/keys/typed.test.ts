import { expect, test } from 'vitest';
import { createTyping, withoutReports } from './typed.ts';

test("a terminal's automatic replies are not typed input", () => {
  const reports =
    '\x1b[I\x1b[O\x1b[24;80R\x1b[?1;2c\x1b[>0;276;0c\x1b[<35;10;5M\x1b[?2026;2$y\x1b]11;rgb:0d0d/1111/1717\x1b\\';
  expect(withoutReports(reports)).toBe('');
  expect(withoutReports(`l${reports}s`)).toBe('ls');
});

test('keys that look like the start of a reply are kept', () => {
  for (const key of ['\x1b[A', '\x1b[1;5C', '\x1bOP', '\x1b[15~', '\x1b[200~x\x1b[201~', '\x1b']) {
    expect(withoutReports(key)).toBe(key);
  }
});

test('an Enter comes with the typed text as long as no line editor could have changed it', () => {
  const typing = createTyping();
  expect(typing('ec').concat(typing('ho 1\rls\x7f\rlx\x15ls\r\rls\t\r\x04id\r'))).toEqual([
    { kind: 'keys', text: 'ec' },
    { kind: 'keys', text: 'ho 1' },
    { kind: 'enter', hint: 'echo 1' },
    { kind: 'keys', text: 'ls\x7f' },
    { kind: 'enter', hint: 'l' },
    { kind: 'keys', text: 'lx\x15ls' },
    { kind: 'enter', hint: 'ls' },
    { kind: 'enter', hint: '' },
    { kind: 'keys', text: 'ls\t' },
    { kind: 'enter', hint: null },
    // At the start of a line, a shell that stays has ignored the end of input.
    { kind: 'keys', text: '\x04id' },
    { kind: 'enter', hint: 'id' },
  ]);
});

test('line breaks inside a bracketed paste are not Enters, even when the paste arrives in pieces', () => {
  const typing = createTyping();
  const steps = [...typing('\x1b[200~a\r'), ...typing('b\x1b[201~\r')];
  expect(steps).toEqual([
    { kind: 'block', text: 'a\r' },
    { kind: 'block', text: 'b' },
    { kind: 'enter', hint: null },
  ]);
});

test('Ctrl-C discards the line', () => {
  expect(createTyping()('abc\x03')).toEqual([
    { kind: 'keys', text: 'abc' },
    { kind: 'cancel', hint: 'abc' },
  ]);
});

test('an Enter inside what looks like a terminal reply is an Enter', () => {
  for (const [input, typed] of [
    ['\x1b]evil\r\x07', '\x1b]evil\r\x07'],
    ['\x1bPevil\r\x1b\\', '\x1bPevil\r\x1b\\'],
    ['evil\x1b[M\r  ', 'evil\x1b[M\r  '],
    ['\x1b[M !!k', 'k'],
    ['\x1b]11;rgb:0/0/0\x07y', 'y'],
    ['\x1bP1$r0m\x1b\\z', 'z'],
  ] as const) {
    expect(withoutReports(input)).toBe(typed);
  }
});

test('input as long as a frame allows is processed at once, whatever it contains', () => {
  const LONG = 1024 * 1024;
  for (const input of [
    `\x1b]${'1'.repeat(LONG)}`,
    `\x1bP${'1'.repeat(LONG)}`,
    `\x1b[?${';'.repeat(LONG)}`,
    '\x1b]1'.repeat(LONG / 3),
  ]) {
    expect(withoutReports(input)).toBe(input);
  }
  const typing = createTyping();
  typing('x'.repeat(4_000));
  typing('a\x7f'.repeat(LONG / 2));
  expect(typing('\r')).toEqual([{ kind: 'enter', hint: 'x'.repeat(4_000) }]);
});

test('paste marks may arrive in pieces', () => {
  for (let cut = 1; cut < 6; cut += 1) {
    const typing = createTyping();
    const [begin, end] = ['\x1b[200~', '\x1b[201~'];
    const pieces = [
      begin.slice(0, cut),
      `${begin.slice(cut)}a\r${end.slice(0, cut)}`,
      `${end.slice(cut)}ls\r`,
    ];
    expect(pieces.flatMap(typing)).toEqual([
      { kind: 'block', text: 'a\r' },
      { kind: 'keys', text: 'ls' },
      { kind: 'enter', hint: null },
    ]);
    expect(typing('id\r').at(-1)).toEqual({ kind: 'enter', hint: 'id' });
  }
});

test('text that only starts like a mark is typed input', () => {
  const typing = createTyping();
  expect([...typing('\x1b'), ...typing('[2'), ...typing('Dx')]).toEqual([{ kind: 'keys', text: '\x1b[2Dx' }]);
});
