import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import { judgeOf } from './filters.ts';

const filterOf = (name: string, action: CommandFilter['action'], priority: number): CommandFilter => ({
  id: name,
  name,
  command_groups: [{ id: `of ${name}`, name, type: { value: 'command' }, content: name, ignore_case: true }],
  action,
  priority,
  is_active: true,
});
const judge = () => judgeOf([filterOf('rm', { value: 'reject' }, 1), filterOf('rm fine', 'accept', 100)]);

test('100 decides first, and the rule is named', () => {
  expect(judge()?.decide('rm fine').action).toBe('accept');
  expect(judge()?.decide("ls; r'm' x")).toEqual({
    action: 'reject',
    rule: { filter: { id: 'rm', name: 'rm' }, group: { id: 'of rm', name: 'rm' } },
  });
});

test('without an active filter nothing is decided', () => {
  expect(judgeOf([])).toBeNull();
  expect(judgeOf([{ ...filterOf('rm', 'reject', 1), is_active: false }])).toBeNull();
});

test('what a line defines counts for later ones', () => {
  const one = judge();
  one?.entered('alias x=rm');
  expect(one?.decide('x -rf /').action).toBe('reject');
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
  expect(judge()?.decide(line).action).toBe(action);
});
