// @vitest-environment jsdom
import { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import { temptoken } from '@gatehouse/contract/resources/authentication/temptoken.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, chooseInRow, columnsShown, dialogNamed } from '../../../../test/actionsShown.ts';
import { answerTo, changing, listOf } from '../../../../test/answerTo.ts';
import type { Caller } from '../../../../test/fakePlatform.ts';
import { answer } from '../../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { detailRow } from '../../../../test/sampleRow.ts';

const KEYS = '/api/v1/authentication/access-keys/';
const TOKENS = '/api/v1/authentication/connection-token/';
const keys = (caller: Caller = {}) =>
  openRoute('ApiKey', {
    caller,
    routes: {
      ...listOf(accesskey, [
        { id: 'k1', is_active: true },
        { id: 'k2', is_active: false },
      ]),
      [`POST ${KEYS}`]: { ...detailRow(accesskey, { id: 'k3' }), secret: 's3cret' },
      ...changing(accesskey, 'k1'),
      ...changing(accesskey, 'k2'),
    },
  });

test('the secret of a new API key is shown once', async () => {
  const { user, server } = await keys();
  await screen.findByText('k1');
  expect(await columnsShown()).toContain('Secret');
  const before = server.calls('GET', KEYS).length;
  await user.click(screen.getByRole('button', { name: 'Create' }));
  const dialog = await dialogNamed('API key created');
  expect(server.calls('POST', KEYS)[0]?.body).toEqual({});
  for (const text of ['k3', 's3cret', 'Key ID', 'Copy the secret now. It is not shown again.'])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getAllByRole('button', { name: 'Copy' })).toHaveLength(2);
  await waitFor(() => expect(server.calls('GET', KEYS).length).toBeGreaterThan(before));
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByText('s3cret')).toBeNull());
});

test.each([
  ['k1', 'Disable', false, 'Key disabled'],
  ['k2', 'Enable', true, 'Key enabled'],
])('API key %s offers "%s", which switches it', async (id, action, is_active, done) => {
  const { user, server } = await keys();
  expect(await actionsOfRow(user, id)).toEqual(['Update', action, 'Delete']);
  const before = server.calls('GET', KEYS).length;
  await chooseInRow(user, id, action);
  expect(await screen.findByText(done)).toBeTruthy();
  expect(server.calls('PATCH', `${KEYS}${id}/`)[0]?.body).toEqual({ is_active });
  await waitFor(() => expect(server.calls('GET', KEYS).length).toBeGreaterThan(before));
});

test('creating and switching API keys requires permission', async () => {
  const { user } = await keys({
    perms: allBut('authentication.add_accesskey', 'authentication.change_accesskey'),
  });
  expect(await actionsOfRow(user, 'k1')).toEqual(['Update (off)', 'Disable (off)', 'Delete']);
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
});

const tokens = (caller: Caller = {}, is_expired = false) =>
  openRoute('ConnectionToken', {
    caller,
    routes: {
      ...listOf(connectiontoken, [{ id: 'tok-1', asset_display: 'web-1', is_expired }]),
      ...answerTo(`PATCH ${TOKENS}:id/expire/`, answer(204), { id: 'tok-1' }),
    },
  });

test('a connection token is shown on demand and can be expired', async () => {
  const { user, server } = await tokens();
  expect(await screen.findByText('web-1')).toBeTruthy();
  expect(screen.queryByText('tok-1')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show the secret of web-1' }));
  expect(await screen.findByText('tok-1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download the secret of web-1' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Create' })).toBeNull();
  const before = server.calls('GET', TOKENS).length;
  expect(await actionsOfRow(user, 'web-1')).toEqual(['Expire']);
  await chooseInRow(user, 'web-1', 'Expire');
  await waitFor(() => expect(server.calls('PATCH', `${TOKENS}tok-1/expire/`)[0]?.body).toEqual({}));
  expect(await screen.findByText('The token no longer works')).toBeTruthy();
  await waitFor(() => expect(server.calls('GET', TOKENS).length).toBeGreaterThan(before));
});

test.each([
  ['without permission', { perms: allBut('authentication.expire_connectiontoken') }, false],
  ['after it has expired', {}, true],
])('a connection token cannot be expired %s', async (_when, caller, isExpired) => {
  const { user } = await tokens(caller, isExpired);
  expect(await actionsOfRow(user, 'web-1')).toEqual(['Expire (off)']);
});

test('a temporary password is shown on demand and can be expired only once', async () => {
  const { user } = await openRoute('TempPassword', {
    routes: listOf(temptoken, [
      { id: 't1', username: 'mara', secret: 'once-only', is_valid: true },
      { id: 't2', username: 'jun', secret: 'x', is_valid: false },
    ]),
  });
  const row = (await screen.findByText('mara')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Show the secret of mara' }));
  expect(await screen.findByText('once-only')).toBeTruthy();
  expect(within(row).queryByRole('button', { name: /Download/ })).toBeNull();
  expect(await actionsOfRow(user, 'mara')).toEqual(['Expire']);
  expect(await actionsOfRow(user, 'jun')).toEqual(['Expire (off)']);
});

test('creating and expiring temporary passwords requires permission', async () => {
  const { user } = await openRoute('TempPassword', {
    caller: { perms: allBut('authentication.add_temptoken', 'authentication.change_temptoken') },
    routes: listOf(temptoken, [{ id: 't1', username: 'mara', is_valid: true }]),
  });
  expect(await actionsOfRow(user, 'mara')).toEqual(['Expire (off)']);
  expect(screen.getByRole('button', { name: 'Create' })).toHaveProperty('disabled', true);
});
