import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { nameAndCount, type TreeLine } from '../../../engine/tree/treeModel.ts';
import type { NodeTree } from '../../../engine/tree/useNodeTree.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { CURRENT_ONLY_COOKIE } from '../assetTree.ts';
import { type AssetsVerb, useNodeCalls } from './useNodeCalls.ts';

/** What the entries of a node's menu open or switch. */
export type NodeDialogs = {
  rename: (line: TreeLine, tree: NodeTree) => void;
  pick: (line: TreeLine, verb: AssetsVerb) => void;
  move: (line: TreeLine, tree: NodeTree) => void;
  info: (line: TreeLine) => void;
  /** Lists only the node's own assets, or all below it as well. */
  currentOnly: (line: TreeLine, isOn: boolean) => void;
};

const idOf = (line: TreeLine): string => String(line.node.meta.data?.id ?? '');

/** The root belongs to its organization: it cannot be renamed, moved or deleted. */
const isRootNode = (line: TreeLine): boolean => /^\d+$/.test(String(line.node.meta.data?.key));

/** Without permission the action is shown disabled, with the reason. */
const useNeed = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  return (permission: string) => ({ has: true, reason: t('noPermission'), can: can(permission) });
};

/** Actions that change the tree. */
const useTreeActions = (dialogs: NodeDialogs) => {
  const { t } = useTranslation('resources');
  const need = useNeed();
  const calls = useNodeCalls();
  const confirm = useConfirm();

  const remove = async (line: TreeLine, tree: NodeTree) => {
    const { name } = nameAndCount(line.node);
    const agreed = await confirm({
      title: t('node.deleteTitle', { name }),
      body: t('node.deleteBody'),
      okText: t('action.delete'),
      danger: true,
    });
    if (!agreed) return;
    await calls.remove(idOf(line), name);
    await tree.rebuild();
  };
  const create = async (line: TreeLine, tree: NodeTree) => {
    await calls.create(idOf(line));
    tree.reveal(line.node.id);
    await tree.rebuild();
    tree.reveal(line.node.id);
  };
  return (line: TreeLine, tree: NodeTree): Action[] => [
    {
      name: 'create',
      title: t('node.create'),
      order: 1,
      ...need('assets.add_node'),
      onRun: () => create(line, tree),
    },
    {
      name: 'rename',
      title: t('node.rename'),
      order: 2,
      ...need('assets.change_node'),
      has: !isRootNode(line),
      onRun: () => dialogs.rename(line, tree),
    },
    {
      name: 'move',
      title: t('node.move'),
      order: 3,
      ...need('assets.change_node'),
      has: !isRootNode(line),
      onRun: () => dialogs.move(line, tree),
    },
    {
      name: 'delete',
      title: t('node.delete'),
      order: 4,
      danger: true,
      ...need('assets.delete_node'),
      has: !isRootNode(line),
      onRun: () => remove(line, tree),
    },
  ];
};

/** Actions that change which assets a node has. */
const useHoldingActions = (dialogs: NodeDialogs) => {
  const { t } = useTranslation('resources');
  const possible = useNeed()('assets.change_assetnodes');
  return (line: TreeLine): Action[] => {
    const pick = (verb: AssetsVerb) => () => dialogs.pick(line, verb);
    return [
      {
        name: 'add',
        title: t('node.addAssets'),
        order: 10,
        divided: true,
        ...possible,
        onRun: pick('add'),
      },
      { name: 'replace', title: t('node.moveAssets'), order: 11, ...possible, onRun: pick('replace') },
      { name: 'remove', title: t('node.removeAssets'), order: 12, ...possible, onRun: pick('remove') },
    ];
  };
};

/** Actions that start background work. */
const useWorkActions = () => {
  const { t } = useTranslation('resources');
  const need = useNeed();
  const calls = useNodeCalls();
  return (line: TreeLine): Action[] => [
    {
      name: 'refresh',
      title: t('asset.refresh'),
      order: 20,
      divided: true,
      ...need('assets.refresh_assethardwareinfo'),
      onRun: async () => void (await calls.work(idOf(line), 'refresh')),
    },
    {
      name: 'test',
      title: t('asset.test'),
      order: 21,
      ...need('assets.test_assetconnectivity'),
      onRun: async () => void (await calls.work(idOf(line), 'test')),
    },
    {
      name: 'amounts',
      title: t('node.checkAmounts'),
      order: 22,
      ...need('assets.change_node'),
      onRun: () => void calls.checkAmounts(),
    },
  ];
};

/** Switches the list between a node's own assets and all assets below it. */
const useRangeActions = (dialogs: NodeDialogs) => {
  const { t } = useTranslation('resources');
  const { cookies } = usePlatform();
  return (line: TreeLine): Action[] => {
    const isCurrentOnly = cookies.get(CURRENT_ONLY_COOKIE) === '1';
    return [
      {
        name: 'only',
        title: t('node.onlyCurrent'),
        order: 30,
        divided: true,
        has: !isCurrentOnly,
        onRun: () => dialogs.currentOnly(line, true),
      },
      {
        name: 'all',
        title: t('node.allBelow'),
        order: 30,
        divided: true,
        has: isCurrentOnly,
        onRun: () => dialogs.currentOnly(line, false),
      },
    ];
  };
};

/** Actions of one node of the asset tree. */
export const useNodeActions = (dialogs: NodeDialogs) => {
  const { t } = useTranslation('resources');
  const ofTree = useTreeActions(dialogs);
  const ofHolding = useHoldingActions(dialogs);
  const ofWork = useWorkActions();
  const ofRange = useRangeActions(dialogs);
  return (line: TreeLine, tree: NodeTree): Action[] => [
    ...ofTree(line, tree),
    ...ofHolding(line),
    ...ofWork(line),
    ...ofRange(line),
    { name: 'info', title: t('node.info'), order: 40, onRun: () => dialogs.info(line) },
  ];
};
