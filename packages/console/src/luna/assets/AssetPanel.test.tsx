import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { keptTab, openTerminals } from '../../../test/openTerminals.tsx';
import { grantedRow, pageOf } from '../../../test/sampleRow.ts';

const TREE = '/api/v1/perms/users/self/nodes/children-with-assets/tree/';
const ASSETS = '/api/v1/perms/users/self/assets/';
const FAVORITES = '/api/v1/assets/favorite-assets/';

const node = (id: string, name: string): TreeNode => ({
  ...{ id, name, title: name, pId: '', isParent: true, open: false },
  meta: { type: 'node', data: { value: name } },
});
const leaf = (id: string, over: Partial<TreeNode> = {}): TreeNode => ({
  ...{ id, name: id, title: `10.0.0.5\n${id}`, pId: '', isParent: false, open: false, iconSkin: 'linux' },
  meta: { type: 'asset', data: { platform_type: 'linux', name: id, address: '10.0.0.5' } },
  ...over,
});
const row = (id: string, over: Parameters<typeof grantedRow>[0] = {}) =>
  grantedRow({ id, name: id, address: `${id}.example.com`, is_active: true, ...over });

const openPanel = async (routes: Record<string, unknown> = {}, input = {}) => {
  const levels: Record<string, TreeNode[]> = {
    '': [node('shop', 'Shop'), leaf('web'), leaf('old', { chkDisabled: true })],
    shop: [leaf('db')],
    favorite: [leaf('web')],
  };
  const page = await openTerminals({
    routes: {
      [`GET ${TREE}`]: ({ query }: Seen) => levels[query.key ?? ''] ?? [],
      [`GET ${FAVORITES}`]: [{ asset: 'web' }],
      [`POST ${FAVORITES}`]: answer(201, { asset: 'db' }),
      [`DELETE ${FAVORITES}`]: answer(204),
      ...routes,
    },
    ...input,
  });
  const panel = within(await page.screen.findByRole('complementary', { name: 'Assets' }));
  const names = () => panel.getAllByRole('treeitem').map((item) => item.textContent);
  const item = (name: RegExp | string) => panel.getByRole('treeitem', { name });
  const isAsked = () => page.screen.queryByRole('dialog', { name: 'Connect' }) !== null;
  return { ...page, panel, names, item, isAsked };
};

test('the asset tree shows favourites and recent assets before groups and assets', async () => {
  const { panel, names, item, server } = await openPanel();
  await panel.findByRole('treeitem', { name: /web/ });
  expect(names()).toEqual(['Favourites1', 'Recent0', 'Shop', 'web', 'oldinactive']);
  expect(item(/old/).getAttribute('aria-disabled')).toBe('true');
  expect(item(/web/).title).toBe('10.0.0.5\nweb');
  expect(server.calls('GET', TREE).map(({ query }) => query)).toEqual([{}]);
});

test('clicking a group opens or closes it, and its assets load once', async () => {
  const { panel, names, item, user, server } = await openPanel();
  await user.click(await panel.findByRole('treeitem', { name: /Shop/ }));
  await panel.findByRole('treeitem', { name: /db/ });
  expect(names()).toEqual(['Favourites1', 'Recent0', 'Shop', 'db', 'web', 'oldinactive']);
  await user.click(item(/Shop/));
  expect(panel.queryByRole('treeitem', { name: /db/ })).toBeNull();
  await user.click(item(/Shop/));
  expect(item(/db/)).toBeTruthy();
  expect(server.calls('GET', TREE).filter(({ query }) => query.key === 'shop')).toHaveLength(1);
});

test('a group that fails to load is reported and closes again', async () => {
  const { panel, item, user, screen } = await openPanel({
    [`GET ${TREE}`]: ({ query }: Seen) => (query.key ? answer(500, {}) : [node('shop', 'Shop')]),
  });
  await user.click(await panel.findByRole('treeitem', { name: /Shop/ }));
  expect(await screen.findByText(/Server error/)).toBeTruthy();
  expect(item(/Shop/).getAttribute('aria-expanded')).toBe('false');
});

test('a click or Enter connects to an active asset, not to an inactive one', async () => {
  const { panel, item, user, isAsked, screen } = await openPanel();
  await panel.findByRole('treeitem', { name: /web/ });
  await user.click(item(/old/));
  expect(isAsked()).toBe(false);
  item(/web/).focus();
  await user.keyboard('{Enter}');
  expect(isAsked()).toBe(true);
  fireEvent(screen.getByRole('dialog', { name: 'Connect' }), new Event('cancel', { cancelable: true }));
  expect(isAsked()).toBe(false);
  await user.click(item(/web/));
  expect(isAsked()).toBe(true);
});

const menuOf = (screen: Awaited<ReturnType<typeof openPanel>>['screen'], name: string) =>
  within(screen.getByRole('menu', { name: `Actions for ${name}` }));

test('the menu of an asset can connect, change favourites and copy the address', async () => {
  const { panel, item, user, screen, server, isAsked } = await openPanel();
  await panel.findByRole('treeitem', { name: /web/ });
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  await user.click(panel.getByRole('button', { name: 'Actions for web' }));
  expect(
    menuOf(screen, 'web')
      .getAllByRole('menuitem')
      .map((line) => line.textContent),
  ).toEqual(['Connect', 'Remove from favourites', 'Copy address']);
  expect(isAsked()).toBe(false);
  await user.click(menuOf(screen, 'web').getByText('Remove from favourites'));
  await waitFor(() => expect(server.calls('DELETE', FAVORITES)).toMatchObject([{ query: { asset: 'web' } }]));
  await waitFor(() => expect(item(/Favourites/).textContent).toBe('Favourites0'));
  expect(fireEvent.contextMenu(item(/web/))).toBe(false);
  await user.click(menuOf(screen, 'web').getByText('Add to favourites'));
  await waitFor(() => expect(server.calls('POST', FAVORITES)).toMatchObject([{ body: { asset: 'web' } }]));
  await waitFor(() => expect(item(/Favourites/).textContent).toBe('Favourites1'));
  fireEvent.contextMenu(item(/web/));
  await user.click(menuOf(screen, 'web').getByText('Copy address'));
  expect(await screen.findByText('Copied')).toBeTruthy();
  expect(written).toHaveBeenCalledWith('10.0.0.5');
  item(/web/).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  await user.click(menuOf(screen, 'web').getByText('Connect'));
  expect(isAsked()).toBe(true);
});

test('a group has no custom context menu, and the menu of an inactive asset disables Connect', async () => {
  const { panel, item, user, screen } = await openPanel();
  await panel.findByRole('treeitem', { name: /Shop/ });
  expect(fireEvent.contextMenu(item(/Shop/))).toBe(true);
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(panel.getByRole('button', { name: 'Actions for old' }));
  const [connect] = menuOf(screen, 'old').getAllByRole('menuitem');
  expect(connect?.getAttribute('aria-disabled')).toBe('true');
});

test('a favourite the server fails to remove stays a favourite', async () => {
  const { panel, item, user, screen } = await openPanel({ [`DELETE ${FAVORITES}`]: answer(500, {}) });
  await panel.findByRole('treeitem', { name: /web/ });
  await user.click(panel.getByRole('button', { name: 'Actions for web' }));
  await user.click(menuOf(screen, 'web').getByText('Remove from favourites'));
  expect(await screen.findByText(/Server error/)).toBeTruthy();
  expect(item(/Favourites/).textContent).toBe('Favourites1');
});

test('refreshing rebuilds the asset tree on the server and reopens open groups', async () => {
  const { panel, user, server } = await openPanel();
  await user.click(await panel.findByRole('treeitem', { name: /Shop/ }));
  await panel.findByRole('treeitem', { name: /db/ });
  await user.click(panel.getByRole('button', { name: 'Refresh assets' }));
  await waitFor(() =>
    expect(server.calls('GET', TREE).map(({ query }) => query)).toEqual([
      {},
      { key: 'shop' },
      { rebuild_tree: '1' },
      { key: 'shop' },
    ]),
  );
  await panel.findByRole('treeitem', { name: /db/ });
});

test('a refresh reopens nested groups, also where the outer one was opened last', async () => {
  const inner = { ...node('back', 'Back office'), pId: 'shop' };
  const { panel, user, server } = await openPanel({
    [`GET ${TREE}`]: ({ query }: Seen) =>
      ({ '': [node('shop', 'Shop')], shop: [inner], back: [leaf('till')] })[query.key ?? ''] ?? [],
  });
  const press = async (name: RegExp) => user.click(await panel.findByRole('treeitem', { name }));
  await press(/Shop/);
  await press(/Back office/);
  await panel.findByRole('treeitem', { name: /till/ });
  await press(/Shop/);
  await press(/Shop/);
  await user.click(panel.getByRole('button', { name: 'Refresh assets' }));
  await waitFor(() =>
    expect(server.calls('GET', TREE).filter(({ query }) => query.key === 'back')).toHaveLength(2),
  );
  await panel.findByRole('treeitem', { name: /till/ });
});

test('an asset tree that fails to load says so and offers to try again', async () => {
  let isBroken = true;
  const { panel, user } = await openPanel({
    [`GET ${TREE}`]: () => (isBroken ? answer(500, {}) : [leaf('web')]),
  });
  expect((await panel.findByRole('alert')).textContent).toContain('Server error');
  isBroken = false;
  await user.click(panel.getByRole('button', { name: 'Try again' }));
  expect(await panel.findByRole('treeitem', { name: /web/ })).toBeTruthy();
});

test('recent assets are listed latest first, without those no longer permitted', async () => {
  const recent = 'luna.recent.me.00000000-0000-0000-0000-000000000002';
  localStorage.setItem(recent, JSON.stringify(['b', 'gone', 'a']));
  const { panel, names, user, server } = await openPanel({ [`GET ${ASSETS}`]: pageOf([row('a'), row('b')]) });
  await user.click(await panel.findByRole('treeitem', { name: /^Recent ?3/ }));
  await panel.findByRole('treeitem', { name: /^b/ });
  expect(names().slice(0, 4)).toEqual(['Favourites1', 'Recent3', 'b', 'a']);
  expect(server.calls('GET', ASSETS)[0]?.query).toMatchObject({ limit: '3', offset: '0' });
});

test('an open group without assets says "empty"', async () => {
  const { panel, user } = await openPanel();
  await user.click(await panel.findByRole('treeitem', { name: /Recent/ }));
  expect((await panel.findByText('empty')).closest('[role=treeitem]')?.textContent).toBe('Recentempty0');
});

test('an asset with a live terminal is marked, and the asset of the active tab is selected', async () => {
  const { panel, item, resume } = await openPanel({}, { tabs: [keptTab('web')] });
  await panel.findByRole('treeitem', { name: /web/ });
  await waitFor(() => expect(item(/web/).getAttribute('aria-selected')).toBe('true'));
  expect(panel.queryByTitle('connected')).toBeNull();
  resume('web');
  expect(within(item(/web/)).getByTitle('connected').textContent).toBe('connected');
  expect(item(/old/).getAttribute('aria-selected')).toBe('false');
});

test('the asset search lists matches, and arrow keys move between field and matches', async () => {
  const { panel, user, server, isAsked } = await openPanel({
    [`GET ${ASSETS}`]: {
      ...pageOf([row('web-1'), row('web-2', { is_active: false }), row('web-3')]),
      count: 70,
    },
  });
  const field = panel.getByRole('searchbox', { name: 'Search assets' });
  expect(field.getAttribute('placeholder')).toBe('Name, address, comment');
  expect(field.getAttribute('spellcheck')).toBe('false');
  fireEvent.change(field, { target: { value: ' web ' } });
  expect((await panel.findByRole('status')).textContent).toBe('First 3 of 70 assets');
  expect(server.calls('GET', ASSETS).map(({ query }) => query)).toEqual([
    { search: 'web', limit: '50', offset: '0' },
  ]);
  const hits = panel.getAllByRole<HTMLButtonElement>('button', { name: /^web-/ });
  expect(hits.map((hit) => [hit.textContent, hit.disabled])).toEqual([
    ['web-1web-1.example.com', false],
    ['web-2web-2.example.com', true],
    ['web-3web-3.example.com', false],
  ]);
  field.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(hits[0]);
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(field);
  await user.click(hits[2]!);
  expect(isAsked()).toBe(true);
});

test('a search that fails or finds nothing says so, and Escape returns to the tree', async () => {
  let found: unknown = pageOf([]);
  const { panel, user } = await openPanel({ [`GET ${ASSETS}`]: () => found });
  const field = panel.getByRole('searchbox', { name: 'Search assets' });
  await user.type(field, 'zz');
  expect(await panel.findByText('No asset matches "zz"')).toBeTruthy();
  found = answer(500, {});
  await user.type(field, 'y');
  expect((await panel.findByRole('alert')).textContent).toContain('Server error');
  await user.keyboard('{Escape}');
  expect(await panel.findByRole('tree', { name: 'Assets' })).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.getAttribute('role')).toBe('treeitem');
});

const methods = (...opened: string[]) =>
  answerTo(
    'GET /api/v1/terminal/components/connect-methods/',
    Object.fromEntries(
      [...opened, 'rdp'].map((name) => [
        name,
        [
          {
            ...{ type: 'web', endpoint_protocol: 'http', value: 'web_cli', label: 'Web CLI' },
            component: name === 'rdp' ? 'lion' : 'koko',
          },
        ],
      ]),
    ) as never,
  );
const speaking = (id: string, ...protocols: string[]) =>
  leaf(id, { meta: { type: 'asset', data: { name: id, address: '10.0.0.5', protocols } } });
const ONLY = 'RDP only: the web terminal opens SSH, Telnet';

test('an asset whose protocols the web terminal does not open is marked in the tree and says which it opens', async () => {
  const { panel, item, names, user, isAsked } = await openPanel({
    ...methods('ssh', 'telnet'),
    [`GET ${TREE}`]: [
      speaking('web', 'ssh', 'rdp'),
      speaking('desk', 'rdp'),
      speaking('bare'),
      leaf('older server'),
    ],
  });
  await panel.findByText('RDP only');
  expect(item(/^desk, RDP only: the web terminal opens SSH, Telnet/).title).toBe(`10.0.0.5\ndesk\n${ONLY}`);
  expect(names().slice(2)).toEqual([
    'web',
    `deskRDP only, ${ONLY}`,
    'bareno protocol, No protocol: the web terminal opens SSH, Telnet',
    'older server',
  ]);
  expect(item(/desk/).getAttribute('data-unopened')).toBe('true');
  expect(item('web').getAttribute('data-unopened')).toBeNull();
  await user.click(item(/desk/));
  expect(isAsked()).toBe(true);
});

test('while it is unknown what the web terminal opens, or nothing is, no asset is marked', async () => {
  const { panel, names, server } = await openPanel({
    ...methods(),
    [`GET ${TREE}`]: [speaking('desk', 'rdp')],
  });
  await panel.findByRole('treeitem', { name: /desk/ });
  await waitFor(() =>
    expect(server.calls('GET', '/api/v1/terminal/components/connect-methods/')).toHaveLength(1),
  );
  expect(names().at(-1)).toBe('desk');
});

test('recent assets and search results are marked like the tree', async () => {
  localStorage.setItem('luna.recent.me.00000000-0000-0000-0000-000000000002', JSON.stringify(['desk']));
  const { panel, item, user } = await openPanel({
    ...methods('ssh', 'telnet'),
    [`GET ${ASSETS}`]: pageOf([
      row('desk', { protocols: [{ name: 'rdp', port: 3389 }] }),
      row('web', { protocols: [{ name: 'ssh', port: 22 }] }),
    ]),
  });
  await user.click(await panel.findByRole('treeitem', { name: /^Recent/ }));
  await panel.findByText('RDP only');
  expect(item(/^desk/).textContent).toBe(`deskRDP only, ${ONLY}`);
  fireEvent.change(panel.getByRole('searchbox', { name: 'Search assets' }), { target: { value: 'e' } });
  const hits = () => panel.getAllByRole('button', { name: /example/ }).map((hit) => hit.textContent);
  await panel.findByText('2 assets');
  expect(hits()).toEqual([`deskdesk.example.comRDP only, ${ONLY}`, 'webweb.example.com']);
});

test('a link to an asset opens it once, and not again after a reload', async () => {
  window.history.replaceState(null, '', '/luna/?login_to=web&login_account=root&oid=o1');
  const { isAsked, server } = await openPanel();
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(server.calls('GET', `${ASSETS}web/`)).toHaveLength(1);
  expect(window.location.search).toBe('?oid=o1');
});
