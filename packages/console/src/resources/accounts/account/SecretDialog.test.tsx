import { account as accountDefinition } from '@gatehouse/contract/resources/accounts/account.ts';
import { accountsecret } from '@gatehouse/contract/resources/accounts/accountsecret.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer } from '../../../../test/fakeServer.ts';
import { renderPage } from '../../../../test/renderPage.tsx';
import { detailRow, pageOf } from '../../../../test/sampleRow.ts';
import { SecretDialog } from './SecretDialog.tsx';

const SECRET = '/api/v1/accounts/account-secrets/a1/';
const account = detailRow(accountsecret, {
  id: 'a1',
  name: 'root',
  username: 'root-user',
  secret: 'old one',
  secret_type: { value: 'password', label: 'Password' },
  date_updated: '2031/01/02 03:04:05 +0000',
});

const version = (at: number) => ({
  id: at,
  version: at,
  secret: 'older',
  history_date: '2031/01/02 03:04:05 +0000',
});

const open = async () => {
  const onClose = vi.fn();
  const shown = await renderPage({
    page: <SecretDialog account={account} canEdit onClose={onClose} />,
    routes: {
      [`GET ${SECRET}`]: account,
      [`GET ${SECRET}histories/`]: pageOf([version(1), version(2)]),
      'PATCH /api/v1/accounts/accounts/a1/': answer(
        200,
        detailRow(accountDefinition, { id: 'a1', name: 'root' }),
        { 'X-Undo': 'token' },
      ),
    },
  });
  const edit = async () => {
    await shown.user.click(await screen.findByRole('button', { name: 'Change the secret of root' }));
    await shown.user.type(screen.getByLabelText('New secret'), 'new one');
  };
  return { ...shown, onClose, edit };
};

test('a secret is shown with its account and the number of earlier ones', async () => {
  await open();
  expect(await screen.findByText('root-user')).toBeTruthy();
  const versions = screen.getByRole('button', { name: /^2 / });
  expect((versions as HTMLButtonElement).disabled).toBe(false);
});

test('the dialog asks before it closes with a half-typed secret', async () => {
  const { user, onClose, edit } = await open();
  await edit();
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  expect((screen.getByLabelText('New secret') as HTMLInputElement).value).toBe('new one');
});

test('a saved secret can be undone', async () => {
  const { user, edit, server } = await open();
  await edit();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByRole('button', { name: 'Undo' });
  expect(server.calls('PATCH', '/api/v1/accounts/accounts/a1/')[0]?.headers.get('x-undo')).toBe('1');
});

test('a secret saved, or discarded with Cancel, leaves nothing to ask', async () => {
  const { user, onClose, edit, server } = await open();
  await edit();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await edit();
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(server.calls('PATCH', '/api/v1/accounts/accounts/a1/')).toHaveLength(1));
  await screen.findByRole('button', { name: 'Change the secret of root' });
  await user.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
});
