import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../test/answerTo.ts';
import { domainOptions, meta } from '../../test/domains.ts';
import { answer } from '../../test/fakeServer.ts';
import { renderPage } from '../../test/renderPage.tsx';
import { listRow, pageOf } from '../../test/sampleRow.ts';
import { useClearSecret } from './accounts/account/useAccountActions.tsx';
import { UserListPage } from './users/user/UserListPage.tsx';

const USERS = '/api/v1/users/users/';
const metas = { name: meta({ label: 'Name' }) };
const options: OptionsBody = {
  ...domainOptions,
  actions: { GET: metas },
  view: {
    ...domainOptions.view!,
    key: 'users.user',
    list: { default: ['name'], min: ['name'], exclude: [] },
  },
};
const users = [
  listRow(userDefinition, { id: 'u1', name: 'Ada', username: 'ada' }),
  listRow(userDefinition, { id: 'u2', name: 'Bob', username: 'bob' }),
];

test('B-8-012 users who could not be removed from the organization are reported with the reason', async () => {
  const { screen, user } = await renderPage({
    page: <UserListPage resource="users.user" url={USERS} name="User" />,
    caller: { perms: ['users.view_user', 'users.remove_user'], hasLicence: true },
    names: { UserList: '/console/users/users', UserDetail: '/console/users/users/:id' },
    at: '/console/users/users',
    routes: {
      [`OPTIONS ${USERS}`]: options,
      [`GET ${USERS}`]: pageOf(users),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'token' }),
      [`POST ${USERS}remove/`]: answer(400, { detail: 'Bob is the last one' }),
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Ada' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select Bob' }));
  await user.click(screen.getByRole('button', { name: 'More actions (2)' }));
  await user.click(await screen.findByRole('menuitem', { name: /Remove/ }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /Remove/ }));
  expect(await screen.findByText('Bulk remove failed')).toBeTruthy();
  expect(screen.getByText('Bob is the last one')).toBeTruthy();
});

function Clear() {
  const clear = useClearSecret();
  return (
    <button type="button" onClick={() => void clear([{ id: 'a1', name: 'root' }]).catch(() => undefined)}>
      Take secrets away
    </button>
  );
}

test('B-8-012 secrets that could not be cleared are reported with the reason', async () => {
  const { screen, user } = await renderPage({
    page: <Clear />,
    routes: answerTo('PATCH /api/v1/accounts/accounts/clear-secret/', answer(400, { detail: 'In use' })),
  });
  await user.click(screen.getByRole('button', { name: 'Take secrets away' }));
  await user.click(await screen.findByRole('button', { name: 'Clear secret' }));
  expect(await screen.findByText('Bulk clear failed')).toBeTruthy();
  expect(screen.getByText('In use')).toBeTruthy();
});
