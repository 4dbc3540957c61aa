import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { createSessionFilters } from './filters.ts';

const filterOf = (name: string, action: CommandFilter['action'], priority: number): CommandFilter => ({
  id: name,
  name,
  command_groups: [{ id: `of ${name}`, name, type: { value: 'command' }, content: name, ignore_case: true }],
  action,
  priority,
  is_active: true,
});
const filters = () =>
  createSessionFilters([filterOf('rm', { value: 'reject' }, 1), filterOf('rm fine', 'accept', 100)]);
const judge = () => filters().judge;

test('100 decides first, and the rule is named', () => {
  expect(judge().decide('rm fine').action).toBe('accept');
  expect(judge().decide("ls; r'm' x")).toEqual({
    action: 'reject',
    rule: { filter: { id: 'rm', name: 'rm' }, group: { id: 'of rm', name: 'rm' } },
  });
});

test('of filters with the same priority the first by name decides, as everywhere', () => {
  const rules = [filterOf('rm', 'reject', 50), filterOf('a rm', 'accept', 50)];
  const [, accepting] = rules;
  const named = [rules[0]!, { ...accepting!, command_groups: rules[0]!.command_groups }];
  for (const order of [named, named.toReversed()])
    expect(createSessionFilters(order).judge.decide('rm x')).toMatchObject({
      action: 'accept',
      rule: { filter: { name: 'a rm' } },
    });
});

test('without an active filter nothing is decided', () => {
  const inactive = { ...filterOf('rm', 'reject', 1), is_active: false };
  for (const none of [[], [inactive], [{ ...inactive, is_active: true, command_groups: [] }]]) {
    const { judge: idle } = createSessionFilters(none);
    expect([idle.isIdle(), idle.decide('rm').action]).toEqual([true, 'accept']);
  }
});

test('what a line defines counts for later ones', () => {
  const one = judge();
  one.entered('alias x=rm');
  expect(one.decide('x -rf /').action).toBe('reject');
});

test('other filters decide from the next line on, and know what the shell was told before', () => {
  const { judge: one, replace } = filters();
  one.entered('alias x=mkfs');
  replace([filterOf('mkfs', 'reject', 1)]);
  expect([one.decide('rm y').action, one.decide('x y').action]).toEqual(['accept', 'reject']);
  replace([]);
  expect([one.isIdle(), one.decide('x y').action]).toEqual([true, 'accept']);
});

test('sessions with the same rules compile them once, and do not know what each other was told', () => {
  const large = (tail: string) =>
    Array.from({ length: 40 }, (_, at) => filterOf(`${`word${at} part\n`.repeat(40)}${tail}`, 'reject', 50));
  const timeOf = (rules: CommandFilter[]) => {
    const began = performance.now();
    const session = createSessionFilters(rules);
    return { session, ms: performance.now() - began };
  };
  const alone = ['a', 'b', 'c'].map((tail) => timeOf(large(tail)));
  const again = Array.from({ length: 30 }, () => timeOf(large('a')));
  const fastest = Math.min(...alone.map(({ ms }) => ms));
  expect(again.map(({ ms }) => ms).sort((a, b) => a - b)[15]).toBeLessThan(fastest / 3);
  const [one, two] = again.map(({ session }) => session.judge);
  one?.entered('alias x=word7');
  expect([one?.decide('x part').action, two?.decide('x part').action]).toEqual(['reject', 'accept']);
  expect(alone).toHaveLength(3);
});

test.each<[line: string, action: string]>([
  ['for i in $(seq 3); do', 'accept'],
  ['for i in 1 2; do if true; then', 'accept'],
  ['cat <<EOF', 'accept'],
  ['cat <<EOF\nit is $here', 'accept'],
  ["echo 'first", 'accept'],
  ['true && \\', 'accept'],
  ['f() {', 'accept'],
  ['$x y', 'unknown'],
  ['rm a; $x y', 'reject, unknown'],
  [`${'x'.repeat(5_000)} y`, 'unknown'],
])('%j is %s', (line, ruling) => {
  const { action, isUnknown } = judge().decide(line);
  const said = [...(action === 'accept' && isUnknown ? [] : [action]), ...(isUnknown ? ['unknown'] : [])];
  expect(said.join(', ')).toBe(ruling);
});

test('a line under review keeps the doubt about what else it runs', () => {
  const { judge: one } = createSessionFilters([filterOf('rm', 'review', 1)]);
  expect(one.decide('rm x')).not.toHaveProperty('isUnknown');
  expect(one.decide('rm x; $(cat y) z')).toMatchObject({ action: 'review', isUnknown: true });
});

test.each([
  ['a variable', 'X=/tmp/a', 'rm $X'],
  ['an alias', "alias clean='rm -f'", 'clean a'],
  ['a function', 'clean() { rm -f "$1"; }', 'clean a'],
])(
  'a line under review that depends on %s of an earlier line is told from one that does not',
  (_what, first, line) => {
    const { judge: one } = createSessionFilters([filterOf('rm', 'review', 1)]);
    expect(one.decide('rm a')).not.toHaveProperty('isDependent');
    one.entered(first);
    expect(one.decide('rm a')).not.toHaveProperty('isDependent');
    expect(one.decide(line)).toMatchObject({ action: 'review', isDependent: true });
  },
);

test.each(['reject', 'accept', 'review', 'warning'] as const)(
  'where a group of a filter that says %s cannot be compiled, no line is decided, and the group is named',
  (action) => {
    const broken = filterOf('broken', action, 50);
    broken.command_groups[0] = { ...broken.command_groups[0]!, type: 'regex', content: 'rm (' };
    const { judge: one, replace } = createSessionFilters([broken, filterOf('ls', 'accept', 100)]);
    expect(one.isIdle()).toBe(false);
    for (const line of ['ls', 'rm x', 'echo fine'])
      expect(() => one.decide(line)).toThrow('broken (of broken)');
    replace([filterOf('ls', 'accept', 100)]);
    expect(one.decide('ls').action).toBe('accept');
  },
);
