// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { joblog } from '@gatehouse/contract/resources/audits/joblog.ts';
import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { passwordchangelog } from '@gatehouse/contract/resources/audits/passwordchangelog.ts';
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { actionsOfRow, chooseInRow, lastDialog, tabsShown } from '../../../test/actionsShown.ts';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { factsShown } from '../../../test/factsShown.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const OPERATION = '/api/v1/audits/operate-logs/o1/';
const operation = {
  id: 'o1',
  user: 'Ada(ada)',
  resource: 'web-1',
  resource_type: 'Asset',
  remote_addr: '10.0.0.9',
  datetime: '2031/01/02 03:04:05 +0000',
  action: { value: 'update', label: 'Update' } as never,
};
const routes = {
  ...listOf(operatelog, [operation]),
  ...rowAt(operatelog, 'o1', operation),
};
const withChange = {
  ...routes,
  [`GET ${OPERATION}`]: ({ query }: { query: Record<string, string> }) =>
    query.type === 'action_detail'
      ? { diff: [{ field: 'Address', before: '10.0.0.1', after: '10.0.0.2' }] }
      : detailRow(operatelog, operation),
};

const expectChange = async () => {
  const dialog = await lastDialog();
  expect(await dialog.findByText('10.0.0.2')).toBeTruthy();
  expect(factsShown()).toEqual([
    ['Resource', 'web-1 · Asset'],
    ['User', 'Ada ada'],
    ['Time', '2031-01-02 03:04:05'],
    ['From', '10.0.0.9'],
  ]);
  return dialog;
};

test('View changes shows the change of an operation in a dialog', async () => {
  const { user } = await openRoute('OperateLogList', { routes: withChange });
  expect(await actionsOfRow(user, 'web-1')).toEqual(['View changes']);
  for (const name of ['Create', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
  const row = screen.getByText('web-1').closest('tr') as HTMLElement;
  expect(row.textContent).toContain('2031-01-02 03:04:05');
  await chooseInRow(user, 'web-1', 'View changes');
  const dialog = await expectChange();
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const PREVIEW = '/api/v1/settings/changes/o1/';
const REVERT = `${PREVIEW}revert/`;
type Reversal = AnswerOf<Calls['GET /api/v1/settings/changes/:id/']>;
const reversal = (more: Partial<Reversal> = {}): Reversal => ({
  is_setting: true,
  can_revert: true,
  reason: '',
  left: [],
  diff: [{ field: 'Idle time (minutes)', before: '5', after: '30' }],
  consequences: [],
  ...more,
});
const openChange = async (preview: Reversal) => {
  const shown = await openRoute('OperateLogList', {
    routes: {
      ...withChange,
      ...answerTo('GET /api/v1/settings/changes/:id/', preview, { id: 'o1' }),
      ...answerTo('POST /api/v1/settings/changes/:id/revert/', { diff: [], waits: false }, { id: 'o1' }),
    },
  });
  await chooseInRow(shown.user, 'web-1', 'View changes');
  return { ...shown, dialog: await expectChange() };
};

test('a change of settings is reverted after a preview of what it puts back', async () => {
  const { user, server, dialog } = await openChange(
    reversal({ left: ['Password'], consequences: [{ field: 'Keep logs', text: 'Rows deleted: 7' }] }),
  );
  await user.click(await dialog.findByRole('button', { name: 'Revert' }));
  expect(await screen.findByText('Revert this change?')).toBeTruthy();
  const question = await lastDialog();
  question.getByText(/: Rows deleted: 7$/);
  const row = question.getByRole('row', { name: /Idle time/ });
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['5', '30']);
  expect(question.getByText(/not kept: Password/)).toBeTruthy();
  expect(server.calls('POST', REVERT)).toEqual([]);
  await user.click(question.getByRole('button', { name: 'Revert' }));
  await waitFor(() => expect(server.calls('POST', REVERT)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a change of settings that cannot be reverted says why, and others offer nothing', async () => {
  const reason = 'Changed again since then: Idle time (minutes). Nothing was changed.';
  const refused = await openChange(reversal({ can_revert: false, reason, diff: [] }));
  expect(await refused.dialog.findByText(reason)).toBeTruthy();
  expect(refused.dialog.queryByRole('button', { name: 'Revert' })).toBeNull();
});

test('a change that is not about settings offers no revert', async () => {
  const { dialog, server } = await openChange(reversal({ is_setting: false, can_revert: false, diff: [] }));
  await waitFor(() => expect(server.calls('GET', PREVIEW)).toHaveLength(1));
  expect(dialog.queryByRole('button', { name: 'Revert' })).toBeNull();
});

test('the page of an operation shows its change and has no actions or activity', async () => {
  const { user } = await openRoute('OperateLogDetail', { params: { id: 'o1' }, routes: withChange });
  const button = await screen.findByRole('button', { name: 'Changes' });
  expect(button.textContent).toBe('View changes');
  expect(screen.queryByRole('link', { name: 'Update' })).toBeNull();
  expect(await tabsShown()).toEqual(['Details']);
  await user.click(button);
  await expectChange();
});

test.each([
  ['create', 'ok'],
  ['update', 'run'],
  ['delete', 'bad'],
  ['approve', 'ok'],
  ['accept', 'ok'],
  ['reject', 'bad'],
  ['review', 'wait'],
  ['view', 'off'],
])('an operation of type %s is marked as %s', async (value, kind) => {
  const action = { value, label: `Did ${value}` } as never;
  await openRoute('OperateLogList', { routes: listOf(operatelog, [{ ...operation, action }]) });
  const text = await screen.findByText(`Did ${value}`);
  expect(text.closest('td')?.innerHTML).toMatch(new RegExp(`class="[^"]*\\b_?${kind}`));
});

test.each([
  [true, 'ok'],
  [false, 'bad'],
])('a sign-in with status %s is marked as %s', async (value, kind) => {
  const login = {
    id: 's1',
    username: 'ada',
    status: { value, label: 'Outcome' } as never,
    datetime: '2031/01/02 03:04:05 +0000',
  };
  const { screen } = await openRoute('LoginLogList', { routes: listOf(userloginlog, [login]) });
  const row = (await screen.findByText('ada')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Outcome').closest('td')?.innerHTML).toMatch(
    new RegExp(`class="[^"]*\\b_?${kind}`),
  );
  expect(row.textContent).toContain('2031-01-02 03:04:05');
  for (const name of ['Create', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(row.querySelector('[data-action]')).toBeNull();
});

test('the rule that decided a sign-in comes before the reason, and the tooltip has the full reason', async () => {
  const login = {
    id: 's1',
    username: 'ada',
    status: { value: false, label: 'Failed' } as never,
    rule: 'Partner networks out of hours',
    reason_display: 'Refused by a sign-in rule: Partner networks out of hours',
  };
  const other = { ...login, id: 's2', username: 'bob', rule: '', reason_display: 'Wrong MFA code' };
  await openRoute('LoginLogList', { routes: listOf(userloginlog, [login, other]) });
  const rule = await screen.findByText(/^Partner networks out of hours/);
  expect(rule.textContent).toBe('Partner networks out of hours Refused by a sign-in rule');
  expect(screen.getByText('Wrong MFA code')).toBeTruthy();
});

test('the page of a sign-in shows its facts and time', async () => {
  await openRoute('LoginLogDetail', {
    params: { id: 's1' },
    routes: rowAt(userloginlog, 's1', {
      id: 's1',
      username: 'ada',
      status: { value: false, label: 'Failed' } as never,
      datetime: '2031/01/02 03:04:05 +0000',
    }),
  });
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.getByText('2031-01-02 03:04:05')).toBeTruthy();
  expect(await tabsShown()).toEqual(['Details']);
  expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull();
});

test('password changes show their exact time', async () => {
  await openRoute('PasswordChangeLog', {
    routes: listOf(passwordchangelog, [{ id: 'c1', user: 'ada', datetime: '2031/01/02 03:04:05 +0000' }]),
  });
  expect(await screen.findByText('2031-01-02 03:04:05')).toBeTruthy();
});

test('A-2.3-012 jobs show who ran what and how it ended, and lead to the log', async () => {
  const usual = {
    material: 'shell:uptime',
    job_type: 'adhoc',
    time_cost: 1.5,
    date_start: '2031/01/02 03:04:05 +0000',
  };
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await openRoute('JobLog', {
    routes: listOf(joblog, [
      { id: 'j1', ...usual, creator_name: 'Ada(ada)', is_finished: true, is_success: true, task_id: 'run-1' },
    ]),
  });
  expect(await screen.findByText('shell:uptime')).toBeTruthy();
  expect(screen.getByText('1.50')).toBeTruthy();
  expect(screen.getByText('Succeeded', { selector: 'td *' })).toBeTruthy();
  await chooseInRow(user, 'shell:uptime', 'Log');
  expect(opened.mock.calls[0]?.[0]).toContain('run-1');
  opened.mockRestore();
});
