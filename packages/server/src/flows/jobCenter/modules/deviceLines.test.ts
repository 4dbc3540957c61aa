import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { expect, test } from 'vitest';
import { createCommandJudge } from '../commandRules.ts';
import { blockedInLines } from './deviceLines.ts';

const rule = (action: CommandFilterRule['action'], content: string) =>
  ({
    ...{ id: `${action} ${content}`, action, name: content },
    command_groups: [{ type: 'command', content, ignore_case: true }],
  }) as unknown as CommandFilterRule;
const rules = [rule('accept', 'display'), rule('reject', 'reboot\nundo interface'), rule('warning', 'save')];
const outcome = (text: string, passesUnknown = false) =>
  createCommandJudge(passesUnknown)(text, rules, 'lines').outcome;

test('each line for a device is a command of its own, whatever quotes and signs are in the lines before it', () => {
  expect(outcome("display version\r\ndescription it's up")).toBe('pass');
  expect(outcome("header 'a\nreboot\nb'")).toBe('refused');
  expect(outcome('# note \\\n  REBOOT fast')).toBe('refused');
  expect(outcome('cat <<E\nreboot\nE')).toBe('refused');
  expect(outcome('save')).toBe('warning');
});

test('a short form of what a filter names is not known, since devices complete it', () => {
  expect(outcome('reb')).toBe('refused');
  expect(outcome('und int Vlanif 7')).toBe('refused');
  expect(outcome('do reb')).toBe('refused');
  expect(outcome('reb', true)).toBe('warning');
  expect(outcome('undo shutdown')).toBe('pass');
  expect(outcome('dis ver')).toBe('pass');
});

test('a command is found behind other words, in capital letters, and around the help sign at which devices read on', () => {
  const local = [rule('reject', 'local-user')];
  const told = (text: string, of = rules) => createCommandJudge(false)(text, of, 'lines').outcome;
  expect(told('undo local-u guest', local)).toBe('refused');
  expect(told('description l', local)).toBe('pass');
  expect(told('reb?oot')).toBe('refused');
  expect(told('?undo inter?face Vlanif 7')).toBe('refused');
  const exact = {
    ...rule('reject', 'reset saved'),
    command_groups: [{ type: 'command', content: 'reset saved' }],
  };
  expect(told('RESET saved', [exact as unknown as CommandFilterRule])).toBe('refused');
});

test('blocked words are those with which a line begins, in any case', () => {
  const list = ['reboot', ' Halt '];
  expect(blockedInLines('display version\n  Reboot now', list)).toBe('reboot');
  expect(blockedInLines('do halt', list)).toBe('halt');
  expect(blockedInLines('reb', list)).toBe('reboot');
  expect(blockedInLines('do hal?t', list)).toBe('halt');
  expect(blockedInLines('re', list)).toBeUndefined();
  expect(blockedInLines('display reboot-info reboot\ndescription halt', list)).toBeUndefined();
});
