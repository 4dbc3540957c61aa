import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ContextMenu } from '../../../engine/action/ContextMenu.tsx';
import { isWithin, nameAndCount, type TreeLine } from '../../../engine/tree/treeModel.ts';
import type { NodeTree } from '../../../engine/tree/useNodeTree.ts';
import { useConfirm } from '../../../platform/confirm/useConfirm.ts';
import { usePlatform } from '../../../platform/Platform.tsx';
import { part } from '../../../platform/part/part.ts';
import { useCan, useSession } from '../../../platform/session/useSession.ts';
import type { Picked } from '../AssetPickerDialog.tsx';
import type { NodeTreeExtras } from '../AssetTreePanel.tsx';
import { CURRENT_ONLY_COOKIE } from '../assetTree.ts';
import { NodeNameEditor } from './NodeNameEditor.tsx';
import { useNodeActions } from './useNodeActions.tsx';
import { type AssetsVerb, useNodeCalls } from './useNodeCalls.ts';

// Loaded on demand, because the list should load fast.
const AssetPickerDialog = part(() => import('../AssetPickerDialog.tsx').then((m) => m.AssetPickerDialog));
const MoveNodeDialog = part(() => import('./MoveNodeDialog.tsx').then((m) => m.MoveNodeDialog));
const NodeInfoDialog = part(() => import('./NodeInfoDialog.tsx').then((m) => m.NodeInfoDialog));

type Open =
  | { kind: 'menu'; line: TreeLine; tree: NodeTree; at: { x: number; y: number } }
  | { kind: 'rename'; line: TreeLine; tree: NodeTree }
  | { kind: 'move'; line: TreeLine; tree: NodeTree }
  | { kind: 'pick'; line: TreeLine; verb: AssetsVerb }
  | { kind: 'info'; line: TreeLine };

type Input = {
  /** Called when the assets of a node may have changed, so that the list beside the tree is outdated. */
  onAssetsChanged: () => void;
  onCurrentOnly: (line: TreeLine) => void;
};

const idOf = (line: TreeLine): string => String(line.node.meta.data?.id ?? '');

type OverlayProps = {
  open: Open;
  actions: ReturnType<typeof useNodeActions>;
  onClose: () => void;
  onMenuClose: () => void;
  onMove: (tree: NodeTree, line: TreeLine, target: string) => Promise<void>;
  onPick: (rows: readonly Picked[]) => void;
};

/** The menu of a node, or a dialog opened from it. */
function NodeOverlay({ open, actions, onClose, onMenuClose, onMove, onPick }: OverlayProps) {
  const { t } = useTranslation('resources');
  const { line } = open;
  const { name } = nameAndCount(line.node);
  return (
    <Suspense fallback={null}>
      {open.kind === 'menu' && (
        <ContextMenu
          actions={actions(line, open.tree)}
          at={open.at}
          label={t('node.menuOf', { name })}
          onClose={onMenuClose}
        />
      )}
      {open.kind === 'info' && <NodeInfoDialog id={idOf(line)} onClose={onClose} />}
      {open.kind === 'move' && (
        <MoveNodeDialog
          name={name}
          onClose={onClose}
          onMove={async (target) => {
            await onMove(open.tree, line, target);
            onClose();
          }}
        />
      )}
      {open.kind === 'pick' && (
        <AssetPickerDialog
          title={t(`node.pick.${open.verb}`, { name })}
          chosen={[]}
          params={open.verb === 'remove' ? { node_id: idOf(line) } : undefined}
          onClose={onClose}
          onConfirm={onPick}
        />
      )}
    </Suspense>
  );
}

/** Moves nodes under another one, at once or after confirmation. */
const useMoves = () => {
  const { t } = useTranslation('resources');
  const confirm = useConfirm();
  const calls = useNodeCalls();
  const moveTo = async (tree: NodeTree, ids: string[], target: string) => {
    await calls.move(target, ids);
    await tree.rebuild();
  };
  const drop = async (dragged: string, target: string, tree: NodeTree) => {
    const [from, to] = [tree.tree.nodes.get(dragged), tree.tree.nodes.get(target)];
    if (!from || !to) return;
    const names = { name: nameAndCount(from).name, target: nameAndCount(to).name };
    const agreed = await confirm({
      title: t('node.dropTitle', names),
      body: t('node.dropBody'),
      okText: t('node.move'),
    });
    if (agreed)
      await moveTo(tree, [String(from.meta.data?.id)], String(to.meta.data?.id)).catch(() => undefined);
  };
  return { moveTo, drop };
};

type OpenState = { open: Open | undefined; setOpen: (open: Open | undefined) => void };

/** Applies entered names and picked assets. */
const useAnswers = ({ open, setOpen }: OpenState, onAssetsChanged: () => void) => {
  const calls = useNodeCalls();
  const rename = async (value: string | undefined) => {
    if (open?.kind !== 'rename') return;
    const { line, tree } = open;
    setOpen(undefined);
    if (!value || value === nameAndCount(line.node).name) return;
    await calls.rename(idOf(line), value).catch(() => undefined);
    await tree.rebuild();
  };
  const pick = async (rows: readonly Picked[]) => {
    if (open?.kind !== 'pick') return;
    const { line, verb } = open;
    setOpen(undefined);
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await calls.assets(idOf(line), verb, ids).catch(() => undefined);
    onAssetsChanged();
  };
  return { rename, pick };
};

/**
 * Whether one line of the tree can be dropped on another: only a node, and only on another node that is
 * neither its parent nor below it.
 */
const canDropOn = (dragged: string, target: string, { tree }: NodeTree): boolean =>
  tree.nodes.get(dragged)?.meta.type === 'node' &&
  tree.nodes.get(target)?.meta.type === 'node' &&
  tree.nodes.get(dragged)?.pId !== target &&
  !isWithin(tree, target, dragged);

/** Menu, renaming, dragging and dialogs of the asset tree. */
export const useNodeMenu = ({ onAssetsChanged, onCurrentOnly }: Input) => {
  const { isRoot } = useSession();
  const can = useCan();
  const { cookies } = usePlatform();
  const [open, setOpen] = useState<Open>();
  const { moveTo, drop } = useMoves();
  const answers = useAnswers({ open, setOpen }, onAssetsChanged);
  const actions = useNodeActions({
    rename: (line, tree) => setOpen({ kind: 'rename', line, tree }),
    move: (line, tree) => setOpen({ kind: 'move', line, tree }),
    pick: (line, verb) => setOpen({ kind: 'pick', line, verb }),
    info: (line) => setOpen({ kind: 'info', line }),
    currentOnly: (line, isOn) => {
      cookies.set(CURRENT_ONLY_COOKIE, isOn ? '1' : '0', { days: 1 });
      onCurrentOnly(line);
    },
  });

  const extras: NodeTreeExtras = isRoot
    ? {}
    : {
        onMenu: (line, at, tree) =>
          line.node.meta.type === 'node' && setOpen({ kind: 'menu', line, tree, at }),
        canDrop: (dragged, target, tree) => can('assets.change_node') && canDropOn(dragged, target, tree),
        onDrop: (dragged, target, tree) => void drop(dragged, target, tree),
        editor: (line) =>
          open?.kind === 'rename' && open.line.node.id === line.node.id ? (
            <NodeNameEditor
              value={nameAndCount(line.node).name}
              onDone={(value) => void answers.rename(value)}
            />
          ) : undefined,
      };
  const overlay = open && (
    <NodeOverlay
      open={open}
      actions={actions}
      onClose={() => setOpen(undefined)}
      onMenuClose={() => setOpen((now) => (now?.kind === 'menu' ? undefined : now))}
      onMove={(tree, line, target) => moveTo(tree, [idOf(line)], target)}
      onPick={(rows) => void answers.pick(rows)}
    />
  );
  return { extras, overlay };
};
