import type { CommandFilter } from '@gatehouse/contract/wire/connection.ts';
import { expect, test } from 'vitest';
import type { HeldLine } from '../screen/heldLine.ts';
import { createSessionFilters } from './filters.ts';
import { createLineJudge } from './lineJudge.ts';

const ruleOf = (name: string, action: string, content: string) =>
  ({
    ...{ id: name, name, action, priority: 50, is_active: true },
    command_groups: [{ id: 'g', name: 'g', type: 'command', content, ignore_case: true }],
  }) as unknown as CommandFilter;
const rule = ruleOf('no drop', 'reject', 'drop table');

const at = (prompt: string, text: string, changes: Partial<HeldLine> = {}): HeldLine => ({
  isFull: false,
  editor: 'unknown',
  texts: [text],
  hint: text,
  isShown: true,
  isFound: true,
  isAtPrompt: true,
  isInterrupting: false,
  before: '',
  prompt,
  ...{ column: 0, below: 0, columns: 80 },
  ...changes,
});

const session = () => {
  const lines = createLineJudge(createSessionFilters([rule]).judge);
  return (prompt: string, text: string, changes: Partial<HeldLine> = {}) => {
    const decided = lines.decide({ line: at(prompt, text, changes), isUnsure: false });
    if (decided.isUnknown) return 'unknown';
    if (decided.action === 'accept') lines.entered(decided);
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

/** A session in which a rule holds some commands for reviewers; every line is entered. */
const reviewed = () => {
  const lines = createLineJudge(createSessionFilters([ruleOf('careful', 'review', 'reboot')]).judge);
  const enter = (text: string, changes: Partial<HeldLine> = {}, isUnsure = false) => {
    const decided = lines.decide({ line: at('$ ', text, changes), isUnsure });
    lines.entered(decided);
    return decided;
  };
  return { lines, enter };
};
const unseen = { texts: [], isShown: false };

test('reviewers are shown the line as it is judged', () => {
  const { action, shown } = reviewed().enter('sudo reboot now');
  expect([action, shown]).toEqual(['review', { command: 'sudo reboot now' }]);
});

test('a line that continues others is shown with them', () => {
  const { enter } = reviewed();
  enter('echo a \\');
  enter('b; sudo \\', { prompt: '> ' });
  expect(enter('reboot', { prompt: '> ' })).toMatchObject({
    action: 'review',
    shown: { command: 'echo a \\\nb; sudo \\\nreboot' },
  });
});

test('the same last line of two commands does not look the same to reviewers', () => {
  const { enter } = reviewed();
  enter('sudo \\');
  const first = enter('reboot', { prompt: '> ' }).shown.command;
  enter('rm -rf /; \\');
  expect(enter('reboot', { prompt: '> ' }).shown.command).not.toBe(first);
});

test('a reference to the history is shown as what it stands for, which is uncertain', () => {
  const { enter } = reviewed();
  enter('reboot');
  const { action, isUnknown, shown } = enter('sudo !!');
  expect([action, isUnknown, shown]).toEqual([
    'review',
    true,
    { command: 'sudo reboot', doubt: 'uncertain' },
  ]);
});

test('the machine may keep other lines in its history than those that were entered', () => {
  const { enter } = reviewed();
  enter('reboot');
  enter('echo left out', { hint: ' echo left out' });
  expect(enter('!!').isUnknown).toBe(true);
});

test.each<[what: string, changes: Partial<HeldLine>]>([
  ['an unknown prompt', { hint: null, texts: ['x> reboot', 'reboot'] }],
  ['a line before it', { texts: ['echo x; reboot'] }],
])('with %s, the readings that the rules hold are shown, as uncertain', (_what, changes) => {
  const { action, shown } = reviewed().enter('reboot', changes);
  expect([action, shown.doubt]).toEqual(['review', 'uncertain']);
  expect(shown.command.split('\n')).toContain('reboot');
});

test('the reading that a rule holds is shown, and not the likelier one that it lets pass', () => {
  const { shown } = reviewed().enter('echo 1', { texts: ['reboot; echo 1'] });
  expect(shown).toEqual({ command: 'reboot; echo 1', doubt: 'uncertain' });
});

test('a line of which something else may run is uncertain, also where a rule holds it', () => {
  const { action, isUnknown, shown } = reviewed().enter('reboot', {}, true);
  expect([action, isUnknown, shown.doubt]).toEqual(['review', true, 'uncertain']);
});

test('a line that depends on names which earlier lines set is uncertain', () => {
  const { enter } = reviewed();
  enter("alias again='reboot'");
  expect(enter('again')).toMatchObject({ action: 'review', shown: { command: 'again', doubt: 'uncertain' } });
});

test('what the machine does not show is told to no reviewer, not even with what follows it', () => {
  const { lines, enter } = reviewed();
  const hidden = { command: '', doubt: 'hidden' };
  expect(enter('reboot S3cret', unseen)).toMatchObject({ action: 'review', isHidden: true, shown: hidden });
  expect(enter('sudo !!; reboot').shown.command).not.toContain('S3cret');
  enter('echo S3cret \\', unseen);
  expect(enter('reboot', { prompt: '> ' })).toMatchObject({ action: 'review', shown: hidden });
  lines.takenBack(null);
  lines.erased(at('', 'S3cret; ', { ...unseen, isAtPrompt: false }), false);
  const after = lines.decide({
    line: at('', 'reboot', { isAtPrompt: false, isShown: false, texts: ['reboot'] }),
    isUnsure: false,
  });
  expect(after).toMatchObject({ action: 'review', shown: hidden });
});

test('a line that a rule accepts names the rule, also where it is read in several ways', () => {
  const rules = [ruleOf('fine', 'accept', 'drop table spare'), rule];
  const lines = createLineJudge(createSessionFilters(rules).judge);
  const named = (text: string, changes: Partial<HeldLine> = {}) => {
    const decided = lines.decide({ line: at('$ ', text, changes), isUnsure: false });
    return [decided.action, decided.rule?.filter.name];
  };
  expect(named('drop table spare')).toEqual(['accept', 'fine']);
  expect(named('drop table spare', { texts: ['table spare'], isShown: false })).toEqual(['accept', 'fine']);
  expect(named('drop table spare; drop table x')).toEqual(['reject', 'no drop']);
  expect(named('ls')).toEqual(['accept', undefined]);
});
