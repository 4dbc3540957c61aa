// @vitest-environment jsdom
import { accountbackupautomation } from '@gatehouse/contract/resources/accounts/accountbackupautomation.ts';
import { accountbackupexecution } from '@gatehouse/contract/resources/accounts/accountbackupexecution.ts';
import { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { user as userResource } from '@gatehouse/contract/resources/users/user.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const RUNS = '/api/v1/accounts/account-backup-plan-executions/';
const PLANS = '/api/v1/accounts/account-backup-plans/';

const plan = {
  ...{ id: 'p1', name: 'nightly', types: ['linux', 'mysql'] },
  ...{ periodic_display: 'Cron ( 0 3 * * * )', executed_amount: 7 },
};
const run = {
  ...{ id: 'r1', name: 'nightly', plan: 'p1', timedelta: 1.234, progress: 40, reason: '' },
  status: { value: 'running' as const, label: 'Running' },
};
const failed = {
  ...{ ...run, id: 'r2', progress: null, reason: 'EVE has no file encryption password.' },
  status: { value: 'failure' as const, label: 'Failed' },
};
const constraints = {
  ...{ charset_enabled: false, domain_enabled: true, su_enabled: false },
  ...{ protocols: [], automation: {} },
};
const category = <Name extends 'host' | 'database'>(value: Name, label: string, type: string) => ({
  ...{ value, label },
  types: [{ value: type.toLowerCase(), label: type, category: value, constraints }],
});
const categories = answerTo('GET /api/v1/assets/categories/', [
  category('host', 'Host', 'Linux'),
  category('database', 'Database', 'MySQL'),
]);

test('A-2.2-075 B-3-025 plans are listed with their types and times, and are started from there', async () => {
  const { screen, user, server } = await openRoute('AccountBackupPlanList', {
    routes: {
      ...listOf(accountbackupautomation, [plan]),
      ...categories,
      ...answerTo(`POST ${RUNS}`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  const row = (await screen.findByText('nightly')).closest('tr') as HTMLElement;
  for (const text of ['Linux, MySQL', 'Cron ( 0 3 * * * )', '7'])
    expect(await within(row).findByText(text)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Runs' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('The backup is running.')).toBeTruthy();
  expect(server.calls('POST', RUNS)[0]?.body).toEqual({ plan: 'p1' });
});

test('without the permission to start runs, or to see secrets, these are not offered', async () => {
  const { screen } = await openRoute('AccountBackupPlanList', {
    routes: { ...listOf(accountbackupautomation, [plan]), ...categories },
    caller: { perms: allBut('accounts.add_accountbackupexecution', 'accounts.view_accountsecret') },
  });
  const row = (await screen.findByText('nightly')).closest('tr') as HTMLElement;
  expect(within(row).getByRole('button', { name: 'Run now' }).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create' }).disabled).toBe(true);
});

test('A-2.2-076 B-5-017 the form asks for the receivers of both parts only where secrets are split, and refuses short times', async () => {
  const { screen, user, server } = await openRoute('AccountBackupPlanCreate', {
    routes: {
      ...categories,
      ...listOf(userResource, [
        { id: 'u1', name: 'Ann' },
        { id: 'u2', name: 'Bob' },
      ]),
      ...listOf(replaystorage, []),
      [`POST ${PLANS}`]: detailRow(accountbackupautomation, { id: 'p1', name: 'weekly' }),
    },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('weekly');
  const pick = async (field: RegExp, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    const [shown, ...others] = await screen.findAllByTitle(option);
    await user.click(others.at(-1) ?? (shown as HTMLElement));
  };
  await pick(/^Types/, 'Linux');
  // As for clients that do not say otherwise, secrets are split unless that is switched off.
  const split = screen.getByRole('switch', { name: /^Is password divided by email/ });
  expect(split.getAttribute('aria-checked')).toBe('true');
  await user.click(split);
  expect(screen.queryByRole('combobox', { name: /^Recipients part two/ })).toBeNull();
  expect(screen.queryByText('Obj recipients part one')).toBeNull();
  await user.click(split);
  await pick(/^Recipients part one/, 'Ann');
  await pick(/^Recipients part two/, 'Bob');
  const times = screen.getByRole('textbox', { name: /^Crontab/ });
  await user.click(times);
  await user.paste('*/5 * * * *');
  expect(await screen.findByText('Runs must be at least ten minutes apart.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Daily' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', PLANS)[0]?.body).toMatchObject({
      ...{ name: 'weekly', types: ['linux'], backup_type: 'email' },
      ...{ recipients_part_one: [{ pk: 'u1' }], recipients_part_two: [{ pk: 'u2' }] },
      ...{ obj_recipients_part_one: [], obj_recipients_part_two: [] },
      ...{ is_periodic: true, crontab: '0 2 * * *', interval: 24 },
    }),
  );
});

test('A-2.2-077 the form of a plan is filled in; storages of the server are not offered', async () => {
  const stored = {
    ...{ ...plan, backup_type: { value: 'object_storage' as const, label: 'Storage' } },
    ...{ obj_recipients_part_one: [{ id: 's1', name: 'vault' }], is_password_divided_by_obj_storage: false },
  };
  const { screen, server } = await openRoute('AccountBackupPlanUpdate', {
    params: { id: 'p1' },
    routes: {
      ...categories,
      ...rowAt(accountbackupautomation, 'p1', stored),
      ...listOf(replaystorage, [{ id: 's1', name: 'vault' }]),
    },
  });
  expect(await screen.findByDisplayValue('nightly')).toBeTruthy();
  expect(await screen.findByText('vault')).toBeTruthy();
  expect(screen.queryByText('Obj recipients part two')).toBeNull();
  expect(server.calls('GET', '/api/v1/terminal/replay-storages/')[0]?.query).toMatchObject({
    type_not: 'server,null',
  });
});

test('A-2.2-078 the page of a plan has its facts, and a tab with its runs', async () => {
  const { screen, server } = await openRoute('AccountBackupPlanDetail', {
    params: { id: 'p1' },
    tab: 'AccountBackupPlanExecutionList',
    routes: {
      ...categories,
      ...rowAt(accountbackupautomation, 'p1', plan),
      ...listOf(accountbackupexecution, [failed]),
    },
  });
  expect(await screen.findByText('EVE has no file encryption password.')).toBeTruthy();
  expect(server.calls('GET', RUNS)[0]?.query).toMatchObject({ plan_id: 'p1' });
});

test('the page of a plan tells what its way of sending needs, and nothing of the other', async () => {
  const { screen } = await openRoute('AccountBackupPlanDetail', {
    params: { id: 'p1' },
    routes: {
      ...categories,
      ...rowAt(accountbackupautomation, 'p1', {
        ...{ ...plan, backup_type: { value: 'email' as const, label: 'Email' } },
        ...{ is_password_divided_by_email: true, recipients_part_one: [{ id: 'u1', name: 'Ann' }] },
        recipients_part_two: [{ id: 'u2', name: 'Bob' }],
      }),
    },
  });
  for (const text of ['Each part gets one half', 'Ann', 'Bob'])
    expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByText(/Obj recipients/)).toBeNull();
});

test('A-2.2-079 runs are listed with status, progress and reason; one that goes on is stopped', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  const { screen, user, server } = await openRoute('AccountBackupPlanExecutionList', {
    routes: {
      ...listOf(accountbackupexecution, [run, failed]),
      ...answerTo(`POST ${RUNS}:id/stop/`, undefined, { id: 'r1' }),
    },
  });
  const row = (await screen.findByText('40 %')).closest('tr') as HTMLElement;
  expect(within(row).getByText('1.23 s')).toBeTruthy();
  expect(screen.getByText('EVE has no file encryption password.')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Log' }));
  expect(String(open.mock.calls[0]?.[0])).toContain('/task/r1/log/');
  await user.click(within(row).getByRole('button', { name: 'Stop' }));
  const dialog = await screen.findByRole('dialog', { name: 'Stop this run of nightly?' });
  await user.click(within(dialog).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.calls('POST', `${RUNS}r1/stop/`)).toHaveLength(1));
});

test('A-2.2-080 the page of a run leads to its plan, and says why it failed', async () => {
  const { screen } = await openRoute('AccountBackupPlanExecutionDetail', {
    params: { id: 'r2' },
    routes: rowAt(accountbackupexecution, 'r2', failed),
  });
  expect(await screen.findByText('EVE has no file encryption password.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'nightly' }).getAttribute('href')).toBe(
    '/console/accounts/account-backup/p1',
  );
  expect(screen.getByText('Failed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});
