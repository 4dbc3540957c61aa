// @vitest-environment jsdom
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { act, cleanup, fireEvent, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { answer, type Seen } from '../../../test/fakeServer.ts';
import { renderPage } from '../../../test/renderPage.tsx';
import { TreeListLayout } from './TreeListLayout.tsx';
import { TreePanel } from './TreePanel.tsx';
import { type TreeSource, useNodeTree } from './useNodeTree.ts';

const URL = '/api/v1/assets/nodes/children/tree/';
const node = (id: string, pId: string, over: Partial<TreeNode> = {}): TreeNode => ({
  ...{ id, name: `Node ${id}`, title: `Node ${id}`, pId, isParent: true, open: false },
  meta: { type: 'node' },
  ...over,
});
const branches: Record<string, TreeNode[]> = {
  '': [node('1', '', { name: 'Node 1 (3)' }), node('1:0', '1')],
  '1:0': [
    node('1:0', '1'),
    node('1:0:0', '1:0'),
    node('a1', '1:0', { isParent: false, meta: { type: 'asset' } }),
  ],
  '1:0:0': [],
};
const served = ({ query }: Seen) =>
  query.search ? [node(query.search, '', { isParent: false })] : (branches[query.key ?? ''] ?? []);

type PanelProps = Partial<Parameters<typeof TreePanel>[0]>;

function Panel({ source, ...over }: PanelProps & { source?: Partial<TreeSource> }) {
  const tree = useNodeTree({ url: URL, search: { all: '1' }, reload: { rebuild: '1' }, ...source });
  const [selected, setSelected] = useState<string>();
  return (
    <>
      <TreePanel
        label="Nodes"
        tree={tree}
        selected={selected}
        onSelect={({ node: { id } }) => setSelected(id)}
        canSearch
        {...over}
      />
      <button type="button" onClick={() => tree.reveal('1:0')}>
        Reveal
      </button>
    </>
  );
}

const open = async (props: Parameters<typeof Panel>[0] = {}, answers: unknown = served) => {
  const page = await renderPage({ page: <Panel {...props} />, routes: { [`GET ${URL}`]: answers } });
  const lines = () => page.screen.queryAllByRole('treeitem').map((line) => line.dataset.node);
  const asked = () => page.server.calls('GET', URL).map(({ query }) => query);
  return { ...page, lines, asked };
};
const caretOf = (line: HTMLElement) => line.firstElementChild as HTMLElement;

test('nodes delivered with children start open, and other branches load once when opened', async () => {
  const { screen, user, lines, asked } = await open();
  await screen.findByRole('treeitem', { name: 'Node 1, 3' });
  expect(lines()).toEqual(['1', '1:0']);
  const branch = screen.getByRole('treeitem', { name: 'Node 1:0' });
  await user.click(caretOf(branch));
  await waitFor(() => expect(lines()).toEqual(['1', '1:0', '1:0:0', 'a1']));
  expect(asked()).toEqual([{}, { key: '1:0', n: 'Node 1:0', lv: '1' }]);
  await user.click(caretOf(branch));
  expect(lines()).toEqual(['1', '1:0']);
  await user.click(caretOf(branch));
  await waitFor(() => expect(lines()).toHaveLength(4));
  expect(asked()).toHaveLength(2);
  expect(branch.getAttribute('aria-selected')).toBe('false');
});

test('a closed branch stays closed, and a branch found empty loses its arrow', async () => {
  const { screen, user, lines } = await open();
  await user.click(caretOf(await screen.findByRole('treeitem', { name: 'Node 1, 3' })));
  expect(lines()).toEqual(['1']);
  await user.click(caretOf(screen.getByRole('treeitem', { name: 'Node 1, 3' })));
  await user.click(caretOf(screen.getByRole('treeitem', { name: 'Node 1:0' })));
  const empty = await screen.findByRole('treeitem', { name: 'Node 1:0:0' });
  await user.click(caretOf(empty));
  await waitFor(() =>
    expect(screen.getByRole('treeitem', { name: 'Node 1:0:0' }).getAttribute('aria-expanded')).toBeNull(),
  );
});

test('folders, open folders and assets have their own icons', async () => {
  const { screen, user } = await open();
  const icons = () =>
    screen
      .getAllByRole('treeitem')
      .map((line) => /anticon-(folder-open|folder|file)\b/.exec(line.innerHTML)?.[1]);
  await screen.findByRole('treeitem', { name: 'Node 1, 3' });
  expect(icons()).toEqual(['folder-open', 'folder']);
  await user.click(caretOf(screen.getByRole('treeitem', { name: 'Node 1:0' })));
  await waitFor(() => expect(icons()).toEqual(['folder-open', 'folder-open', 'folder', 'file']));
});

test('a search is sent after a pause in typing, and clearing it restores the tree', async () => {
  const { screen, user, lines, asked } = await open();
  await screen.findByRole('treeitem', { name: 'Node 1, 3' });
  const field = screen.getByRole('textbox', { name: 'Search the tree' });
  // Without a pause between inputs, however slow the machine is.
  for (const value of [' ', ' w', ' we', ' web', ' web ']) fireEvent.change(field, { target: { value } });
  await waitFor(() => expect(lines()).toEqual(['web']));
  expect(asked().slice(1)).toEqual([{ all: '1', search: 'web' }]);
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(lines()).toEqual(['1', '1:0']));
});

test('an empty tree says "Empty", a search without results "No match"', async () => {
  const { screen, user } = await open({}, []);
  await screen.findByText('Empty');
  await user.type(screen.getByRole('textbox', { name: 'Search the tree' }), 'web');
  await screen.findByText('No match');
});

test('Refresh has the server rebuild the tree and shows it in its initial state', async () => {
  const { screen, user, asked, lines } = await open();
  await user.click(caretOf(await screen.findByRole('treeitem', { name: 'Node 1, 3' })));
  expect(lines()).toEqual(['1']);
  await user.click(screen.getByRole('button', { name: 'Refresh tree' }));
  await waitFor(() => expect(lines()).toEqual(['1', '1:0']));
  expect(asked()).toEqual([{}, { rebuild: '1' }, {}]);
});

test('Refresh reloads the tree even if the server refuses to rebuild it', async () => {
  const refusing = (request: Seen) =>
    request.query.rebuild ? answer(422, { detail: 'no' }) : served(request);
  const { screen, user, asked } = await open({}, refusing);
  await screen.findByRole('treeitem', { name: 'Node 1, 3' });
  await user.click(screen.getByRole('button', { name: 'Refresh tree' }));
  await waitFor(() => expect(asked()).toEqual([{}, { rebuild: '1' }, {}]));
});

test('refreshing a tree without a rebuild request reloads it and the open branches', async () => {
  const { screen, user, asked, lines } = await open({ source: { reload: undefined } });
  await user.click(caretOf(await screen.findByRole('treeitem', { name: 'Node 1:0' })));
  await waitFor(() => expect(lines()).toHaveLength(4));
  await user.click(screen.getByRole('button', { name: 'Refresh tree' }));
  await waitFor(() => expect(asked().slice(2)).toEqual([{}, { key: '1:0', n: 'Node 1:0', lv: '0' }]));
});

test('a branch that fails to load stays closed and leaves the tree intact', async () => {
  const failing = (request: Seen) => (request.query.key ? answer(500, {}) : served(request));
  const { screen, user, lines, asked } = await open({}, failing);
  await user.click(caretOf(await screen.findByRole('treeitem', { name: 'Node 1:0' })));
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(lines()).toEqual(['1', '1:0']);
});

test('a page can reveal a node it has added', async () => {
  const { screen, user, lines } = await open();
  const branch = await screen.findByRole('treeitem', { name: 'Node 1:0' });
  await user.click(caretOf(branch));
  await waitFor(() => expect(lines()).toHaveLength(4));
  await user.click(caretOf(branch));
  expect(lines()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Reveal' }));
  expect(lines()).toHaveLength(4);
});

test('a tree that fails to load says so and offers to try again', async () => {
  let isUp = false;
  const { screen, user, lines } = await open({}, (request: Seen) =>
    isUp ? served(request) : answer(422, {}),
  );
  await screen.findByText('The tree could not be loaded');
  isUp = true;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(lines()).toEqual(['1', '1:0']));
});

test('a tree that is being rebuilt is requested again after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let asked = 0;
  const { screen } = await open({}, (request: Seen) => (asked++ > 0 ? served(request) : answer(409, {})));
  await vi.waitFor(() => expect(asked).toBe(1));
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(asked).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(asked).toBe(2);
  expect(screen.queryByText('The tree could not be loaded')).toBeNull();
});

test('a tree header shows the tree switcher and a button to hide the tree', async () => {
  const onHide = vi.fn();
  const { screen, user } = await open({ onHide, switcher: <b>Choice of trees</b>, canSearch: false });
  expect((await screen.findByRole('region', { name: 'Nodes' })).textContent).toContain('Choice of trees');
  expect(screen.queryByText('Nodes')).toBeNull();
  expect(screen.queryByRole('textbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Hide tree' }));
  expect(onHide).toHaveBeenCalledOnce();
});

test('without a tree switcher the header shows the name, and a clicked node is selected', async () => {
  const { screen, user } = await open({ searchPlaceholder: 'Search nodes' });
  const line = await screen.findByRole('treeitem', { name: 'Node 1:0' });
  screen.getByText('Nodes');
  screen.getByRole('textbox', { name: 'Search nodes' });
  expect(screen.queryByRole('button', { name: 'Hide tree' })).toBeNull();
  await user.click(line);
  await waitFor(() => expect(line.getAttribute('aria-selected')).toBe('true'));
});

const layout = async (width?: number) => {
  const page = await renderPage({
    page: (
      <TreeListLayout
        tree={(onHide) => (
          <button type="button" onClick={onHide}>
            {onHide ? 'Hide this' : 'In a drawer'}
          </button>
        )}
        list={(button) => <p>list {button}</p>}
      />
    ),
    routes: {},
    width,
  });
  await page.screen.findByText('list');
  return page;
};
const widthOf = (line: HTMLElement) => line.getAttribute('aria-valuenow');

test('hiding the tree next to a list is remembered', async () => {
  const { screen, user, platform } = await layout();
  await user.click(screen.getByRole('button', { name: 'Hide this' }));
  expect(screen.queryByRole('separator')).toBeNull();
  expect(platform.storage.get('treeHidden')).toBe('1');
  await user.click(screen.getByRole('button', { name: 'Show tree' }));
  screen.getByRole('button', { name: 'Hide this' });
  expect(platform.storage.get('treeHidden')).toBe('0');
});

test('a tree hidden earlier stays hidden on the next visit', async () => {
  const first = await layout();
  act(() => first.platform.storage.set('treeHidden', '1'));
  cleanup();
  const { screen } = await layout();
  expect(screen.queryByRole('button', { name: 'Hide this' })).toBeNull();
  screen.getByRole('button', { name: 'Show tree' });
});

test('the tree is 244 pixels wide until resized, and its width is remembered within limits', async () => {
  const { screen, platform } = await layout();
  const line = screen.getByRole('separator', { name: 'Tree width' });
  expect([line.getAttribute('aria-valuemin'), widthOf(line), line.getAttribute('aria-valuemax')]).toEqual([
    '200',
    '244',
    '400',
  ]);
  fireEvent.keyDown(line, { key: 'ArrowRight' });
  expect([widthOf(line), platform.storage.get('treeWidth')]).toEqual(['260', '260']);
  act(() => platform.storage.set('treeWidth', '900'));
  cleanup();
  const again = await layout();
  expect(widthOf(again.screen.getByRole('separator'))).toBe('400');
});

test('on a narrow screen a button opens the tree in a drawer', async () => {
  const { screen, user } = await layout(800);
  expect(screen.queryByRole('separator')).toBeNull();
  expect(screen.queryByRole('button', { name: 'In a drawer' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show tree' }));
  await screen.findByRole('button', { name: 'In a drawer' });
  expect(screen.getByRole('dialog', { name: 'Tree' })).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
