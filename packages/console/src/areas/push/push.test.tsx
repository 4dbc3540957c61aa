// @vitest-environment jsdom
import { pushaccountautomation } from '@gatehouse/contract/resources/accounts/pushaccountautomation.ts';
import { pushaccountexecution } from '@gatehouse/contract/resources/accounts/pushaccountexecution.ts';
import { pushaccountrecord } from '@gatehouse/contract/resources/accounts/pushaccountrecord.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const PLANS = '/api/v1/accounts/push-account-automations/';
const RUNS = '/api/v1/accounts/push-account-executions/';
const RECORDS = '/api/v1/accounts/push-account-records/';

test('A-2.2-057 A-2.2-081 push plans are listed and started, without a licence too', async () => {
  const { screen, user, server } = await openRoute('AccountPushList', {
    routes: {
      ...listOf(pushaccountautomation, [{ id: 'p1', name: 'new hosts', accounts: ['app'], is_active: true }]),
      ...answerTo(`POST ${RUNS}`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  const row = (await screen.findByText('new hosts')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('The accounts are being pushed.')).toBeTruthy();
  expect(server.calls('POST', RUNS)[0]?.body).toEqual({ automation: 'p1' });
});

test('A-2.2-058 a new plan gives random secrets and has no schedule, unless the form says otherwise', async () => {
  const { screen, user, server } = await openRoute('AccountPushCreate', {
    routes: { [`POST ${PLANS}`]: detailRow(pushaccountautomation, { id: 'p1', name: 'new hosts' }) },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('new hosts');
  await user.click(screen.getByRole('combobox', { name: /^Accounts/ }));
  await user.paste('app');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('radio', { name: 'Specific' }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Enter a secret.')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Random/ }));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect
    .poll(() => server.calls('POST', PLANS)[0]?.body)
    .toMatchObject({ name: 'new hosts', accounts: ['app'], secret_strategy: 'random', is_periodic: false });
});

test('A-2.2-062 a run shows its accounts, and pushes again what failed; secrets only with the permission for them', async () => {
  const record = {
    ...{ id: 'c1', error: 'useradd is missing', status: 'failed' as const },
    account: { id: 'a1', name: 'app-password', username: 'app' },
  };
  const { screen, user, server } = await openRoute('AccountPushExecutionDetail', {
    caller: { perms: allBut('accounts.view_accountsecret') },
    params: { id: 'r1' },
    routes: {
      ...rowAt(pushaccountexecution, 'r1', {
        id: 'r1',
        name: 'new hosts',
        automation: 'p1',
        status: 'failure',
      }),
      ...listOf(pushaccountrecord, [record]),
      ...answerTo(`POST ${RECORDS}execute/`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Accounts' }));
  const row = (await screen.findByText('useradd is missing')).closest('tr') as HTMLElement;
  const view = within(row).getByRole('button', { name: 'View secrets' });
  expect(view.getAttribute('aria-disabled')).toBe('true');
  await user.click(within(row).getByRole('button', { name: 'Retry' }));
  await expect
    .poll(() => server.calls('POST', `${RECORDS}execute/`)[0]?.body)
    .toEqual({ record_ids: ['c1'] });
});
