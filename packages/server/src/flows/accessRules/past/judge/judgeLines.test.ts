import { expect, test } from 'vitest';
import { createLineJudge, type JudgedFilter } from './judgeLines.ts';

const filterOf = (
  id: string,
  action: JudgedFilter['action'],
  content: string,
  type: 'command' | 'regex' = 'command',
): JudgedFilter => ({
  ...{ id, action },
  command_groups: [{ id: `of ${id}`, name: id, type, content, ignore_case: true }],
});
const judgeWith = (draft: JudgedFilter, passesUnknown: boolean, ...others: JudgedFilter[]) => {
  const judge = createLineJudge(draft, passesUnknown);
  judge.learn(0, [...others, draft]);
  return (line: string) => judge.judge({ set: 0, state: 0, line });
};
const unknown = '$x y';

test.each(['accept', 'warning', 'review'] as const)(
  'a line that may run more than is judged is refused, also where the draft says %s of a part of it',
  (action) => {
    const of = judgeWith(filterOf('draft', action, 'reboot'), false);
    for (const line of [unknown, unknown, `reboot; ${unknown}`, 'sudo !!'])
      expect(of(line).by).toBe('unread');
    expect([of('reboot').by, of('ls').by, of('for i in 1; do').by]).toEqual(['draft', 'none', 'none']);
  },
);

test('what a filter rejects is rejected by it, whatever else may run', () => {
  const of = judgeWith(filterOf('draft', 'reject', 'reboot'), false, filterOf('other', 'reject', 'mkfs'));
  expect(of(`reboot; ${unknown}`)).toMatchObject({ by: 'draft', outcome: 'reject' });
  expect(of(`mkfs; ${unknown}`).by).toBe('none');
});

test('where the setting lets unknown lines pass, the filters alone decide', () => {
  const of = judgeWith(filterOf('draft', 'review', 'reboot'), true);
  expect(of(unknown).by).toBe('none');
  expect(of(`reboot; ${unknown}`)).toMatchObject({ by: 'draft', outcome: 'review' });
});

test('with a group that cannot be compiled in force, every line is refused', () => {
  const of = judgeWith(
    filterOf('draft', 'accept', 'ls'),
    true,
    filterOf('broken', 'reject', 'rm (', 'regex'),
  );
  expect([of('ls').by, of('date').by]).toEqual(['unread', 'unread']);
});
