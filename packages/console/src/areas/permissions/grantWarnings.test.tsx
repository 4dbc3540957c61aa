// @vitest-environment jsdom
import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node } from '@gatehouse/contract/resources/assets/node.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { openRoute } from '../../../test/openRoute.tsx';

const REACH = '/api/v1/perms/asset-permissions/reach/';
const WARNINGS = '/api/v1/perms/asset-permissions/warnings/';
type Warnings = AnswerOf<Calls[`POST ${typeof WARNINGS}`]>;

const quiet: Warnings = {
  ...{ is_judged: true, missing: [], privileged: [], root: '' },
  wider: { user_count: 0, user: '', permission_count: 0, permissions: [] },
};

const edit = (accounts: string[], warnings: Partial<Warnings> = {}, row: object = {}) =>
  openRoute('AssetPermissionUpdate', {
    params: { id: 'p1' },
    routes: {
      ...listOf(userDefinition, [{ id: 'u1', name: 'Ada' }]),
      ...listOf(asset, [{ id: 'a1', name: 'web-1' }]),
      ...listOf(node, [{ id: 'n1', name: 'Servers', full_value: '/Servers' }]),
      ...answerTo('POST /api/v1/accounts/accounts/username-suggestions/', []),
      ...answerTo(`POST ${REACH}`, {
        ...{ user_count: 1, user: 'Ada', group: '', asset_count: 1, asset: 'web-1', node: '' },
      }),
      ...answerTo(`POST ${WARNINGS}`, { ...quiet, ...warnings }),
      ...rowAt(assetpermission, 'p1', {
        ...{ id: 'p1', name: 'Night', accounts, protocols: ['all'] },
        actions: [{ value: 'connect', label: 'Connect' }],
        users: [{ id: 'u1', name: 'Ada' }] as never,
        assets: [{ id: 'a1', name: 'web-1' }] as never,
        date_expired: '2031/01/09 03:04:05 +0000',
        ...row,
      }),
    },
  });

const lines = async () => {
  const list = await screen.findByRole('list', { name: 'Worth knowing' });
  return [...list.children].map((line) => `${(line as HTMLElement).dataset.tone}: ${line.textContent}`);
};
const sayThat = (expected: string[]) => waitFor(async () => expect(await lines()).toEqual(expected));

test('the form asks for warnings with the choice and the permission itself', async () => {
  const { server } = await edit(['@SPEC', 'deploy']);
  await sayThat(['done: No privileged account is included.']);
  expect(server.calls('POST', WARNINGS).map(({ body }) => body)).toEqual([
    {
      ...{ users: ['u1'], user_groups: [], assets: ['a1'], nodes: [] },
      accounts: ['@SPEC', 'deploy'],
      id: 'p1',
    },
  ]);
});

const warned = { warn: 'warn: ', off: 'off: ', done: 'done: ' };
const all = `${warned.warn}All accounts are included, even privileged ones.`;
const typed = `${warned.warn}Users may type in any account, including a privileged one.`;

test.each<[string, string[], Partial<Warnings>, string[]]>([
  ['all accounts', ['@ALL'], { is_judged: false }, [all]],
  ['typed accounts', ['@INPUT'], {}, [typed]],
  [
    'typed accounts besides one that is privileged',
    ['@INPUT', '@SPEC', 'root'],
    { privileged: ['root'] },
    ['warn: root is a privileged account.', typed],
  ],
  [
    'several privileged accounts',
    ['@SPEC', 'root', 'ops'],
    { privileged: ['ops', 'root'] },
    ['warn: These are privileged accounts: ops, root.'],
  ],
  [
    'accounts that were not looked at',
    ['@SPEC', 'root'],
    { is_judged: false },
    ['off: The accounts of these assets were not checked.'],
  ],
])('privileged accounts have a sentence for each case: %s', async (_, accounts, warnings, expected) => {
  await edit(accounts, warnings);
  await sayThat(expected);
});

test.each([
  [1, ['db-1'], 'db-1 has no account named deploy.'],
  [2, ['db-1', 'db-2'], '2 assets have no account named deploy: db-1, db-2.'],
  [1200, ['db-1', 'db-2'], '1,200 assets have no account named deploy, among them db-1, db-2.'],
])('accounts that %i assets lack are named', async (asset_count, assets, sentence) => {
  await edit(['@SPEC', 'deploy'], { missing: [{ username: 'deploy', asset_count, assets }] });
  await sayThat([`warn: ${sentence}`, 'done: No privileged account is included.']);
});

test('a whole organization and a permission without an end are warned of', async () => {
  await edit(['@ALL'], { root: 'Default' }, { date_expired: '2099-01-01T00:00:00Z' });
  await sayThat([
    all,
    'warn: Every asset of Default is included, even those added later.',
    'warn: This permission has no end date.',
  ]);
});

test('the warnings follow the form while it is edited', async () => {
  const { user, server } = await edit(['@SPEC', 'deploy']);
  await sayThat(['done: No privileged account is included.']);
  await user.click(screen.getByRole('button', { name: 'No end' }));
  await sayThat(['done: No privileged account is included.', 'warn: This permission has no end date.']);
  await user.click(screen.getByRole('checkbox', { name: 'All accounts' }));
  await sayThat([all, 'warn: This permission has no end date.']);
  await waitFor(() =>
    expect(server.calls('POST', WARNINGS).at(-1)?.body).toMatchObject({ accounts: ['@ALL'] }),
  );
});

test('nothing is warned of before users, assets and accounts are chosen', async () => {
  const { server } = await edit(['@SPEC']);
  await screen.findByText('Choose at least one account.');
  expect(screen.queryByRole('list', { name: 'Worth knowing' })).toBeNull();
  expect(server.calls('POST', WARNINGS)).toEqual([]);
});

const permission = (id: string) => ({ id, name: `Permission ${id}` });

test.each([
  [
    { user_count: 1, user: 'Ada', permission_count: 1, permissions: [permission('p2')] },
    'Ada already has this access through another permission:Permission p2',
  ],
  [
    { user_count: 2, user: '', permission_count: 4, permissions: [permission('p2'), permission('p3')] },
    '2 users already have this access through other permissions:Permission p2Permission p3and 2 more',
  ],
])('users who already hold as much are named, with links to the permissions: %o', async (wider, text) => {
  await edit(['@SPEC', 'deploy'], { wider });
  await sayThat(['done: No privileged account is included.', `off: ${text}`]);
  const list = within(screen.getByRole('list', { name: 'Worth knowing' }));
  expect(list.getByRole('link', { name: 'Permission p2' }).getAttribute('href')).toContain(
    '/console/perms/asset-permissions/p2',
  );
});
