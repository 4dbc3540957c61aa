// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { offered } from '../../../engine/action/Action.ts';
import type { TreeLine } from '../../../engine/tree/treeModel.ts';
import type { NodeTree } from '../../../engine/tree/useNodeTree.ts';
import { useNodeActions } from './useNodeActions.tsx';

const lineOf = (key: string): TreeLine => ({
  node: {
    id: key,
    name: 'Web (1)',
    title: 'Web (1)',
    pId: '',
    isParent: true,
    open: true,
    meta: { type: 'node', data: { id: key, key, value: 'Web' } },
  },
  level: 1,
  isOpen: true,
  position: 1,
  size: 1,
  parent: undefined,
});

function Names({ nodeKey }: { nodeKey: string }) {
  const dialogs = { rename: vi.fn(), move: vi.fn(), pick: vi.fn(), info: vi.fn(), currentOnly: vi.fn() };
  const actions = useNodeActions(dialogs)(lineOf(nodeKey), {} as NodeTree);
  return (
    <p>
      {offered(actions)
        .map(({ name }) => name)
        .join(' ')}
    </p>
  );
}

test.each([
  ['1', []],
  ['1:4', ['rename', 'move', 'delete']],
])(
  'the menu of the node with key %s offers these of rename, move and delete: %j',
  async (nodeKey, offers) => {
    const { screen } = await renderPage({ page: <Names nodeKey={nodeKey} />, routes: {} });
    const names = (await screen.findByText(/create/)).textContent?.split(' ') ?? [];
    expect(names.filter((name) => ['rename', 'move', 'delete'].includes(name))).toEqual(offers);
  },
);
