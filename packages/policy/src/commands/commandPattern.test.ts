import type { CommandGroup, PatternRefusal } from '@gatehouse/contract/policy/command.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { type CommandPattern, compileCommandPattern } from './commandPattern.ts';

type Type = CommandGroup['type'];

const patternOf = (content: string, type: Type = 'command', ignore_case = true): CommandPattern => {
  const pattern = compileCommandPattern({ type, content, ignore_case });
  if ('refusal' in pattern) throw new Error(JSON.stringify(pattern.refusal));
  return pattern;
};
const refusalOf = (content: string, type: Type): PatternRefusal | undefined => {
  const pattern = compileCommandPattern({ type, content, ignore_case: true });
  return 'refusal' in pattern ? pattern.refusal : undefined;
};

test.each<[content: string, source: string]>([
  ['rm', '\\brm\\b'],
  ['rm -rf', 'rm\\s+-rf'],
  ['dd   if=', 'dd\\s+if='],
  ['init0', '\\binit0'],
  ['/bin/rm', '/bin/rm\\b'],
  ['.bashrc', '\\.bashrc\\b'],
  ['mkfs.', '\\bmkfs\\.'],
  ['rm\n\n  halt \r\nshut down\r', '\\brm\\b|\\bhalt\\b|shut\\s+down'],
])('%j is the pattern %s', (content, source) => {
  expect(patternOf(content).source).toBe(source);
});

test.each<[content: string, text: string, found: string | undefined]>([
  ['rm', 'rm -rf /', 'rm'],
  ['rm', 'sudo rm x', 'rm'],
  ['rm', 'farm rmx term', undefined],
  ['rm', 'RM x', 'RM'],
  ['init0', 'init01', 'init0'],
  ['/bin/rm', '/bin/rm x', '/bin/rm'],
  ['rm -rf', 'rm \t  -rf /', 'rm \t  -rf'],
  ['rm -rf', 'rm -r', undefined],
  ['halt\nreboot', 'now reboot', 'reboot'],
  ['a.b', 'axb', undefined],
  ['a.b', 'a.b', 'a.b'],
  ['删除', '删除 x', '删除'],
  ['$(x)|y', 'echo $(x)|y', '$(x)|y'],
])('the command %j in %j finds %j', (content, text, found) => {
  const pattern = patternOf(content);
  expect(pattern.find(text)).toBe(found);
  expect(pattern.matches(text)).toBe(found !== undefined);
});

test('upper and lower case differ where the group says so, and an expression is used as it is', () => {
  expect(patternOf('rm', 'command', false).find('RM')).toBeUndefined();
  const expression = '^(rm|del)\\s.*\n?$';
  expect(patternOf(expression, 'regex', false).source).toBe(expression);
  expect(patternOf(expression, 'regex', false).find('del x')).toBe('del x');
  expect(patternOf(expression, 'regex').find('DEL x')).toBe('DEL x');
});

test.each<[content: string, refusal: PatternRefusal]>([
  ['ab(cd', { reason: 'invalid', problem: 'missing closing )', part: 'ab(cd', at: 0 }],
  ['x[a', { reason: 'invalid', problem: 'missing closing ]', part: '[a', at: 1 }],
  ['rm|a**', { reason: 'invalid', problem: 'invalid nested repetition operator', part: '**', at: 4 }],
  ['x\\q', { reason: 'invalid', problem: 'invalid escape sequence', part: '\\q', at: 1 }],
  ['(a)\\1', { reason: 'unsupported', problem: 'invalid escape sequence', part: '\\1', at: 3 }],
  ['x(?!y)', { reason: 'unsupported', problem: 'invalid or unsupported Perl syntax', part: '(?!', at: 1 }],
  ['x(?<=y)', { reason: 'unsupported', problem: 'invalid named capture', part: '(?<=y)', at: 1 }],
  ['a(?>b)', { reason: 'unsupported', problem: 'invalid or unsupported Perl syntax', part: '(?>', at: 1 }],
  ['a++', { reason: 'unsupported', problem: 'invalid nested repetition operator', part: '++', at: 1 }],
])('the expression %j is refused with the place', (content, refusal) => {
  expect(refusalOf(content, 'regex')).toEqual(refusal);
});

test('content beyond the limits is refused with the limit', () => {
  expect(refusalOf(' \n\t', 'command')).toEqual({ reason: 'empty' });
  expect(refusalOf('', 'regex')).toEqual({ reason: 'empty' });
  expect(refusalOf('x'.repeat(16_385), 'command')).toEqual({ reason: 'too_long', max: 16_384 });
  expect(refusalOf('x'.repeat(4_097), 'regex')).toEqual({ reason: 'too_long', max: 4_096 });
  expect(refusalOf('x\n'.repeat(1_001), 'command')).toEqual({ reason: 'too_many_lines', max: 1_000 });
  expect(refusalOf('x{1000}'.repeat(21), 'regex')).toEqual({ reason: 'too_large', max: 20_000 });
  const most = Array.from({ length: 1_000 }, (_, at) => `command ${at}`).join('\n');
  expect(patternOf(most).find('run command 7')).toBe('command 7');
});

test('patterns that would keep other engines busy for years end at once', () => {
  const began = performance.now();
  for (const pattern of ['(a+)+$', '^(a|aa)*b$', '(.*)(.*)(.*)(.*)(.*)c'])
    expect(patternOf(pattern, 'regex').matches(`${'a'.repeat(20_000)}x`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('any content is a pattern or is refused with a reason, and a command finds itself', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.constantFrom<Type>('command', 'regex'),
      fc.string(),
      (content, type, text) => {
        const pattern = compileCommandPattern({ type, content, ignore_case: true });
        if ('refusal' in pattern) expect(pattern.refusal.reason).toMatch(/^[a-z_]+$/);
        else expect(pattern.matches(text)).toBe(pattern.find(text) !== undefined);
      },
    ),
    proofRuns({ small: 300, whole: 20_000 }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ -~]{1,30}$/), (command) => {
      fc.pre(command.trim() !== '');
      expect(patternOf(command).matches(command)).toBe(true);
    }),
    proofRuns({ small: 300, whole: 20_000 }),
  );
});
