// @vitest-environment jsdom
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { changesecretexecution } from '@gatehouse/contract/resources/accounts/changesecretexecution.ts';
import { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow, pageOf } from '../../../test/sampleRow.ts';

const RUNS = '/api/v1/accounts/change-secret-executions/';
const PLANS = '/api/v1/accounts/change-secret-automations/';

const plan = {
  ...{ id: 'p1', name: 'monthly', accounts: ['app', 'web'], is_active: true, executed_amount: 7 },
  secret_strategy: { value: 'random' as const, label: 'Random, each its own' },
};
const run = {
  ...{ id: 'r1', name: 'monthly', automation: 'p1' },
  status: 'running' as const,
};
const record = {
  ...{ id: 'c1', error: 'web-1 accepts neither.' },
  account: { id: 'a1', name: 'app', username: 'app' },
  status: 'pending' as const,
};

test('A-2.2-069 B-3-025 plans are listed with their accounts, and are started from there', async () => {
  const { screen, user, server } = await openRoute('AccountChangeSecretList', {
    routes: {
      ...listOf(changesecretautomation, [plan, { ...plan, id: 'p2', name: 'resting', is_active: false }]),
      ...answerTo(`POST ${RUNS}`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  const row = (await screen.findByText('monthly')).closest('tr') as HTMLElement;
  expect(within(row).getByText(/app/)).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Runs' })).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Run now' }));
  expect(await screen.findByText('The secrets are being changed.')).toBeTruthy();
  expect(server.calls('POST', RUNS)[0]?.body).toEqual({ automation: 'p1' });
  const resting = screen.getByText('resting').closest('tr') as HTMLElement;
  expect(within(resting).getByRole('button', { name: 'Run now' }).getAttribute('aria-disabled')).toBe('true');
});

test('A-2.2-070 the form asks for a secret only where all accounts get the same', async () => {
  const { screen, user, server } = await openRoute('AccountChangeSecretCreate', {
    routes: { [`POST ${PLANS}`]: detailRow(changesecretautomation, { id: 'p1', name: 'weekly' }) },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('weekly');
  expect(screen.queryByLabelText(/^Secret\b(?! [st])/)).toBeNull();
  expect(screen.getByLabelText('Length')).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Specific' }));
  expect(await screen.findByLabelText(/^Secret\b(?! [st])/)).toBeTruthy();
  expect(screen.queryByLabelText('Length')).toBeNull();
  await user.click(screen.getByRole('combobox', { name: /^Accounts/ }));
  await user.paste('app');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(await screen.findByText('Enter a secret.')).toBeTruthy();
  expect(server.calls('POST', PLANS)).toEqual([]);
});

test('commands for devices are entered one per line, and are part of the plan only where there are some', async () => {
  const { screen, user, server } = await openRoute('AccountChangeSecretCreate', {
    routes: { [`POST ${PLANS}`]: detailRow(changesecretautomation, { id: 'p1', name: 'switches' }) },
  });
  await user.click(await screen.findByRole('textbox', { name: /^Name/ }));
  await user.paste('switches');
  await user.click(screen.getByRole('combobox', { name: /^Accounts/ }));
  await user.paste('app');
  await user.keyboard('{Enter}');
  await user.click(screen.getByRole('textbox', { name: /^Commands/ }));
  await user.paste(' ');
  await user.clear(screen.getByRole('textbox', { name: /^Commands/ }));
  await user.click(screen.getByRole('textbox', { name: /^Commands/ }));
  await user.paste('enable\nset {username} {password}');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await expect.poll(() => server.calls('POST', PLANS)).toHaveLength(1);
  expect(server.calls('POST', PLANS)[0]?.body).toMatchObject({
    params: { change_secret_by_ssh: { commands: ['enable', 'set {username} {password}'] } },
  });
});

test('A-2.2-074 a run shows the outcome for its accounts, and can be stopped while it is running', async () => {
  const { screen, user, server } = await openRoute('AccountChangeSecretExecutionDetail', {
    params: { id: 'r1' },
    routes: {
      ...rowAt(changesecretexecution, 'r1', run),
      ...listOf(changesecretrecord, [record]),
      ...answerTo(`POST ${RUNS}:id/stop/`, undefined, { id: 'r1' }),
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Accounts' }));
  const row = (await screen.findByText('Pending')).closest('tr') as HTMLElement;
  expect(within(row).getByText('web-1 accepts neither.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('The run is being stopped.')).toBeTruthy();
  expect(server.calls('POST', `${RUNS}r1/stop/`)).toHaveLength(1);
});

test('changes that did not succeed are repeated, one or all; both secrets of a change are masked', async () => {
  const RECORDS = '/api/v1/accounts/change-secret-records/';
  const failed = { ...record, status: 'failed' as const };
  const secrets = { id: 'c1', old_secret: 'before-1', new_secret: null };
  const { screen, user, server } = await openRoute('AccountChangeSecretExecutionDetail', {
    params: { id: 'r1' },
    routes: {
      ...rowAt(changesecretexecution, 'r1', { ...run, status: 'failure' as const }),
      ...listOf(changesecretrecord, [failed]),
      ...answerTo(`GET ${RECORDS}:id/secret/`, secrets, { id: 'c1' }),
      ...answerTo(`POST ${RECORDS}execute/`, { task: '10000000-0000-4000-8000-000000000001' }),
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Accounts' }));
  const row = (await screen.findByText('Failed')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Retry' }));
  await user.click(screen.getByRole('button', { name: 'Retry all failed' }));
  await expect
    .poll(() => server.calls('POST', `${RECORDS}execute/`).map(({ body }) => body))
    .toEqual([{ record_ids: ['c1'] }, { execution: 'r1' }]);
  await user.click(within(row).getByRole('button', { name: 'View secrets' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Not kept')).toBeTruthy();
  expect(within(dialog).queryByText('before-1')).toBeNull();
  await user.click(within(dialog).getByRole('button', { name: /^Show.*Before/ }));
  expect(await within(dialog).findByText('before-1')).toBeTruthy();
});

test('A-2.2-072 A-2.2-073 without the permissions to start runs and to change plans, neither is offered', async () => {
  const assets = '/api/v1/accounts/change-secret/p1/assets/';
  const { screen, user } = await openRoute('AccountChangeSecretDetail', {
    params: { id: 'p1' },
    routes: {
      ...rowAt(changesecretautomation, 'p1', { ...plan, nodes: [{ id: 'n1', full_value: '/DMZ' }] }),
      ...listOf(changesecretexecution, [run]),
      [`OPTIONS ${assets}`]: definedOptions(asset),
      [`GET ${assets}`]: pageOf([]),
    },
    caller: {
      perms: allBut('accounts.add_changesecretexecution', 'accounts.change_changesecretautomation'),
    },
  });
  const start = await screen.findByRole('button', { name: 'Run now' });
  expect(start.getAttribute('aria-disabled') ?? String((start as HTMLButtonElement).disabled)).toBe('true');
  await user.click(screen.getByRole('tab', { name: 'Assets and nodes' }));
  expect(await screen.findByText('/DMZ')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove /DMZ' })).toHaveProperty('disabled', true);
});

test('the page of an account shows the changes of its secret, with both secrets', async () => {
  const RECORDS = '/api/v1/accounts/change-secret-records/';
  const made = { ...record, status: 'success' as const, execution: { id: 'r1', name: 'monthly' } };
  const secrets = { id: 'c1', old_secret: 'before-1', new_secret: 'after-1' };
  const { screen, user, server } = await openRoute('AssetAccountDetail', {
    params: { id: 'a1' },
    routes: {
      ...rowAt(account, 'a1', { id: 'a1', name: 'app', username: 'app' }),
      ...listOf(changesecretrecord, [made]),
      ...answerTo(`GET ${RECORDS}:id/secret/`, secrets, { id: 'c1' }),
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Secret changes' }));
  const row = (await screen.findByText('Success')).closest('tr') as HTMLElement;
  expect(within(row).getByRole('link', { name: 'monthly' })).toBeTruthy();
  expect(server.calls('GET', RECORDS)[0]?.query).toMatchObject({ account_id: 'a1' });
  await user.click(within(row).getByRole('button', { name: 'View secrets' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(await within(dialog).findByRole('button', { name: /^Show.*After/ }));
  expect(await within(dialog).findByText('after-1')).toBeTruthy();
});

test('A-2.2-072 the page of a plan lists its assets; assets and nodes are added and removed there', async () => {
  const at = '/api/v1/accounts/change-secret/p1/';
  const web = { id: 'a1', name: 'web-1', address: '10.0.0.1' };
  const { screen, user, server } = await openRoute('AccountChangeSecretDetail', {
    params: { id: 'p1' },
    routes: {
      ...rowAt(changesecretautomation, 'p1', {
        ...plan,
        assets: [web],
        nodes: [{ id: 'n1', full_value: '/DMZ' }],
      }),
      [`OPTIONS ${at}assets/`]: definedOptions(asset),
      [`GET ${at}assets/`]: pageOf([web]),
      ...answerTo('PATCH /api/v1/accounts/change-secret/:id/asset/remove/', { msg: 'ok' }, { id: 'p1' }),
      ...answerTo('PATCH /api/v1/accounts/change-secret/:id/nodes/', { msg: 'ok' }, { id: 'p1' }),
    },
  });
  await user.click(await screen.findByRole('tab', { name: 'Assets and nodes' }));
  expect(await screen.findByText('10.0.0.1')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Remove web-1' }));
  await expect.poll(() => server.calls('PATCH', `${at}asset/remove/`)[0]?.body).toEqual({ assets: ['a1'] });
  await user.click(screen.getByRole('button', { name: 'Remove /DMZ' }));
  await expect
    .poll(() => server.calls('PATCH', `${at}nodes/`).map(({ query, body }) => [query.action, body]))
    .toEqual([['remove', { nodes: ['n1'] }]]);
});
