import fc from 'fast-check';
import { expect, test } from 'vitest';
import { complains } from './complaint.ts';
import { drawn } from './drawn.ts';

test.each([
  ['\b\b\b\b\b\b\b\b\b          \rinterface 2\r\nup', 'interface 2\nup'],
  ['\u001b[42D          \u001b[42Dinterface 2', 'interface 2'],
  ['abc\u001b[2D\u001b[KX\u001b[0m', 'aX'],
  ['10%\r20%\rdone', 'done'],
  ['a\u001b[3Cb', 'a   b'],
  ['\u001b]0;title\u0007x\u0000\u001b[?25l', 'x'],
  ['ab\b\bX', 'Xb'],
])('of %j the device leaves %j on the screen', (printed, left) => {
  expect(drawn(printed)).toBe(left);
});

test('whatever a device prints becomes text without controls, of bounded length, within 2 s', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '\u001b[9999C',
      '\u001b[9999G',
      '\u001b[',
      '\u001b',
      '\b',
      '\r',
      '\n',
      'a',
      '\u001b]0;',
      ';',
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      expect(drawn(text)).not.toMatch(/[^\P{Cc}\n\t]/u);
      expect(drawn(text).length).toBeLessThan(4_200 * (1 + parts.length));
    }),
  );
  const start = performance.now();
  for (const sign of ['\u001b[', '\u001b]', '\b', '\u001b[9', 'a\r']) drawn(sign.repeat(60_000));
  expect(performance.now() - start).toBeLessThan(2_000);
});

test.each([
  ["dis x\r\n          ^\r\nError: Unrecognized command found at '^' position.\r\n<HUAWEI>", 'Error: Unrec'],
  ["sh x\r\n       ^\r\n% Invalid input detected at '^' marker.\r\n\r\nSwitch#", '% Invalid'],
  ['x\r\nunknown command.\r\nuser@host>', 'unknown command'],
  ['show log\r\n*Mar 1 00:00:01: %SEC-4-X: invalid parameter\r\nSwitch#', undefined],
  [`show log\r\n${'line\r\n'.repeat(9)}Error: none\r\nSwitch#`, undefined],
  ['% x\r\nok\r\n% ', undefined],
])('in the answer %j the device refuses the command: %s', (answer, complaint) => {
  expect(complains(answer.replaceAll('\r', ''))?.trim().slice(0, complaint?.length)).toBe(complaint);
});
