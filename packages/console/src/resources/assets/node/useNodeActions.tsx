import { useTranslation } from 'react-i18next';
import type { Action } from '../../../engine/action/Action.ts';
import { nameAndCount, type TreeLine } from '../../../engine/tree/treeModel.ts';
import type { NodeTree } from '../../../engine/tree/useNodeTree.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useCan } from '../../../platform/session/useSession.ts';
import { serverCan } from '../../serverWork.ts';
import { CURRENT_ONLY_COOKIE } from '../assetTree.ts';
import { type AssetsVerb, useNodeCalls } from './useNodeCalls.ts';

/** What a node menu asks its page to open. */
export type NodeDialogs = {
  rename: (line: TreeLine, tree: NodeTree) => void;
  pick: (line: TreeLine, verb: AssetsVerb) => void;
  move: (line: TreeLine, tree: NodeTree) => void;
  info: (line: TreeLine) => void;
  /** Lists again, all assets below a node or only its own. */
  currentOnly: (line: TreeLine, isOn: boolean) => void;
};

const idOf = (line: TreeLine): string => String(line.node.meta.data?.id ?? '');

/** Actions of one node of the asset tree. */
export const useNodeActions = (dialogs: NodeDialogs) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const calls = useNodeCalls();
  const confirm = useConfirm();
  const { cookies } = usePlatform();

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
  const tell = { has: true, reason: t('noPermission') };
  const need = (permission: string) => ({ ...tell, can: can(permission) });

  return (line: TreeLine, tree: NodeTree): Action[] => {
    const isCurrentOnly = cookies.get(CURRENT_ONLY_COOKIE) === '1';
    const pick = (verb: AssetsVerb) => () => dialogs.pick(line, verb);
    return [
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
        onRun: () => dialogs.rename(line, tree),
      },
      {
        name: 'move',
        title: t('node.move'),
        order: 3,
        ...need('assets.change_node'),
        onRun: () => dialogs.move(line, tree),
      },
      {
        name: 'delete',
        title: t('node.delete'),
        order: 4,
        danger: true,
        ...need('assets.delete_node'),
        onRun: () => remove(line, tree),
      },
      {
        name: 'add',
        title: t('node.addAssets'),
        order: 10,
        divided: true,
        ...need('assets.change_assetnodes'),
        onRun: pick('add'),
      },
      {
        name: 'replace',
        title: t('node.moveAssets'),
        order: 11,
        ...need('assets.change_assetnodes'),
        onRun: pick('replace'),
      },
      {
        name: 'remove',
        title: t('node.removeAssets'),
        order: 12,
        ...need('assets.change_assetnodes'),
        onRun: pick('remove'),
      },
      {
        name: 'refresh',
        title: t('node.refreshHardware'),
        order: 20,
        divided: true,
        ...need('assets.refresh_assethardwareinfo'),
        has: serverCan('readHardware'),
        onRun: () => void calls.run(idOf(line), 'refresh'),
      },
      {
        name: 'test',
        title: t('node.test'),
        order: 21,
        ...need('assets.test_assetconnectivity'),
        has: serverCan('testAsset'),
        onRun: () => void calls.run(idOf(line), 'test'),
      },
      {
        name: 'amounts',
        title: t('node.checkAmounts'),
        order: 22,
        ...need('assets.change_node'),
        onRun: () => void calls.checkAmounts(),
      },
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
      { name: 'info', title: t('node.info'), order: 40, onRun: () => dialogs.info(line) },
    ];
  };
};
