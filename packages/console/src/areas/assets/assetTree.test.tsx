// @vitest-environment jsdom
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { node as nodeDefinition } from '@gatehouse/contract/resources/assets/node.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dialogNamed, lastDialog, reasonOverEntry, select } from '../../../test/actionsShown.ts';
import { answerTo, changing, listOf, rowAt } from '../../../test/answerTo.ts';
import { factsShown } from '../../../test/factsShown.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { detailRow } from '../../../test/sampleRow.ts';

const NODES = '/api/v1/assets/nodes/';
const TREE = `${NODES}children/tree/`;
const ASSETS = '/api/v1/assets/assets/';
const node = (id: string, name: string, pId: string, key = `1:${id}`): TreeNode => ({
  id,
  name,
  title: name,
  pId,
  isParent: pId === '',
  open: true,
  meta: { type: 'node', data: { id: `n${id}`, key } },
});
const web = { id: 'n2', key: '1:2', name: 'Web', full_value: '/Servers/Web' };
const linked = { assets: ['a1'], org_id: 'o1', org_name: 'Default' };
const nodes = [node('1', 'Servers (3)', '', '1'), node('2', 'Web (2)', '1'), node('3', 'Mail (1)', '1')];

const open = (caller: Caller = {}) =>
  openRoute('AssetList', {
    caller,
    routes: {
      ...answerTo(`GET ${TREE}`, nodes),
      ...listOf(asset, [{ id: 'a1', name: 'web-1' }]),
      ...listOf(nodeDefinition, [{ id: 'n9', name: 'Archive', full_value: '/Archive' }]),
      ...rowAt(nodeDefinition, 'n2', web),
      ...answerTo(`POST ${NODES}:id/children/`, detailRow(nodeDefinition), { id: 'n2' }),
      ...changing(nodeDefinition, 'n2', web),
      [`DELETE ${NODES}n2/`]: answer(204),
      ...answerTo(`PUT ${NODES}:id/children/add/`, 'OK', { id: 'n2' }),
      ...answerTo(`PUT ${NODES}:id/children/add/`, 'OK', { id: 'n9' }),
      ...answerTo(`PUT ${NODES}:id/assets/add/`, linked, { id: 'n2' }),
      ...answerTo(`PUT ${NODES}:id/assets/remove/`, linked, { id: 'n2' }),
      ...answerTo(`PUT ${NODES}:id/assets/replace/`, linked, { id: 'n2' }),
    },
  });
type Opened = Awaited<ReturnType<typeof open>>;

const item = (name: string) => screen.findByRole('treeitem', { name: new RegExp(`^${name}`) });
const menuOf = async (name: string) => {
  fireEvent.contextMenu(await item(name), { clientX: 5, clientY: 5 });
  return screen.findAllByRole('menuitem');
};
const choose = async ({ user }: Opened, name: string, action: string) => {
  await menuOf(name);
  await user.click(screen.getByRole('menuitem', { name: action }));
};
const treeReads = ({ server }: Opened) => server.calls('GET', TREE).length;

const all = [
  'New child node',
  'Rename',
  'Move',
  'Delete',
  'Add assets',
  'Move assets here',
  'Remove assets',
  'Refresh hardware',
  'Test connectivity',
  'Recount assets',
  'Show only assets of this node',
  'Node information',
];

test('the menu of a node offers every action to a user with all permissions', async () => {
  await open();
  const items = await menuOf('Web');
  expect(items.map(({ textContent }) => textContent)).toEqual(all);
  expect(items.filter((each) => each.getAttribute('aria-disabled') === 'true')).toEqual([]);
  expect(screen.getByRole('menu', { name: 'Actions for Web' })).toBeTruthy();
});

test.each([
  ['assets.add_node', ['New child node']],
  ['assets.change_node', ['Rename', 'Move', 'Recount assets']],
  ['assets.delete_node', ['Delete']],
  ['assets.test_assetconnectivity', ['Test connectivity']],
  ['assets.refresh_assethardwareinfo', ['Refresh hardware']],
  ['assets.change_assetnodes', ['Add assets', 'Move assets here', 'Remove assets']],
])('without %s the menu of a node disables %o', async (need, refused) => {
  const { user } = await open({ perms: allBut(need) });
  const items = await menuOf('Web');
  const off = items.filter((each) => each.getAttribute('aria-disabled') === 'true');
  expect(off.map(({ textContent }) => textContent)).toEqual(refused);
  expect(await reasonOverEntry(user, refused[0] ?? '')).toBe('You do not have permission for this.');
});

test('in the global organization nodes have no menu', async () => {
  await open({ isRoot: true });
  fireEvent.contextMenu(await item('Web'));
  expect(screen.queryByRole('menu')).toBeNull();
});

test('creating a child node reloads the tree', async () => {
  const opened = await open();
  await item('Web');
  const before = treeReads(opened);
  await choose(opened, 'Web', 'New child node');
  await waitFor(() => expect(opened.server.calls('POST', `${NODES}n2/children/`)[0]?.body).toEqual({}));
  await waitFor(() => expect(treeReads(opened)).toBeGreaterThan(before));
});

const rename = async (opened: Opened, name: string) => {
  await choose(opened, 'Web', 'Rename');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  expect((field as HTMLInputElement).value).toBe('Web');
  await opened.user.clear(field);
  await opened.user.type(field, `${name}{Enter}`);
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
};

test('a node is renamed in the tree', async () => {
  const opened = await open();
  await item('Web');
  const before = treeReads(opened);
  await rename(opened, 'Shop');
  expect(await screen.findByText('Renamed to Shop')).toBeTruthy();
  expect(opened.server.calls('PATCH', `${NODES}n2/`).map(({ body }) => body)).toEqual([{ value: 'Shop' }]);
  await waitFor(() => expect(treeReads(opened)).toBeGreaterThan(before));
});

test.each(['Web', '   '])('renaming a node to "%s" changes nothing', async (name) => {
  const opened = await open();
  await rename(opened, name);
  expect(opened.server.calls('PATCH', `${NODES}n2/`)).toEqual([]);
});

test('a node can be moved under another node in a dialog', async () => {
  const opened = await open();
  const { user, server } = opened;
  await choose(opened, 'Web', 'Move');
  const dialog = await dialogNamed('Move Web');
  expect(dialog.getByRole('button', { name: 'Move' })).toHaveProperty('disabled', true);
  await user.click(dialog.getByRole('combobox', { name: 'Move into' }));
  await user.click(await screen.findByTitle('/Archive'));
  const before = treeReads(opened);
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Node moved')).toBeTruthy();
  expect(server.calls('PUT', `${NODES}n9/children/add/`)[0]?.body).toEqual({ nodes: ['n2'] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(treeReads(opened)).toBeGreaterThan(before));
});

test('deleting a node asks for confirmation', async () => {
  const opened = await open();
  const { user, server } = opened;
  await choose(opened, 'Web', 'Delete');
  let question = await lastDialog();
  expect(question.getByText('Delete node Web?')).toBeTruthy();
  expect(question.getByText('A node that still has children or assets cannot be deleted.')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.calls('DELETE', `${NODES}n2/`)).toEqual([]);
  await choose(opened, 'Web', 'Delete');
  question = await lastDialog();
  const before = treeReads(opened);
  const ok = question.getByRole('button', { name: 'Delete' });
  expect(ok.className).toContain('dangerous');
  await user.click(ok);
  expect(await screen.findByText('Deleted Web')).toBeTruthy();
  expect(server.calls('DELETE', `${NODES}n2/`)).toHaveLength(1);
  await waitFor(() => expect(treeReads(opened)).toBeGreaterThan(before));
});

test.each([
  ['Add assets', 'Add assets to Web', 'add', undefined],
  ['Move assets here', 'Move assets to Web', 'replace', undefined],
  ['Remove assets', 'Remove assets from Web', 'remove', 'n2'],
])('%s: the dialog "%s" lets the user choose assets', async (action, title, verb, of) => {
  const opened = await open();
  const { user, server } = opened;
  await choose(opened, 'Web', action);
  const dialog = await dialogNamed(title);
  await user.click(await dialog.findByRole('checkbox', { name: 'Select web-1' }));
  const listed = server.calls('GET', ASSETS);
  // Only assets in the node can be removed from it.
  expect(listed.at(-1)?.query.node_id).toBe(of);
  await user.click(dialog.getByRole('button', { name: 'Choose 1' }));
  expect(await screen.findByText('1 asset changed')).toBeTruthy();
  expect(server.calls('PUT', `${NODES}n2/assets/${verb}/`)[0]?.body).toEqual({ assets: ['a1'] });
  await waitFor(() => expect(server.calls('GET', ASSETS).length).toBeGreaterThan(listed.length));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('confirming the asset dialog without a choice changes nothing', async () => {
  const opened = await open();
  await choose(opened, 'Web', 'Add assets');
  await opened.user.click((await dialogNamed('Add assets to Web')).getByRole('button', { name: 'Choose 0' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.server.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('the list can show the assets of a node only, or those of its child nodes too', async () => {
  const opened = await open();
  const { server, router } = opened;
  await choose(opened, 'Web', 'Show only assets of this node');
  await waitFor(() =>
    expect(server.calls('GET', ASSETS).at(-1)?.query).toMatchObject({
      node_id: 'n2',
    }),
  );
  expect(document.cookie).toContain('show_current_asset=1');
  expect(router.state.location.search).toContain('node_id=n2');
  await choose(opened, 'Web', 'Show assets of all child nodes');
  await waitFor(() => expect(document.cookie).toContain('show_current_asset=0'));
});

test('Node information shows the path and key of a node', async () => {
  const opened = await open();
  await choose(opened, 'Web', 'Node information');
  const dialog = await dialogNamed('Node information');
  await dialog.findByText('/Servers/Web');
  expect(factsShown()).toEqual([
    ['ID', 'n2'],
    ['Key', '1:2'],
    ['Name', 'Web'],
    ['Path', '/Servers/Web'],
  ]);
  await opened.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const drag = async (from: string, to: string) => {
  fireEvent.dragStart(await item(from));
  const isRefused = fireEvent.dragOver(await item(to));
  if (!isRefused) fireEvent.drop(await item(to));
  return !isRefused;
};

test('dragging a node onto another moves it after confirmation', async () => {
  const opened = await open();
  expect(await drag('Mail', 'Web')).toBe(true);
  const question = await lastDialog();
  expect(question.getByText('Move Mail into Web?')).toBeTruthy();
  expect(question.getByText(/Its assets and child nodes move with it/)).toBeTruthy();
  await opened.user.click(question.getByRole('button', { name: 'Move' }));
  expect(await screen.findByText('Node moved')).toBeTruthy();
  expect(opened.server.calls('PUT', `${NODES}n2/children/add/`)[0]?.body).toEqual({ nodes: ['n3'] });
});

test('cancelling the confirmation of a drag moves nothing', async () => {
  const opened = await open();
  await drag('Mail', 'Web');
  await opened.user.click((await lastDialog()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(opened.server.seen.filter(({ method }) => method === 'PUT')).toEqual([]);
});

test('a node cannot be dragged onto its parent or below itself', async () => {
  const { user } = await open();
  expect(await drag('Web', 'Servers')).toBe(false);
  expect(await drag('Servers', 'Web')).toBe(false);
  expect(user).toBeTruthy();
});

test('without permission nodes cannot be dragged', async () => {
  await open({ perms: allBut('assets.change_node') });
  expect(await drag('Mail', 'Web')).toBe(false);
});

test('choosing a node filters the list; the tree of types uses its own address', async () => {
  const { user, server } = await open();
  await user.click(await item('Web'));
  await waitFor(() => expect(server.calls('GET', ASSETS).at(-1)?.query).toMatchObject({ node_id: 'n2' }));
  expect((await item('Web')).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('radio', { name: 'Types' }));
  await waitFor(() =>
    expect(server.calls('GET', `${NODES}category/tree/`).map(({ query }) => query)).toContainEqual(
      expect.objectContaining({ assets: '0', count_resource: 'asset' }),
    ),
  );
  expect(document.cookie).toContain('activeTreeTab=types');
  expect(within(screen.getByRole('region', { name: 'Types' })).queryByRole('searchbox')).toBeNull();
  await select(user);
});
