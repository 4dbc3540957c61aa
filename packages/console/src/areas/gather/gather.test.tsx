// @vitest-environment jsdom
import { gatheraccountsautomation } from '@gatehouse/contract/resources/accounts/gatheraccountsautomation.ts';
import { gatheraccountsexecution } from '@gatehouse/contract/resources/accounts/gatheraccountsexecution.ts';
import { gatheredaccount } from '@gatehouse/contract/resources/accounts/gatheredaccount.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const PLANS = '/api/v1/accounts/gather-account-automations/';
const RUNS = '/api/v1/accounts/gather-account-executions/';
const SYNC = '/api/v1/accounts/gathered-accounts/sync-accounts/';

const plan = { id: 'p1', name: 'nightly search', is_active: true, executed_amount: 2 };

test('A-2.2-063 plans that look for accounts are listed and started; their runs can be stopped', async () => {
  const { screen, user, server } = await openRoute('AccountGatherList', {
    routes: {
      ...listOf(gatheraccountsautomation, [plan]),
      ...answerTo(`POST ${RUNS}`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  const row = (await screen.findByText('nightly search')).closest('tr') as HTMLElement;
  expect(screen.getByRole('tab', { name: 'Found accounts' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('The machines are being searched.')).toBeTruthy();
  expect(server.calls('POST', RUNS)[0]?.body).toEqual({ automation: 'p1' });
});

test('A-2.2-064 a new plan searches once a day and creates no accounts, unless the form says otherwise', async () => {
  const { screen, user, server } = await openRoute('AccountGatherCreate', {
    routes: { [`POST ${PLANS}`]: detailRow(gatheraccountsautomation, plan) },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('nightly search');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect
    .poll(() => server.calls('POST', PLANS)[0]?.body)
    .toMatchObject({
      ...{ name: 'nightly search', is_sync_account: false, is_active: true },
      ...{ is_periodic: true, crontab: null, interval: 24 },
    });
});

test('A-2.2-068 a run that goes on can be stopped', async () => {
  const run = { id: 'r1', name: 'nightly search', automation: 'p1' };
  const { screen, user, server } = await openRoute('AccountGatherExecutionDetail', {
    params: { id: 'r1' },
    routes: {
      ...rowAt(gatheraccountsexecution, 'r1', { ...run, status: 'running' as const }),
      ...answerTo(`POST ${RUNS}:id/stop/`, undefined, { id: 'r1' }),
    },
  });
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  await expect.poll(() => server.calls('POST', `${RUNS}r1/stop/`)).toHaveLength(1);
});

test('accounts are created for those that were found and are unknown, one or several', async () => {
  const { screen, user, server } = await openRoute('GatheredAccountList', {
    routes: {
      ...listOf(gatheredaccount, [
        { id: 'g1', username: 'deploy', has_account: false, present: true },
        { id: 'g2', username: 'root', has_account: true, present: false },
      ]),
      [`POST ${SYNC}`]: answer(201),
      'GET /api/v1/assets/nodes/children/tree/': [],
    },
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr') as HTMLElement;
  const known = await rowOf('root');
  expect(within(known).getByText('No longer')).toBeTruthy();
  expect(within(known).getByRole('button', { name: 'Create account' }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(within(await rowOf('deploy')).getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('One account was created.')).toBeTruthy();
  expect(server.calls('POST', SYNC)[0]?.body).toEqual({ gathered_account_ids: ['g1'] });
});

const TASKS = '/api/v1/accounts/accounts/tasks/';

test('accounts that were found are removed from their machines once that is agreed to, root never', async () => {
  const asset = {
    ...{ id: 'a1', name: 'web-1', address: '10.0.0.1', platform: { id: 1, name: 'Linux' } },
    ...{
      type: { value: 'linux' as const, label: 'Linux' },
      category: { value: 'host' as const, label: 'Host' },
    },
    auto_config: { ansible_enabled: true, remove_account_enabled: true },
  };
  const { screen, user, server } = await openRoute('GatheredAccountList', {
    routes: {
      ...listOf(gatheredaccount, [
        { id: 'g1', username: 'deploy', asset },
        { id: 'g2', username: 'root', asset },
      ]),
      ...answerTo(`POST ${TASKS}`, { task: '10000000-0000-4000-8000-000000000001' }),
      'GET /api/v1/assets/nodes/children/tree/': [],
    },
  });
  const buttonOf = async (name: string) => {
    const row = (await screen.findByText(name)).closest('tr') as HTMLElement;
    await user.click(within(row).getByRole('button', { name: /More/ }));
    return screen.findByRole('menuitem', { name: 'Remove from machine' });
  };
  expect((await buttonOf('root')).getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByRole('menuitem', { name: 'Delete entry only' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await buttonOf('deploy'));
  const dialog = await screen.findByRole('dialog');
  expect(within(dialog).getByText('deploy@web-1')).toBeTruthy();
  expect(server.calls('POST', TASKS)).toHaveLength(0);
  await user.click(within(dialog).getByRole('button', { name: 'Remove from machine' }));
  expect(await screen.findByText('The accounts are being removed.')).toBeTruthy();
  expect(server.calls('POST', TASKS)[0]?.body).toEqual({ action: 'remove', gather_accounts: ['g1'] });
});
