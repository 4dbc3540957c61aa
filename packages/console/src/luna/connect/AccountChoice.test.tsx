import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { fakeServer } from '../../../test/fakeServer.ts';
import { grantedAccount } from '../../../test/sampleRow.ts';
import { PlatformProvider } from '../../platform/Platform.tsx';
import { AccountChoice } from './AccountChoice.tsx';

afterEach(cleanup);

const checkout = { id: 'c1', minutes: 60, is_own: false, holder: 'Bob(bob)', can_extend: false };
const accounts = [
  grantedAccount('app', {
    checkout: { ...checkout, withheld: 'checked_out', date_expired: '2031/01/15 12:00:00 +0000' },
  }),
  grantedAccount('web', { checkout: { ...checkout, withheld: 'checkout_needed', date_expired: null } }),
  grantedAccount('db', { checkout: { ...checkout, withheld: 'changing', date_expired: null } }),
  grantedAccount('deploy'),
];

const show = async (all = accounts) => {
  const platform = await fakePlatform(fakeServer({}));
  await platform.i18n.loadNamespaces('luna');
  render(
    <PlatformProvider platform={platform}>
      <AccountChoice accounts={all} value="deploy" onChange={() => undefined} />
    </PlatformProvider>,
  );
};

const told = [/app.*held by Bob\(bob\) until 2031-01-15 /, /web.*must be checked out/, /db.*being changed/];

test('withheld accounts say who has them and until when, and cannot be chosen', async () => {
  await show();
  for (const name of told)
    expect(screen.getByRole<HTMLInputElement>('radio', { name }).disabled, String(name)).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /deploy/ }).disabled).toBe(false);
});

test('a list of many accounts tells it as well', async () => {
  await show([...accounts, grantedAccount('more')]);
  for (const name of told)
    expect(screen.getByRole<HTMLOptionElement>('option', { name }).disabled, String(name)).toBe(true);
});
