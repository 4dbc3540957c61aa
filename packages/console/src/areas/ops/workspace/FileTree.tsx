import FileAddOutlined from '@ant-design/icons/FileAddOutlined';
import FileOutlined from '@ant-design/icons/FileOutlined';
import FolderAddOutlined from '@ant-design/icons/FolderAddOutlined';
import FolderOpenOutlined from '@ant-design/icons/FolderOpenOutlined';
import FolderOutlined from '@ant-design/icons/FolderOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { ENTRY_FILE, ROOT_KEY } from '@gatehouse/contract/ops/playbookFiles.ts';
import type { TreeNode } from '@gatehouse/contract/wire/page.ts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Tree } from '../../../engine/tree/Tree.tsx';
import { linesOf, type TreeLine, treeOf } from '../../../engine/tree/treeModel.ts';
import { Failed } from '../../../platform/page/Failed.tsx';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import { MenuList } from '../../../theme/control/menu/Menu.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import type { Workspace } from './useWorkspace.ts';
import styles from './workspace.module.css';

/** What the user wants to do with a file or folder. */
export type FileWish = { kind: 'file' | 'folder' | 'rename' | 'delete'; node: TreeNode | undefined };

const iconOf = ({ node, isOpen }: TreeLine) =>
  !node.isParent ? (
    <FileOutlined aria-hidden />
  ) : isOpen ? (
    <FolderOpenOutlined aria-hidden />
  ) : (
    <FolderOutlined aria-hidden />
  );

/** Whether a node is neither renamed nor deleted. */
const isProtected = ({ id }: TreeNode): boolean => id === ROOT_KEY || id === ENTRY_FILE;

/** The lines to draw, and which folders are closed. */
const useLines = (nodes: readonly TreeNode[] | undefined) => {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const tree = useMemo(() => treeOf(nodes ?? []), [nodes]);
  const lines = useMemo(
    () => linesOf(tree, new Set([...tree.nodes.keys()].filter((id) => !closed.has(id)))),
    [tree, closed],
  );
  const toggle = ({ node }: TreeLine, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(node.id);
    else next.add(node.id);
    setClosed(next);
  };
  return { tree, lines, toggle };
};

/** The folders and files of a playbook, with what can be done with them. */
export function FileTree(props: {
  workspace: Workspace;
  selected: TreeNode | undefined;
  canChange: boolean;
  onSelect: (node: TreeNode) => void;
  onWish: (wish: FileWish) => void;
}) {
  const { workspace, selected, canChange, onSelect, onWish } = props;
  const { t } = useTranslation('ops');
  const { query } = workspace;
  const { tree, lines, toggle } = useLines(query.data);
  const [menu, setMenu] = useState<{ node: TreeNode; at: { x: number; y: number } }>();
  const wish = (kind: FileWish['kind'], node: TreeNode | undefined) => onWish({ kind, node });
  const itemsOf = (node: TreeNode) =>
    (['file', 'folder', 'rename', 'delete'] as const).map((kind) => ({
      key: kind,
      label: t(`workspace.${kind}`),
      danger: kind === 'delete',
      disabled: (kind === 'rename' || kind === 'delete') && isProtected(node),
      onSelect: () => wish(kind, node),
    }));
  return (
    <section className={styles.tree} aria-label={t('workspace.files')}>
      <div className={styles.bar}>
        <span className={styles.title}>{t('workspace.files')}</span>
        {canChange && (
          <>
            <IconButton
              size={28}
              icon={<FileAddOutlined aria-hidden />}
              tip={t('workspace.file')}
              onClick={() => wish('file', selected)}
            />
            <IconButton
              size={28}
              icon={<FolderAddOutlined aria-hidden />}
              tip={t('workspace.folder')}
              onClick={() => wish('folder', selected)}
            />
          </>
        )}
        <IconButton
          size={28}
          icon={<ReloadOutlined aria-hidden />}
          tip={t('workspace.refresh')}
          onClick={() => void workspace.refresh()}
        />
      </div>
      <div className={styles.lines}>
        {query.error ? (
          <Failed query={query} />
        ) : query.isPending ? (
          <SkeletonRows rows={4} columns={1} height={28} />
        ) : (
          <Tree
            label={t('workspace.files')}
            isDense
            lines={lines}
            canOpen={({ node }) => (tree.children.get(node.id)?.length ?? 0) > 0}
            onToggle={toggle}
            {...(selected && { selected: selected.id })}
            onSelect={(line) => {
              onSelect(line.node);
              if (line.node.isParent) toggle(line, !line.isOpen);
            }}
            icon={iconOf}
            {...(canChange && {
              onMenu: ({ node }: TreeLine, at: { x: number; y: number }) => {
                onSelect(node);
                setMenu({ node, at });
              },
            })}
          />
        )}
      </div>
      {menu && (
        <MenuList
          label={t('workspace.menuOf', { name: menu.node.name })}
          anchor={menu.at}
          items={itemsOf(menu.node)}
          onClose={() => setMenu(undefined)}
        />
      )}
    </section>
  );
}
