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

test.each<[line: string, action: string]>([
  ['for i in $(seq 3); do', 'accept'],
  ['for i in 1 2; do if true; then', 'accept'],
  ['cat <<EOF', 'accept'],
  ['cat <<EOF\nit is $here', 'accept'],
  ["echo 'first", 'accept'],
  ['true && \\', 'accept'],
  ['f() {', 'accept'],
  ['$x y', 'unknown'],
  [`${'x'.repeat(5_000)} y`, 'unknown'],
])('%j is %s', (line, action) => {
  expect(judge().decide(line).action).toBe(action);
});
