import { expect, test } from 'vitest';
import { usualName } from './permissionName.ts';
import { afterStep, changedAt, currentStep, isAsSeen, newSteps, nextStep, type Ticket } from './steps.ts';

const approvers = [
  [{ id: 'u1', name: 'Ann', username: 'ann' }],
  [
    { id: 'u2', name: 'Bob', username: 'bob' },
    { id: 'u3', name: 'Eve', username: 'eve' },
  ],
];
const ticket = (more: object = {}) =>
  ({ approval_step: '1', process_map: newSteps(approvers), ...more }) as unknown as Ticket;
const moment = expect.stringMatching(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d\+00:00$/);

test('a new ticket is pending at its first level, and each level names its approvers', () => {
  const waiting = { state: 'pending', processor: '', processor_display: '', approval_date: moment };
  expect(newSteps(approvers)).toEqual([
    { ...waiting, approval_level: 1, assignees: ['u1'], assignees_display: ['Ann(ann)'] },
    { ...waiting, approval_level: 2, assignees: ['u2', 'u3'], assignees_display: ['Bob(bob)', 'Eve(eve)'] },
  ]);
  expect([currentStep(ticket())?.assignees, nextStep(ticket())?.assignees]).toEqual([['u1'], ['u2', 'u3']]);
  const last = ticket({ approval_step: 2 });
  expect([currentStep(last)?.assignees, nextStep(last)]).toEqual([['u2', 'u3'], undefined]);
});

test('an approval moves a ticket to the next level; the last approval and any rejection close it', () => {
  const by = { id: 'u1', display: 'Ann(ann)' };
  const first = afterStep(ticket(), 'approved', by);
  expect(first).toMatchObject({ approval_step: 2 });
  expect(first).not.toHaveProperty('status');
  expect(first.process_map).toMatchObject([
    { state: 'approved', processor: 'u1', processor_display: 'Ann(ann)', approval_date: moment },
    { state: 'pending', processor: '' },
  ]);
  const rejected = afterStep(ticket(), 'rejected', by);
  expect(rejected).toMatchObject({ state: 'rejected', status: 'closed' });
  expect(rejected).not.toHaveProperty('approval_step');
  const last = afterStep(ticket({ approval_step: 2 }), 'approved', by);
  expect(last).toMatchObject({ state: 'approved', status: 'closed' });
  expect(last.process_map.map(({ state }) => state)).toEqual(['pending', 'approved']);
});

test('ticket versions are compared by the second, so each change gets a later second than the last', () => {
  const at = (date_updated: string) => ticket({ date_updated });
  const seen = new Date('2026-03-18T12:00:00Z');
  expect(isAsSeen(at('2026-03-18T12:00:00.900Z'), seen)).toBe(true);
  expect(isAsSeen(at('2026-03-18T12:00:01.000Z'), seen)).toBe(false);
  expect(isAsSeen(at('2026-03-18T11:59:59.999Z'), seen)).toBe(false);
  const ahead = '2061-03-18T12:00:00.900Z';
  expect(changedAt(at(ahead))).toBe('2061-03-18T12:00:01.000Z');
  const now = Date.now();
  expect(Date.parse(changedAt(at('2020-01-01T00:00:00Z')))).toBeGreaterThanOrEqual(now);
});

test('the permission of a ticket is named after its title and id, in at most 128 characters', () => {
  expect(usualName('Release', 'abcd-1234')).toBe('Release-abcd');
  expect(usualName('x'.repeat(200), 'abcd-1234')).toBe(`${'x'.repeat(123)}-abcd`);
  expect(usualName(`${'x'.repeat(122)}😀`, 'abcd-1234')).toBe(`${'x'.repeat(122)}-abcd`);
});
