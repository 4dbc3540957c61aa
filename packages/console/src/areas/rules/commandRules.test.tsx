// @vitest-environment jsdom
import { commandfilteracl } from '@gatehouse/contract/resources/acls/commandfilteracl.ts';
import { commandgroup } from '@gatehouse/contract/resources/acls/commandgroup.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tabsShown } from '../../../test/actionsShown.ts';
import { answerTo, changing, creating, listOf, rowAt } from '../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';

const FILTERS = '/api/v1/acls/command-filter-acls/';
const GROUPS = '/api/v1/acls/command-groups/';
const USERS = '/api/v1/users/users/';

const others = {
  ...listOf(userDefinition, [{ id: 'u1', name: 'Ada' }]),
  ...listOf(asset, [{ id: 'a1', name: 'web-1' }]),
  ...listOf(commandgroup, [{ id: 'g1', name: 'dangerous' }]),
  'POST /api/v1/accounts/accounts/username-suggestions/': [],
};
const group = { id: 'g1', name: 'dangerous' } as never;
const filter = {
  id: 'f1',
  name: 'No destruction',
  users: { type: 'ids' as const, ids: ['u1'] },
  assets: { type: 'all' as const },
  accounts: ['@ALL'],
  command_groups: [group],
  action: { value: 'reject' as const, label: 'Reject' },
  priority: 90,
};

const open = (name: string, over: { tab?: string; routes?: object; perms?: string[] } = {}) =>
  openRoute(name, {
    ...(name.endsWith('Detail') && { params: { id: name.startsWith('CommandFilter') ? 'f1' : 'g1' } }),
    ...(over.tab && { tab: over.tab }),
    ...(over.perms && { caller: { perms: over.perms } }),
    routes: {
      ...others,
      ...rowAt(commandfilteracl, 'f1', filter),
      ...changing(commandfilteracl, 'f1', filter),
      ...creating(commandfilteracl, { id: 'f9', name: 'new' }),
      ...over.routes,
    },
  });

const summary = async () =>
  within(
    (await screen.findByRole('heading', { name: 'What this rule does' })).closest('section') as HTMLElement,
  );

test('A-2.2-092 the page of a command filter says in a sentence what it does', async () => {
  await open('CommandFilterAclDetail');
  await (await summary()).findByText(
    'When Ada works on any asset as any account, commands in the group “dangerous” are rejected.',
  );
  expect(await tabsShown()).toEqual(['Details', 'Users 1', 'Assets 1', 'Activity']);
});

test('a rule that is inactive or matches no user says so', async () => {
  const attrs = [{ name: 'name', match: 'exact', value: 'x' }];
  const users = { type: 'attrs' as const, attrs };
  await open('CommandFilterAclDetail', {
    routes: {
      ...rowAt(commandfilteracl, 'f1', { ...filter, users, is_active: false }),
      ...listOf(userDefinition, []),
    },
  });
  await (await summary()).findByText('No user matches now, so this rule does nothing.');
  await (await summary()).findByText('This rule is inactive and does nothing.');
});

test('the users and assets that a filter hits are listed by its selectors', async () => {
  const { server } = await open('CommandFilterAclDetail', { tab: 'RuleUsers' });
  expect((await screen.findByRole('link', { name: 'Ada' })).getAttribute('href')).toBe(
    '/console/users/users/u1',
  );
  const asked = server.calls('GET', USERS).map(({ query }) => query);
  expect(asked).toContainEqual(expect.objectContaining({ ids: 'u1' }));
});

test('a rule that names more rows than fit into an address counts and lists all of them', async () => {
  const ids = Array.from({ length: 201 }, (_, at) => `u${at + 1}`);
  const { server } = await open('CommandFilterAclDetail', {
    tab: 'RuleUsers',
    routes: {
      ...rowAt(commandfilteracl, 'f1', { ...filter, users: { type: 'ids', ids } }),
      ...answerTo('POST /api/v1/common/resources/cache/', { spm: 'kept' }),
    },
  });
  await screen.findByRole('link', { name: 'Ada' });
  expect(await tabsShown()).toContain('Users 201');
  expect(server.calls('POST', '/api/v1/common/resources/cache/')[0]?.body).toEqual({ resources: ids });
  const asked = server.calls('GET', USERS).map(({ query }) => query);
  expect(asked).toContainEqual(expect.objectContaining({ spm: 'kept' }));
});

test('users who may not see users or assets have no tabs of them', async () => {
  await open('CommandFilterAclDetail', { perms: allBut('users.view_user', 'assets.view_asset') });
  await screen.findByRole('heading', { name: 'What this rule does' });
  expect(await tabsShown()).toEqual(['Details', 'Activity']);
});

test('A-2.2-091 B-3-014 a new filter starts with reject for all, and asks for reviewers only where needed', async () => {
  const { user, server } = await open('CommandFilterAclCreate');
  await user.type(await screen.findByLabelText(/^Name/), 'new');
  expect(screen.queryByRole('combobox', { name: /Reviewers/ })).toBeNull();
  await (await summary()).findByText('Choose at least one command group.');
  await user.click(screen.getByRole('combobox', { name: /command.groups/i }));
  await user.click(await screen.findByTitle('dangerous'));
  await user.keyboard('{Escape}');
  await (await summary()).findByText(/^When any user works on any asset as any account/);
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', FILTERS)[0]?.body).toMatchObject({
      name: 'new',
      priority: 50,
      action: 'reject',
      reviewers: [],
      accounts: ['@ALL'],
      users: { type: 'all' },
      assets: { type: 'all' },
      command_groups: [{ pk: 'g1' }],
      is_active: true,
    }),
  );
});

test('a filter that holds commands needs a reviewer', async () => {
  const { user, server } = await open('CommandFilterAclCreate');
  await user.type(await screen.findByLabelText(/^Name/), 'new');
  await user.click(screen.getByRole('radio', { name: /^review$/i }));
  await (await summary()).findByText('Choose at least one reviewer.');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await screen.findAllByText('Choose a value.');
  expect(server.calls('POST', FILTERS)).toEqual([]);
});

test('A-2.2-090 A-2.2-094 filters and groups are tabs; the groups of a filter lead to their list', async () => {
  await open('CommandFilterAclList', { routes: listOf(commandfilteracl, [filter]) });
  expect((await screen.findByRole('link', { name: '1' })).getAttribute('href')).toBe(
    '/console/perms/cmd-groups?command_filters=f1',
  );
  expect(await tabsShown()).toEqual(['Command filters', 'Command groups']);
  expect(screen.getByRole('switch', { name: 'Active: No destruction' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
});

test('A-2.2-095 the hint of a group follows its type', async () => {
  const { user, server } = await open('CommandGroupCreate', {
    routes: creating(commandgroup, { id: 'g9', name: 'new' }),
  });
  await screen.findByText(/^One command per line/);
  await user.type(screen.getByLabelText(/^Name/), 'new');
  await user.click(screen.getByRole('radio', { name: /^regex/i }));
  await screen.findByText(/^One regular expression/);
  await user.type(screen.getByLabelText(/^(Commands|content)/i), 'drop');
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('POST', GROUPS)[0]?.body).toMatchObject({
      type: 'regex',
      content: 'drop',
      ignore_case: true,
    }),
  );
});
