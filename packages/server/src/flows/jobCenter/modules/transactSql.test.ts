import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { expect, test } from 'vitest';
import { createCommandJudge } from '../commandRules.ts';
import { transactStatementsIn } from './transactSql.ts';

test('batches end with a line that is GO; comments are taken out, and names and strings are not read as such', () => {
  const text =
    "select [a;'b] /* /* x */ y */ from t -- rest\r\nGO\r\n\r\ngo ;\nupdate t set n = '--' where \"x\" = 1";
  expect(transactStatementsIn(text).map((one) => [one.text, one.isUnknown])).toEqual([
    ["select [a;'b] from t", false],
    ['update t set n = \'--\' where "x" = 1', false],
  ]);
});

test.each([
  "exec('dr' + 'op table t')",
  "declare @s nvarchar(99) = 'x'; EXECUTE (@s)",
  'select 1 exec p',
  "sp_executesql N'select 1'",
  '[sp_executesql] 1',
  "select * from [openquery](s, 'delete from t')",
  'helper 1, 2',
  'dbo.helper',
  'use.helper',
  "select 'open",
  'select 1 /* /* */ drop table t',
  'select 1\ngo\nhelper',
  "xp_cmdshell 'dir'",
  "select 1e0exec('dr' + 'op table t')",
  'select 0x1update t set n = 1',
  'select $1drop table t',
  'select 1.5drop table t',
])('what %j does is not known', (text) => {
  expect(transactStatementsIn(text).some(({ isUnknown }) => isUnknown)).toBe(true);
});

const rule = (action: CommandFilterRule['action'], content: string) =>
  ({
    ...{ id: `${action} ${content}`, action, name: content },
    command_groups: [{ type: 'command', content, ignore_case: true }],
  }) as unknown as CommandFilterRule;

test('no statement hides behind one that a filter accepts: nothing has to stand between them', () => {
  const outcome = (text: string, rules = [rule('accept', 'select'), rule('reject', 'drop table')]) =>
    createCommandJudge(false)(text, rules, 'transact').outcome;
  expect(outcome('select 1')).toBe('pass');
  expect(outcome('select 1 DROP  TABLE t')).toBe('refused');
  expect(outcome('select 1\nGO\ndrop /* x */ table [t]')).toBe('refused');
  expect(outcome('select 1 as [/*] drop /*x*/ table t --*/')).toBe('refused');
  expect(outcome('exec p')).toBe('refused');
  expect(outcome('exec p', [])).toBe('pass');
  expect(outcome('select 1drop table t', [rule('warning', 'drop')])).toBe('refused');
  expect(outcome("select 1.5e3, 0x1F, t1a, '1drop' from t where n > 12 -- 1drop")).toBe('pass');
});
