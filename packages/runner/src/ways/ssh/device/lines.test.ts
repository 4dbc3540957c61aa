import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filled, fitsLines, type Line, linesFor, linesOf } from './lines.ts';

const lines = (...commands: string[]): Line[] => linesOf(commands) ?? [];
const values = { username: 'app', password: 'New-1', login_password: 'Sesame-1' };

test('commands are sent line by line with their values; what stands in a value is no placeholder', () => {
  const [first, second] = lines('username {username} secret {password}', '{login_password}');
  const odd = { username: '{password}', password: '{login_password}', login_password: 's' };
  expect(first && filled(first, odd)).toBe('username {password} secret {login_password}');
  expect(second && filled(second, odd)).toBe('s');
});

test('makers have commands of their own, which others replace; none, or none with a password, are no way', () => {
  expect(linesFor([''], 'Huawei')?.map(({ kind }) => kind)).toEqual([
    ...['command', 'command', 'command', 'command', 'command', 'command', 'confirmation'],
  ]);
  expect(linesFor(['set {password}', ' '], 'Huawei')).toEqual([
    { template: 'set {password}', kind: 'command' },
  ]);
  for (const [commands, platform] of [
    [undefined, 'General'],
    [[''], 'constructor'],
    [['show version'], 'Cisco'],
    [['set {password}\nreload'], 'Cisco'],
    [Array(101).fill('set {password}'), 'Cisco'],
  ] as const)
    expect(linesFor(commands, platform)).toBeUndefined();
});

const signs = fc.string({
  unit: fc.constantFrom(...'aZ09_.-@ ?;|&$`\'"\\<>(){}!#%\r\n\t\0é日'),
  maxLength: 8,
});

test('whatever a name and a password are, a line that fits has the words of its command and no others', () => {
  const [line] = lines('user {username} password {password} level 15');
  fc.assert(
    fc.property(signs, signs, fc.boolean(), (username, password, isDevice) => {
      if (!line || !fitsLines([line], { ...values, username, password }, isDevice)) return;
      const sent = filled(line, { ...values, username, password });
      expect(sent.split(' ')).toEqual(['user', username, 'password', password, 'level', '15']);
      expect(sent).not.toMatch(/[\p{Cc}?;|&$`'"\\<>{}]/u);
    }),
    { numRuns: 1000 },
  );
});

test('names that are more than a word are refused everywhere, passwords only where they stand in a command', () => {
  const typed = lines('user {username} password {password}');
  const asked = lines('passwd {username}', '{password}', '{password}');
  for (const username of ['', 'a b', 'a;b', '-x', 'a\nb', '?', 'a|b', '$(id)'])
    for (const some of [typed, asked]) expect(fitsLines(some, { ...values, username }, true)).toBe(false);
  for (const password of ['a b', 'what?', 'a;b', '"x"', '!x', 'é']) {
    expect(fitsLines(typed, { ...values, password }, true)).toBe(false);
    expect(fitsLines(asked, { ...values, password }, false)).toBe(true);
  }
  expect(fitsLines(asked, { ...values, password: 'a\nreload' }, true)).toBe(false);
  // An account that signed in by a key has no password to answer with, and may need none.
  const cisco = linesFor([''], 'Cisco') ?? [];
  expect(fitsLines(cisco, { ...values, login_password: '' }, true)).toBe(true);
  expect(fitsLines(lines('su {login_password} {password}'), { ...values, login_password: '' }, true)).toBe(
    false,
  );
  // A shell would read these as more than a word, a network device does not.
  expect(fitsLines(typed, { ...values, password: 'a!b*(c)' }, true)).toBe(true);
  expect(fitsLines(typed, { ...values, password: 'a!b*(c)' }, false)).toBe(false);
});
