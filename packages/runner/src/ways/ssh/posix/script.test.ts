import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quote } from './quote.ts';
import { scriptOf, sectionsOf } from './script.ts';

/** Shells that a machine may have, each with every value as one word of a command. */
const shells = [['sh'], ['bash'], ['busybox', 'sh'], ['zsh']];

const words = fc.array(
  fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
    fc.constantFrom(
      "'",
      "''",
      '\\',
      '$(id)',
      '`id`',
      '$' + '{IFS}',
      '\n',
      '-n',
      '*',
      '~',
      '!!',
      '"; exit 1; "',
      '',
    ),
  ),
  { minLength: 1, maxLength: 40 },
);

test('a quoted value is one word in every shell, whatever is in it', () => {
  fc.assert(
    fc.property(words, fc.constantFrom(...shells), (values, [shell = 'sh', ...args]) => {
      const script = values.map((value) => `printf '%s\\0' ${quote(value)}\n`).join('');
      const { stdout, status } = spawnSync(shell, args, { input: script });
      expect(status).toBe(0);
      const expected = values.map((value) => Buffer.from(`${value}\0`));
      expect(stdout.equals(Buffer.concat(expected))).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test('a NUL is refused', () => {
  expect(() => quote('a\0b')).toThrow('NUL');
});

test.each(shells)('a script prints its sections in %s, and no command reads the rest of it', (...shell) => {
  const [program = 'sh', ...args] = shell;
  const script = scriptOf("it's a mark", {
    greedy: 'cat',
    plain: "printf 'no line end'",
    failing: 'no-such-command; cat /no/such/file; printf x; false',
    last: 'echo "$mark is told"',
  });
  const { stdout, stderr } = spawnSync(program, args, { input: script, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(Object.fromEntries(sectionsOf(`Welcome!\r\n${stdout}Bye`, "it's a mark") ?? [])).toMatchObject({
    ...{ greedy: '', plain: 'no line end', failing: 'x' },
  });
});

test('output without its end is no answer', () => {
  expect(sectionsOf('\nm passwd\nroot:x:0:0', 'm')).toBeNull();
  expect(sectionsOf('', 'm')).toBeNull();
  expect(sectionsOf('\nm end\n', 'other')).toBeNull();
});

test('a section that comes twice is what it was first', () => {
  const sections = sectionsOf('\nm a\none\n\nm a\ntwo\n\nm end\n', 'm');
  expect(sections?.get('a')).toBe('one');
});
