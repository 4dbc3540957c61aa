import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { user as userDefinition } from '@gatehouse/contract/resources/users/user.ts';
// @vitest-environment jsdom
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { BRANCH, HOME } from '../../../test/profileWith.ts';
import { renderShell } from '../../../test/renderShell.tsx';
import { grantedRow, listRow, pageOf } from '../../../test/sampleRow.ts';

const USER = '7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const perms = [
  'rbac.view_console',
  'rbac.view_audit',
  'rbac.view_webterminal',
  'perms.view_myassets',
  'users.view_user',
  'users.add_user',
  'users.change_user',
  'users.delete_user',
  'users.view_usergroup',
  'assets.view_asset',
  'terminal.view_session',
];
const RECENT = `palette.recent.me.${HOME.id}`;

const facts = {
  id: 'a1',
  name: 'erp-app-01',
  address: '10.8.0.11',
  platform: { id: 1, name: 'Linux' },
  category: { value: 'host', label: 'Host' },
  type: { value: 'linux', label: 'Linux' },
  connectivity: { value: 'err', label: 'Unreachable' },
  is_active: true,
  org_id: HOME.id,
} as const;
const mara = listRow(userDefinition, {
  id: USER,
  name: 'Erpina Okafor',
  username: 'erpina',
  email: 'e@example.com',
});

const start = async (input: { perms?: string[]; routes?: Record<string, unknown>; width?: number } = {}) => {
  const shell = await renderShell({
    at: '/console/users/groups',
    profile: { perms: input.perms ?? perms },
    ...(input.width && { width: input.width }),
    routes: {
      'GET /api/v1/perms/users/self/assets/': pageOf([grantedRow(facts)]),
      ...listOf(asset, [facts]),
      'GET /api/v1/users/users/': pageOf([mara]),
      'GET /api/v1/terminal/sessions/': pageOf([]),
      ...input.routes,
    },
  });
  await shell.screen.findByRole('heading', { name: 'Groups' });
  const { screen, user } = shell;
  const open = async () => {
    await user.keyboard('{Control>}k{/Control}');
    const input = await screen.findByRole('combobox', { name: 'Search and commands' });
    await waitFor(() => expect(document.activeElement).toBe(input));
    return input;
  };
  const names = (group?: string) => {
    const list = screen.getByRole('listbox', { name: 'Search and commands' });
    const place = group ? within(list).queryByRole('group', { name: group }) : list;
    return place
      ? within(place)
          .queryAllByRole('option')
          .map((line) => line.textContent ?? '')
      : [];
  };
  return { ...shell, open, names };
};

const opened = () => vi.spyOn(window, 'open').mockReturnValue(null);
afterEach(() => vi.restoreAllMocks());

test('Ctrl K opens the palette on the input, arrows choose, Enter opens the page, and Esc gives the focus back', async () => {
  const { screen, user, open, path } = await start();
  const field = screen.getByRole('button', { name: /Search or jump to/ });
  field.focus();
  await open();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(field));

  const second = await open();
  await user.paste('/user');
  const first = screen.getAllByRole('option')[0];
  expect(second.getAttribute('aria-activedescendant')).toBe(first?.id);
  expect(first?.getAttribute('aria-selected')).toBe('true');
  await user.keyboard('{ArrowDown}{ArrowUp}{Enter}');
  await waitFor(() => expect(path()).toBe('/console/users/users'));
  expect(localStorage.getItem(RECENT)).toBe('["page:UserList"]');
});

test('results are grouped into Connect and Open; prefixes and filter buttons narrow them', async () => {
  const { screen, user, open, names, server } = await start();
  const input = await open();
  await user.paste('erp');
  await waitFor(() => expect(names('Connect')).toHaveLength(1));
  expect(names('Connect')[0]).toContain('erp-app-01');
  await waitFor(() => expect(names('Open')).toHaveLength(2));
  expect(names('Open')[0]).toContain('Unreachable');
  expect(server.calls('GET', '/api/v1/users/users/').at(-1)?.query).toMatchObject({
    search: 'erp',
    limit: '6',
  });

  await user.clear(input);
  await user.paste('#erp');
  await waitFor(() => expect(names()).toHaveLength(1));
  expect(names()[0]).toContain('Erpina');
  await user.clear(input);
  await user.paste('>create');
  expect(names()).toEqual(['Create user↵']);
  await user.click(screen.getByRole('button', { name: '/ pages' }));
  expect(names('Open').length).toBeGreaterThan(2);
  expect(names('Do')).toEqual([]);
});

const method = {
  type: 'web',
  endpoint_protocol: 'http',
  value: 'web_cli',
  label: 'Web CLI',
  component: 'koko',
};
const opens = (...names: string[]) =>
  answerTo(
    'GET /api/v1/terminal/components/connect-methods/',
    Object.fromEntries(names.map((name) => [name, [method]])),
  );

test('an asset that the web terminal cannot open says so in the Connect group', async () => {
  const desk = grantedRow({
    ...facts,
    id: 'a2',
    name: 'erp-desk-01',
    protocols: [{ name: 'rdp', port: 3389 }],
  });
  const bare = grantedRow({ ...facts, id: 'a3', name: 'erp-bare-01', protocols: [] });
  const app = grantedRow({ ...facts, protocols: [{ name: 'ssh', port: 22 }] });
  const { user, open, names } = await start({
    routes: { 'GET /api/v1/perms/users/self/assets/': pageOf([desk, bare, app]), ...opens('ssh', 'telnet') },
  });
  await open();
  await user.paste('erp');
  await waitFor(() => expect(names('Connect')[0]).toContain('RDP only'));
  expect(names('Connect').map((line) => line.replace(/Connect↵$/, ''))).toEqual([
    'erp-desk-01RDP only: the web terminal opens SSH, Telnet · 10.8.0.11 · Linux',
    'erp-bare-01No protocol: the web terminal opens SSH, Telnet · 10.8.0.11 · Linux',
    'erp-app-0110.8.0.11 · Linux',
  ]);
});

test('what the user may not see or do is neither listed nor requested', async () => {
  const { user, open, names, server } = await start({ perms: ['rbac.view_console', 'users.view_usergroup'] });
  const input = await open();
  await user.paste('e');
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(server.seen.filter((request) => request.query.search !== undefined)).toEqual([]);
  expect(names('Connect')).toEqual([]);
  expect(names('Open').join()).not.toMatch(/Users(?!.*Groups)|Asset list|Session/);
  await user.clear(input);
  await user.paste('>create');
  expect(names()).toEqual([]);
});

test('an outdated request is aborted and its answer never shown', async () => {
  let answerLate = (_: object) => {};
  const { server, user, open, names } = await start({
    perms: ['rbac.view_console', 'users.view_usergroup', 'users.view_user'],
    routes: {
      'GET /api/v1/users/users/': ({ query }: { query: Record<string, string> }) =>
        query.search === 'old'
          ? new Promise((resolve) => {
              answerLate = resolve;
            })
          : pageOf([{ ...mara, name: 'New Person' }]),
    },
  });
  const input = await open();
  const searched = (words: string) =>
    waitFor(() => expect(server.calls('GET', '/api/v1/users/users/').at(-1)?.query.search).toBe(words));
  const found = () => names().map((line) => line.slice(0, 10));
  await user.paste('#old');
  await searched('old');
  await user.clear(input);
  await user.paste('#new');
  await searched('new');
  await waitFor(() => expect(found()).toEqual(['New Person']));
  answerLate(pageOf([{ ...mara, name: 'Old Person' }]));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(found()).toEqual(['New Person']);
});

test('Enter pressed before the answer arrives runs the best result once it is there', async () => {
  const tab = opened();
  const { user, open } = await start();
  await open();
  await user.paste('@erp');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tab).toHaveBeenCalled());
  expect(tab.mock.calls[0]?.[0]).toBe(`/luna/?login_to=a1&oid=${HOME.id}`);
  expect(localStorage.getItem(RECENT)).toBe('["connect:a1"]');
});

test('Enter in an input method runs nothing', async () => {
  const tab = opened();
  const { user, open, names } = await start();
  const input = await open();
  await user.paste('@erp');
  await waitFor(() => expect(names('Connect')).toHaveLength(1));
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 });
  expect(tab).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(tab).toHaveBeenCalledTimes(1));
});

test('Ctrl Enter opens a new tab and keeps the page', async () => {
  const tab = opened();
  const { user, open, path } = await start();
  await open();
  await user.paste('/users');
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(tab.mock.calls[0]?.[0]).toBe('/ui/console/users/users');
  expect(path()).toBe('/console/users/groups');
});

test('Tab shows further actions; deleting asks for confirmation', async () => {
  const { screen, user, open, names, server } = await start();
  const input = await open();
  await user.paste('#erp');
  await waitFor(() => expect(names()).toHaveLength(1));
  await user.keyboard('{Tab}');
  expect(names('Actions for Erpina Okafor')).toEqual(['Update↵', 'Delete']);
  expect(document.activeElement).toBe(input);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(names()[0]).toContain('Erpina'));
  await user.keyboard('{Tab}{ArrowDown}{Enter}');
  const dialog = await screen.findByRole('dialog', { name: /Delete Erpina/ });
  expect(server.seen.some((request) => request.method === 'DELETE')).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
});

test('recents store ids per user and organization; names are fetched, deleted rows left out', async () => {
  localStorage.setItem(RECENT, JSON.stringify([`user:${USER}`, 'page:UserList', 'asset:gone']));
  localStorage.setItem(`palette.recent.me.${BRANCH.id}`, JSON.stringify(['page:AssetList']));
  const { open, names, server } = await start({ routes: { 'GET /api/v1/assets/assets/': pageOf([]) } });
  await open();
  await waitFor(() => expect(names('Recent')).toHaveLength(2));
  expect(names('Recent')[0]).toContain('Erpina Okafor');
  expect(names('Recent')[1]).toContain('Users');
  expect(server.calls('GET', '/api/v1/users/users/').at(-1)?.query).toMatchObject({ ids: USER });
});

test("opening a row's page makes it recent", async () => {
  const { router, screen, open, names } = await start();
  await router.navigate(`/console/users/users/${USER}`);
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(localStorage.getItem(RECENT)).toBe(JSON.stringify([`user:${USER}`])));
  await open();
  await waitFor(() => expect(names('Recent').join()).toContain('Erpina Okafor'));
});

test('keys typed while the palette loads are not lost and do nothing on the page', async () => {
  const { screen, user, path } = await start();
  await user.keyboard('{Control>}k{/Control}/use');
  const input = await screen.findByRole('combobox', { name: 'Search and commands' });
  await waitFor(() => expect(document.activeElement).toBe(input));
  expect((input as HTMLInputElement).value).toBe('/use');
  expect(path()).toBe('/console/users/groups');
});

test('a palette closed by going back stays closed when its page returns', async () => {
  const { screen, open, router } = await start();
  await act(() => router.navigate('/console/users/users'));
  await open();
  await act(async () => {
    window.dispatchEvent(new PopStateEvent('popstate'));
    await router.navigate(-1);
  });
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull());
  await act(() => router.navigate(1));
  await screen.findByRole('heading', { name: 'Users' });
  expect(screen.queryByRole('combobox', { name: 'Search and commands' })).toBeNull();
});

test('a palette opened while the next page loads stays open when that page arrives', async () => {
  const { screen, open, router } = await start();
  const arrived = router.navigate('/console/users/users');
  await open();
  await act(() => arrived);
  await waitFor(() => expect(document.title).toContain('Users'));
  expect(screen.getByRole('combobox', { name: 'Search and commands' })).toBeTruthy();
});

test('on a phone the top bar opens the palette', async () => {
  const { screen, user } = await start({ width: 390 });
  await user.click(await screen.findByRole('button', { name: 'Search or jump to…' }));
  expect(await screen.findByRole('combobox', { name: 'Search and commands' })).toBeTruthy();
});

test('single letters open permitted pages, but not under a dialog, in a field or when switched off', async () => {
  const { screen, user, path, open } = await start();
  await open();
  await user.keyboard('gu');
  expect(path()).toBe('/console/users/groups');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
  await user.keyboard('?');
  const sheet = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(within(sheet).getByText('Command palette')).toBeTruthy();
  expect(within(sheet).queryByText('Account list')).toBeNull();
  const toggle = within(sheet).getByRole('switch', { name: 'Single-letter shortcuts' });
  toggle.focus();
  await user.keyboard('gu');
  expect(path()).toBe('/console/users/groups');
  await user.click(toggle);
  await user.click(within(sheet).getByRole('button', { name: 'Close' }));
  await user.keyboard('gu');
  expect(path()).toBe('/console/users/groups');
  localStorage.removeItem('singleKeyShortcuts');
  await user.keyboard('gc');
  expect(path()).toBe('/console/users/groups');
  await user.keyboard('gu');
  await waitFor(() => expect(path()).toBe('/console/users/users'));
});

test.each([
  ['/users', /^UsersConsole · Users/],
  ['/session', /^Session listAudit/],
  ['/home', /^HomeWorkbench/],
])('a page found by "%s" shows its area and group', async (words, line) => {
  const { user, open, names } = await start();
  await open();
  await user.paste(words);
  expect(names('Open')[0]).toMatch(line);
});

test.each([
  ['Light', 1],
  ['Dark', 1],
  ['日本語', 1],
  ['Match the system', 0],
  ['English', 0],
])(
  'the commands offer only themes and languages that are not current: "%s" (matches: %i)',
  async (name, times) => {
    const { user, open, names } = await start();
    await open();
    await user.paste(`>${name}`);
    expect(names('Do').filter((line) => line.startsWith(name))).toHaveLength(times);
  },
);

test.each([
  ['ok', 'Reachable'],
  ['-', undefined],
] as const)('an asset is marked with its connectivity only if that is known: "%s"', async (value, mark) => {
  const row = { ...facts, connectivity: { value, label: value } };
  const { user, open, names } = await start({ routes: listOf(asset, [row]) });
  await open();
  await user.paste('erp');
  await waitFor(() => expect(names('Open')).toHaveLength(2));
  const line = names('Open')[0];
  if (mark) expect(line).toContain(mark);
  expect(/eachable/.test(line ?? '')).toBe(mark !== undefined);
});
