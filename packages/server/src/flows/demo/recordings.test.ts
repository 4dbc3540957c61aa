import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { record, scripts } from './recordings.ts';

const linesOf = (cast: Buffer) =>
  gunzipSync(cast)
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

test('a demo recording shows each typed key and the output at a human pace', () => {
  const steps = [
    { input: 'ls', output: 'a  b' },
    { input: 'exit', output: '' },
  ];
  const { cast, moments, seconds } = record(steps, '$ ', new Date('2026-03-18T12:00:00.700Z'));
  expect(linesOf(cast)).toEqual([
    { version: 2, width: 120, height: 32, timestamp: 1_773_835_200 },
    [0.4, 'o', 'Last login: from 10.2.14.90\r\n$ '],
    [1.6, 'o', 'l'],
    [1.67, 'o', 's'],
    [1.74, 'o', '\r\n'],
    [1.89, 'o', 'a  b\r\n'],
    [2.49, 'o', '$ '],
    [5.89, 'o', 'e'],
    [5.96, 'o', 'x'],
    [6.03, 'o', 'i'],
    [6.1, 'o', 't'],
    [6.17, 'o', '\r\n'],
    [6.32, 'o', '$ '],
  ]);
  expect([moments, seconds]).toEqual([[1740, 6170], 12]);
});

test('every demo script has commands, and several of them have output', () => {
  expect(scripts).toHaveLength(3);
  for (const script of scripts) {
    expect(script.length).toBeGreaterThan(2);
    for (const { input } of script) expect(input).toMatch(/\S/);
    expect(script.filter(({ output }) => output !== '').length).toBeGreaterThan(1);
  }
  const risky = scripts.flat().filter(({ risk }) => risk === 4);
  expect(risky.map(({ input }) => input)).toEqual(['sudo -i']);
});
