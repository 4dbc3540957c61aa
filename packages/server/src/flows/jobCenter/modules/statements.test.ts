import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import { expect, test } from 'vitest';
import { createCommandJudge } from '../commandRules.ts';
import { statementsIn } from './statements.ts';

test.each([
  [
    "select 1; select 'a;b' -- rest;\n; update t set n = 2",
    ['select 1', "select 'a;b'", 'update t set n = 2'],
  ],
  ['DROP /* ; */  TABLE\n"t;"', ['DROP TABLE "t;"']],
  ["select 'it''s'", ["select 'it''s'"]],
  [' ;; ', []],
])('of %j these statements are known', (text, known) => {
  expect(
    statementsIn(text)
      .filter(({ isUnknown }) => !isUnknown)
      .map((one) => one.text),
  ).toEqual(known);
  expect(statementsIn(text)).toHaveLength(known.length);
});

test.each([
  "select 'open",
  "select 'a\\' ; drop table t; -- '",
  'select 1 /*! ; drop table t */',
  'select 1 /* /* */ ; drop table t; */',
  'select 1 --1; drop table t',
  'select 1 # ; drop table t',
  "do $$ begin execute 'dr' || 'op table t'; end $$",
  "prepare p from 'drop table t'",
  'execute p',
  'call f()',
  'select U&"\\0064" from t',
  "if 1 then execute immediate concat('dr', 'op table t'); end if",
  "set  statement max_statement_time = 9 for execute immediate concat('dr', 'op table t')",
  "again: loop execute immediate concat('dr', 'op table t'); leave again; end loop",
  "`a mark`: begin not atomic execute immediate concat('dr', 'op table t'); end",
  "select query_to_xml('del' || 'ete from t', true, false, '')",
  `select pg_catalog . "query_to_xml" ('del' || 'ete from t', true, false, '')`,
  "select dblink_exec('dbname=shop', 'dr' || 'op table t')",
  "select * from ts_stat('sel' || 'ect v from t')",
])('what %j does is not known: databases read it differently, or it is put together', (text) => {
  expect(statementsIn(text).some(({ isUnknown }) => isUnknown)).toBe(true);
});

const rule = (action: CommandFilterRule['action'], content: string) =>
  ({
    ...{ id: `${action} ${content}`, action, name: content },
    command_groups: [{ type: 'command', content, ignore_case: true }],
  }) as unknown as CommandFilterRule;

test('filters decide each statement: the first that matches it; the strictest decides for all', () => {
  const outcome = (text: string, passesUnknown = false) =>
    createCommandJudge(passesUnknown)(
      text,
      [rule('accept', 'select'), rule('reject', 'drop table'), rule('warning', 'update')],
      'statements',
    ).outcome;
  expect(outcome('select count(*) from t')).toBe('pass');
  expect(outcome('select 1; Drop  Table t')).toBe('refused');
  expect(outcome('drop/**/table t')).toBe('refused');
  expect(outcome('explain analyze drop table t')).toBe('refused');
  expect(outcome('update t set n = 1')).toBe('warning');
  expect(outcome("select 'open")).toBe('refused');
  expect(outcome("select 'open", true)).toBe('warning');
  expect(outcome("update t set note = 'select'; select 1")).toBe('warning');
});
