// @vitest-environment jsdom
import { accountcheckout } from '@gatehouse/contract/resources/accounts/accountcheckout.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import {
  type GrantedAccount,
  grantedAccount,
  grantedAsset,
  grantedRow,
  listRow,
  pageOf,
} from '../../../test/sampleRow.ts';

const CHECKOUTS = '/api/v1/accounts/account-checkouts/';
const ASSETS = '/api/v1/perms/users/self/assets/';

type State = NonNullable<GrantedAccount['checkout']>;

const free: State = {
  ...{ id: null, minutes: 120, withheld: 'checkout_needed', is_own: false, holder: '' },
  ...{ date_expired: null, can_extend: false },
};
const own: State = {
  ...{ id: 'c1', minutes: 120, withheld: null, is_own: true, holder: 'Ann(ann)' },
  ...{ date_expired: '2026/01/01 10:00:00 +0000', can_extend: true },
};

/** My assets, with an account in the state that the server tells at the moment. */
const openAccounts = async (state: () => State, routes: Record<string, unknown> = {}) => {
  const page = await openRoute('MyAssets', {
    routes: {
      [`OPTIONS ${ASSETS}`]: definedOptions(asset),
      [`GET ${ASSETS}`]: pageOf([grantedRow({ id: 'a1', name: 'web-1', is_active: true })]),
      ...answerTo('GET /api/v1/assets/favorite-assets/', []),
      [`GET ${ASSETS}a1/`]: () =>
        grantedAsset({ id: 'a1', permed_accounts: [grantedAccount('app', { checkout: state() })] }),
      ...routes,
    },
  });
  const row = (await page.screen.findByText('web-1')).closest('tr') as HTMLElement;
  await page.user.click(within(row).getByRole('button', { name: 'View' }));
  return page;
};

test('an account is checked out with a reason, then read, extended and checked in', async () => {
  let state = free;
  const { screen, user, server } = await openAccounts(() => state, {
    [`POST ${CHECKOUTS}`]: () => {
      state = own;
      return listRow(accountcheckout, { id: 'c1' });
    },
    [`POST ${CHECKOUTS}c1/extend/`]: () => {
      state = { ...own, can_extend: false };
      return listRow(accountcheckout, { id: 'c1' });
    },
    [`POST ${CHECKOUTS}c1/check-in/`]: () => {
      state = { ...own, withheld: 'changing', is_own: false };
      return listRow(accountcheckout, { id: 'c1' });
    },
    [`GET ${CHECKOUTS}c1/secret/`]: {
      ...{ id: '10000000-0000-4000-8000-000000000001', username: 'app' },
      ...{ secret_type: 'password', secret: 'sesame' },
    },
  });
  await screen.findByText('Must be checked out');
  await user.click(screen.getByRole('button', { name: 'Check out' }));
  const dialog = within(await screen.findByRole('dialog'));
  const send = await dialog.findByRole('button', { name: 'Check out' });
  expect(send).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('textbox', { name: 'Reason' }));
  await user.paste('a release');
  await user.click(send);
  await user.click(await dialog.findByRole('button', { name: /Show/ }));
  expect(await dialog.findByText('sesame')).toBeTruthy();
  expect(server.calls('POST', CHECKOUTS)[0]?.body).toEqual({
    ...{ account: 'id-app', reason: 'a release', minutes: 30 },
  });
  await user.click(dialog.getByRole('button', { name: 'Extend' }));
  await expect.poll(() => dialog.queryByRole('button', { name: 'Extend' })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Check in' }));
  expect(await dialog.findByText(/its secret is being changed/)).toBeTruthy();
});

test('an account of another user shows who holds it and until when, and offers nothing', async () => {
  const held: State = { ...own, withheld: 'checked_out', is_own: false, can_extend: false };
  const { screen, user } = await openAccounts(() => held);
  await screen.findByText('Held by Ann(ann)');
  await user.click(screen.getByRole('button', { name: 'Details' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/Ann\(ann\) holds this account until/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /Check/ })).toBeNull();
});

test('an administrator repeats a failed change, and releases an account only after a warning', async () => {
  const row = {
    ...{ id: 'c1', account: { id: 'a1', name: 'app', username: 'app' } },
    status: { value: 'failed' as const, label: 'Secret not changed' },
    asset: { id: 'h1', name: 'web-1', address: '10.0.0.1' },
  };
  const { screen, user, server } = await openRoute('AccountCheckoutList', {
    routes: {
      ...listOf(accountcheckout, [row]),
      [`POST ${CHECKOUTS}c1/retry/`]: listRow(accountcheckout, row),
      [`POST ${CHECKOUTS}c1/release/`]: listRow(accountcheckout, row),
    },
  });
  const line = within((await screen.findByText('Secret not changed')).closest('tr') as HTMLElement);
  await user.click(line.getByRole('button', { name: 'Change secret again' }));
  await expect.poll(() => server.calls('POST', `${CHECKOUTS}c1/retry/`)).toHaveLength(1);
  await user.click(line.getByRole('button', { name: 'Release anyway' }));
  const warning = within(await screen.findByRole('dialog'));
  expect(warning.getByText(/may still know the secret/)).toBeTruthy();
  await user.click(warning.getByRole('button', { name: 'Release anyway' }));
  await expect.poll(() => server.calls('POST', `${CHECKOUTS}c1/release/`)).toHaveLength(1);
});
