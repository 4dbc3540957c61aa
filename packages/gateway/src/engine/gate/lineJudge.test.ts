import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import type { HeldLine } from '../screen/heldLine.ts';
import { createSessionFilters } from './filters.ts';
import { createLineJudge } from './lineJudge.ts';

const rule = {
  id: 'a',
  name: 'no drop',
  action: 'reject',
  priority: 50,
  is_active: true,
  command_groups: [{ id: 'g', name: 'g', type: 'command', content: 'drop table', ignore_case: true }],
} as unknown as CommandFilter;

const at = (prompt: string, text: string, changes: Partial<HeldLine> = {}): HeldLine => ({
  isFull: false,
  editor: 'unknown',
  texts: [text],
  hint: text,
  isShown: true,
  isFound: true,
  isAtPrompt: true,
  prompt,
  ...{ column: 0, below: 0, columns: 80 },
  ...changes,
});

const session = () => {
  const lines = createLineJudge(createSessionFilters([rule]).judge);
  return (prompt: string, text: string, changes: Partial<HeldLine> = {}) => {
    const decided = lines.decide({ line: at(prompt, text, changes), isUnsure: false });
    if (decided.action === 'accept') lines.entered(decided.entry);
    return decided.action;
  };
};

test.each([
  ['mysql shop', 'MariaDB [shop]> ', 'select count(*) from customer where name in (1, 2);'],
  ['sudo -u postgres psql', 'postgres=# ', "insert into note (text) values ('it''s');"],
  ['python3', '>>> ', 'print(datetime.date(2026, 1, 1))'],
  ['ssh db1 mysql', 'mysql> ', 'select (1);'],
])('what %s reads at %sneed not be a command of a shell', (started, prompt, statement) => {
  const type = session();
  expect(type('box$ ', statement)).toBe('unknown');
  expect(type('box$ ', started)).toBe('accept');
  expect(type(prompt, statement)).toBe('accept');
  expect(type(prompt, 'DROP  TABLE customer;')).toBe('reject');
  expect(type(prompt, 'exit')).toBe('accept');
  expect(type('box$ ', statement)).toBe('unknown');
});

test('a program that is over when the shell asks again changes nothing', () => {
  const type = session();
  expect(type('box$ ', 'mysql -e "select 1"')).toBe('accept');
  expect(type('box$ ', 'print(1)')).toBe('unknown');
});

test('what was typed is the likeliest reading: what half an echo shows need not make sense', () => {
  const type = session();
  expect(type('$ ', 'echo $((1+1))', { texts: ['o $((1+1))', '+1))'], isShown: false })).toBe('accept');
  expect(type('$ ', 'echo $((1+1))', { texts: ['drop table x'], isShown: false })).toBe('reject');
});

test.each([
  ['a machine that shows nothing in time', { texts: [], isShown: false }],
  ['a prompt that is not known', { prompt: '', isFound: false }],
])('on %s a line is joined with those it continues', (_what, changes) => {
  const type = session();
  expect(type('$ ', 'mysql -e "drop \\', changes)).toBe('accept');
  expect(type('> ', 'table x"', changes)).toBe('reject');
});

test('lines of a command that is not finished need not make sense alone', () => {
  const type = session();
  const unknown = { prompt: '', isFound: false };
  for (const line of ['if true', 'then', 'date']) expect(type('', line, unknown)).toBe('accept');
  expect(type('', 'fi', unknown)).toBe('accept');
  expect(type('', 'python3 - <<EOF', unknown)).toBe('accept');
  expect(type('', 'print(1)', unknown)).toBe('accept');
  expect(type('', 'EOF', unknown)).toBe('accept');
  expect(type('', 'print(1)', unknown)).toBe('unknown');
});

test('on a full screen, what is typed behind a prompt of the shell is a command, and no other text', () => {
  const full = { isFull: true, texts: [], isShown: false };
  expect(session()('', 'drop table x', full)).toBe('accept');
  expect(session()('$ ', 'drop table x', full)).toBe('reject');
});

test('of the readings of a line that continues others, only the likeliest has to make sense', () => {
  const type = session();
  expect(type('$ ', "sh <<'EOF'")).toBe('accept');
  expect(
    type('', 'for i in 1 2; do echo $i; done', { texts: ['for i in 1 2; do echo $i; done', 'i; done'] }),
  ).toBe('accept');
});
