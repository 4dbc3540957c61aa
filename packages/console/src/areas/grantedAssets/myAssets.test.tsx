// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { actionsOfRow, chooseInRow, columnsShown, lastDialog } from '../../../test/actionsShown.ts';
import { answerTo } from '../../../test/answerTo.ts';
import { definedOptions } from '../../../test/definedOptions.ts';
import { factsShown } from '../../../test/factsShown.ts';
import { answer } from '../../../test/fakeServer.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import {
  type GrantedAccount,
  grantedAccount,
  grantedAsset,
  grantedRow,
  pageOf,
  serversNode,
} from '../../../test/sampleRow.ts';

const BASE = '/api/v1/perms/users/self/';
const labelled = (value: string, label: string) => ({ value, label }) as never;
const web = {
  id: 'a1',
  name: 'web-1',
  address: '10.0.0.1',
  org_id: 'o7',
  is_active: true,
  comment: '',
  type: labelled('linux', 'Linux'),
  category: labelled('host', 'Host'),
  platform: { id: 7, name: 'Debian' } as never,
};
const old = { ...web, id: 'a2', name: 'old-1', is_active: false, comment: 'Retired' };

const cli = { type: 'web', endpoint_protocol: 'http', value: 'web_cli', label: 'Web CLI', component: 'koko' };
const METHODS = 'GET /api/v1/terminal/components/connect-methods/';

const open = (
  over: {
    rows?: Parameters<typeof grantedRow>[0][];
    account?: GrantedAccount[];
    query?: Record<string, string>;
    methods?: object;
    routes?: Record<string, unknown>;
    width?: number;
  } = {},
) =>
  openRoute('MyAssets', {
    ...(over.query && { query: over.query }),
    ...(over.width && { width: over.width }),
    routes: {
      [`OPTIONS ${BASE}assets/`]: definedOptions(asset),
      [`OPTIONS ${BASE}nodes/n1/assets/`]: definedOptions(asset),
      [`GET ${BASE}assets/`]: pageOf((over.rows ?? [web, old]).map(grantedRow)),
      [`GET ${BASE}nodes/n1/assets/`]: pageOf([grantedRow({ ...web, name: 'web-9' })]),
      [`GET ${BASE}nodes/children/tree/`]: [serversNode],
      ...answerTo('GET /api/v1/assets/favorite-assets/', [{ asset: 'a2' }]),
      ...(over.methods && answerTo(METHODS, over.methods as never)),
      ...answerTo('POST /api/v1/assets/favorite-assets/', { asset: 'a1' }),
      ...answerTo('DELETE /api/v1/assets/favorite-assets/', answer(204)),
      ...answerTo(
        'GET /api/v1/perms/users/:user/assets/:asset/',
        grantedAsset({ ...web, permed_accounts: over.account ?? [] }),
        { user: 'self', asset: 'a1' },
      ),
      ...over.routes,
    },
  });

test('a user sees the permitted assets and can connect to active ones', async () => {
  const { user } = await open();
  await screen.findByText('web-1');
  expect(await columnsShown()).toContain('Accounts');
  for (const name of ['Create', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(await actionsOfRow(user, 'web-1')).toEqual(['Add to favourites', 'Connect']);
  expect(await actionsOfRow(user, 'old-1')).toEqual(['Remove from favourites', 'Connect (off)']);
  const opened: string[] = [];
  window.open = ((url: string) => opened.push(url)) as never;
  await chooseInRow(user, 'web-1', 'Connect');
  await waitFor(() => expect(opened[0]).toBe('/luna/?login_to=a1&oid=o7'));
});

test('Connect is disabled with the reason where the web terminal opens none of the protocols', async () => {
  const speaking = (name: string, ...protocols: string[]) => ({
    ...{ ...web, id: name, name },
    protocols: protocols.map((protocol) => ({ name: protocol, port: 1 })) as never,
  });
  const { user, server } = await open({
    rows: [speaking('desk-1', 'rdp'), speaking('bare-1'), speaking('web-1', 'rdp', 'ssh')],
    methods: { ssh: [cli] },
  });
  await screen.findByText('web-1');
  await waitFor(() => expect(server.calls('GET', METHODS.slice(4))).toHaveLength(1));
  await waitFor(async () => expect(await actionsOfRow(user, 'desk-1')).toContain('Connect (off)'));
  expect(await actionsOfRow(user, 'bare-1')).toContain('Connect (off)');
  expect(await actionsOfRow(user, 'web-1')).toContain('Connect');
});

test.each([
  ['web-1', 'Add to favourites', 'POST', { asset: 'a1' }, {}],
  ['old-1', 'Remove from favourites', 'DELETE', undefined, { asset: 'a2' }],
])('the row of %s offers "%s", which updates the favourites', async (name, action, method, body, query) => {
  const { user, server } = await open();
  await waitFor(async () => expect(await actionsOfRow(user, name)).toContain(action));
  const before = server.calls('GET', '/api/v1/assets/favorite-assets/').length;
  await chooseInRow(user, name, action);
  await waitFor(() => expect(server.calls(method, '/api/v1/assets/favorite-assets/')).toHaveLength(1));
  const [sent] = server.calls(method, '/api/v1/assets/favorite-assets/');
  expect(sent?.body ?? undefined).toEqual(body);
  expect(sent?.query).toEqual(query);
  await waitFor(() =>
    expect(server.calls('GET', '/api/v1/assets/favorite-assets/').length).toBeGreaterThan(before),
  );
});

test('clicking a permitted asset shows its details before connecting', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'web-1' }));
  const dialog = await lastDialog();
  await dialog.findByText('ssh/22');
  expect(Object.fromEntries(factsShown())).toEqual({
    Name: 'web-1',
    Address: '10.0.0.1',
    Protocols: 'ssh/22',
    Category: 'Host',
    Type: 'Linux',
    Platform: 'Debian',
    Active: 'Yes',
    Comment: '–',
  });
  await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the details of an inactive asset are shown before its protocols are loaded', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('button', { name: 'old-1' }));
  await lastDialog();
  expect(Object.fromEntries(factsShown())).toMatchObject({ Active: 'No', Comment: 'Retired', Protocols: '' });
});

test('choosing a node filters the permitted assets, and choosing it again clears the filter', async () => {
  const { user, server, router } = await open();
  await user.click(await screen.findByText('Servers'));
  expect(await screen.findByText('web-9')).toBeTruthy();
  expect(server.calls('GET', `${BASE}nodes/n1/assets/`)[0]?.query).toMatchObject({ cache_policy: '1' });
  expect(router.state.location.search).toContain('node_id=n1');
  expect(screen.getByRole('treeitem', { name: 'Servers' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByText('Servers'));
  expect(await screen.findByText('web-1')).toBeTruthy();
});

test('the tree of types narrows the permitted assets; another click shows all of them', async () => {
  const branch = (id: string, name: string, pId: string, category: string, type = '') => ({
    ...{ id, name, title: name, pId, isParent: true, open: true },
    meta: { type: type ? 'type' : 'category', data: {}, category, _type: type || category },
  });
  const tree = [
    branch('ROOT', 'All types (2)', '', ''),
    branch('ROOT_HOST', 'Host (2)', 'ROOT', 'host'),
    branch('ROOT_HOST_linux', 'Linux (2)', 'ROOT_HOST', 'host', 'linux'),
  ];
  const { user, server, router } = await open({
    routes: { [`GET ${BASE}nodes/children-with-assets/category/tree/`]: tree },
  });
  const asked = () => server.calls('GET', `${BASE}assets/`).at(-1)?.query;
  await user.click(await screen.findByText('Types'));
  const linux = await screen.findByRole('treeitem', { name: 'Linux, 2' });
  // Assets are in the list, so types hold nothing that could be opened.
  expect(linux.getAttribute('aria-expanded')).toBeNull();
  await user.click(within(linux).getByText('Linux'));
  await waitFor(() => expect(asked()).toMatchObject({ category: 'host', type: 'linux' }));
  expect(router.state.location.search).toContain('type=linux');
  await user.click(screen.getByText('All types'));
  await waitFor(() => expect(asked()?.type).toBeUndefined());
  expect(asked()?.category).toBeUndefined();
});

test('the node of the favourites shows them, and follows what is added and removed', async () => {
  let starred = ['a2'];
  const favoriteNode = () => ({
    ...{ id: 'favorite', title: '', pId: '', isParent: false, open: false },
    ...{
      name: `Favourites (${starred.length})`,
      meta: { type: 'node', data: { id: 'favorite', key: 'favorite' } },
    },
  });
  const { user } = await open({
    routes: {
      [`OPTIONS ${BASE}nodes/favorite/assets/`]: definedOptions(asset),
      [`GET ${BASE}nodes/favorite/assets/`]: () => pageOf(starred.map(() => grantedRow(old))),
      [`GET ${BASE}nodes/children/tree/`]: () => [favoriteNode(), serversNode],
      ...answerTo('DELETE /api/v1/assets/favorite-assets/', () => {
        starred = [];
        return answer(204);
      }),
    },
  });
  await user.click(await screen.findByText('Favourites'));
  await chooseInRow(user, 'old-1', 'Remove from favourites');
  await screen.findByText("No favourites yet. Click the star in an asset's row to add it here.");
  await screen.findByRole('treeitem', { name: 'Favourites, 0' });
});

test('a user without permitted assets is told to ask an administrator', async () => {
  await open({ rows: [] });
  expect(
    await screen.findByText('You have no permitted assets yet. Ask an administrator for access.'),
  ).toBeTruthy();
});

test.each<[GrantedAccount[], string]>([
  [[], 'No accounts are permitted here.'],
  [[grantedAccount('root', { name: 'Root' })], 'Root root'],
  [[grantedAccount('root')], 'root'],
])('the permitted accounts of an asset are listed on demand: %o', async (account, text) => {
  const { user } = await open({ account });
  const row = (await screen.findByText('web-1')).closest('tr') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'View' }));
  const tip = await screen.findByRole('tooltip');
  await waitFor(() => expect(tip.textContent).toBe(text));
});

test('a phone shows the accounts of an asset too', async () => {
  const { user } = await open({ account: [grantedAccount('root', { name: 'Root' })], width: 390 });
  const card = (await screen.findByText('web-1')).closest('li') as HTMLElement;
  await user.click(within(card).getByRole('button', { name: 'View' }));
  expect((await screen.findByRole('tooltip')).textContent).toContain('Root');
});
