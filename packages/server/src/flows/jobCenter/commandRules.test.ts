import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { expect, test } from 'vitest';
import { blockedWord, createCommandJudge } from './commandRules.ts';

const list = ['reboot', 'dd'];

test.each([
  ['reboot', 'reboot'],
  ['  /sbin/reboot now', 'reboot'],
  ['uptime && sudo reboot', 'reboot'],
  ['df -h\ndd if=/dev/zero of=x', 'dd'],
  ['echo reboot', undefined],
  ['./reboot-check', undefined],
  ['uptime', undefined],
])('of %j the list blocks %s', (command, word) => {
  expect(blockedWord({ prelude: '', command }, list)).toBe(word);
});

test.each([
  ['eval "$gatehouse_1"', 'reboot'],
  ['"$gatehouse_1" now', 'reboot'],
  ['sh -c "$gatehouse_1"', 'reboot'],
  ['echo "$gatehouse_1"', undefined],
])('what the values make of %j counts: %s', (command, word) => {
  expect(blockedWord({ prelude: "gatehouse_1='reboot'\n", command }, list)).toBe(word);
});

test('of a command that is too long to be read, each word counts', () => {
  const command = `eval "$gatehouse_1"; : ${'x'.repeat(5000)}`;
  expect(blockedWord({ prelude: "gatehouse_1='/sbin/reboot'\n", command }, list)).toBe('reboot');
  expect(blockedWord({ prelude: "gatehouse_1='uptime'\n", command }, list)).toBeUndefined();
});

const filter = (action: CommandFilterRule['action'], content: string): CommandFilterRule =>
  ({
    id: `${action} ${content}`,
    name: action,
    action,
    command_groups: [{ id: content, name: content, type: 'command', content, ignore_case: false }],
  }) as never;

test.each([
  ['accept', 'df -h', 'pass'],
  ['reject', 'uptime\nrm -rf /', 'refused'],
  ['review', 'rm x', 'refused'],
  ['warning', 'rm x', 'warning'],
  ['reject', 'df -h', 'pass'],
] as const)('a filter that says %s to rm decides on %j: %s', (action, command, outcome) => {
  expect(createCommandJudge(false)(command, [filter(action, 'rm')]).outcome).toBe(outcome);
});

test('the first filter decides, and what cannot be read is refused unless the settings let it pass', () => {
  const filters = [filter('accept', 'rm'), filter('reject', 'rm')];
  expect(createCommandJudge(false)('rm x', filters).outcome).toBe('pass');
  const odd = 'echo "unfinished';
  expect(createCommandJudge(false)(odd, [filter('reject', 'rm')]).outcome).toBe('refused');
  expect(createCommandJudge(true)(odd, [filter('reject', 'rm')]).outcome).toBe('warning');
  expect(createCommandJudge(false)(odd, []).outcome).toBe('pass');
});
