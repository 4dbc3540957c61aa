// @vitest-environment jsdom
import { connectmethodacl } from '@gatehouse/contract/resources/acls/connectmethodacl.ts';
import { loginacl } from '@gatehouse/contract/resources/acls/loginacl.ts';
import { loginassetacl } from '@gatehouse/contract/resources/acls/loginassetacl.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tabsShown } from '../../../test/actionsShown.ts';
import { answerTo, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const users = listOf(userDefinition, [{ id: 'u1', name: 'Ada' }]);

test('A-2.2-087 B-3-014 a new sign-in rule rejects all users from all addresses until that is changed', async () => {
  const { user, server } = await openRoute('UserLoginAclCreate', {
    routes: { ...users, ...creating(loginacl, { id: 'l1', name: 'night' }) },
  });
  await user.type(await screen.findByLabelText(/^Name/), 'night');
  await screen.findByText('When any user signs in, the sign-in is rejected.');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/v1/acls/login-acls/')[0]?.body).toMatchObject({
      name: 'night',
      priority: 50,
      action: 'reject',
      reviewers: [],
      rules: { ip_group: ['*'], time_period: [] },
    }),
  );
});

test('A-2.2-088 the page of a sign-in rule says from where and when it applies', async () => {
  const rules = { ip_group: ['10.0.0.0/8'], time_period: [{ id: 1, value: '09:00~18:00' }] };
  await openRoute('UserLoginAclDetail', {
    params: { id: 'l1' },
    routes: { ...users, ...rowAt(loginacl, 'l1', { id: 'l1', name: 'night', rules }) },
  });
  await screen.findByText('When any user signs in, the sign-in is rejected.');
  await screen.findByText('Only from 10.0.0.0/8.');
  await screen.findByText('Only at these times of the server: Mon 09:00–18:00.');
  expect(await tabsShown()).toEqual(['Details', 'Users 1', 'Activity']);
});

test('a sign-in rule for every address says so in words, on its page and in its form', async () => {
  const rules = { ip_group: ['*'], time_period: [] };
  const routes = { ...users, ...rowAt(loginacl, 'l1', { id: 'l1', name: 'night', rules }) };
  await openRoute('UserLoginAclDetail', { params: { id: 'l1' }, routes });
  expect((await screen.findByText('Any address')).closest('dd')?.textContent).toBe('Any addressAt any time');
  await openRoute('UserLoginAclUpdate', { params: { id: 'l1' }, routes });
  await waitFor(() => expect(screen.getAllByText('Any address')).toHaveLength(2));
});

test('A-2.2-086 sign-in rules are listed with a switch each, and offer nothing for several rows', async () => {
  await openRoute('UserLoginAclList', {
    routes: listOf(loginacl, [{ id: 'l1', name: 'night', rules: { ip_group: ['*'], time_period: [] } }]),
  });
  await screen.findByText('night');
  expect(screen.getByRole('switch', { name: 'Active: night' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
});

test('A-2.2-100 A-2.2-104 connection and method rules say what they do', async () => {
  await openRoute('AssetAclDetail', {
    params: { id: 'a1' },
    routes: { ...users, ...rowAt(loginassetacl, 'a1', { id: 'a1', name: 'a', accounts: ['root'] }) },
  });
  await screen.findByText('When any user connects to any asset as root, the connection is rejected.');
  const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent?.replace(/ \d+$/, ''));
  const ofConnection = ['Details', 'Users', 'Assets', 'Activity'];
  expect(tabs()).toEqual(ofConnection);
  await openRoute('ConnectMethodAclDetail', {
    params: { id: 'm1' },
    routes: {
      ...users,
      ...answerTo('GET /api/v1/terminal/components/connect-methods/', [
        { component: 'own', type: 'web', endpoint_protocol: 'http', value: 'smoke', label: 'Smoke signs' },
      ] as never),
      ...rowAt(connectmethodacl, 'm1', { id: 'm1', name: 'm', connect_methods: ['web_cli', 'smoke', 'own'] }),
    },
  });
  await screen.findByText(
    'When any user connects, these methods are not available: Web CLI, Smoke signs, own.',
  );
  expect(screen.queryByText('web_cli')).toBeNull();
  // Both pages stand in this window.
  expect(tabs()).toEqual([...ofConnection, 'Details', 'Users', 'Activity']);
});
