import FileOutlined from '@ant-design/icons/FileOutlined';
import FolderOpenOutlined from '@ant-design/icons/FolderOpenOutlined';
import FolderOutlined from '@ant-design/icons/FolderOutlined';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import ReloadOutlined from '@ant-design/icons/ReloadOutlined';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { SearchBox } from '../../theme/control/SearchBox.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import styles from './Tree.module.css';
import { type Checked, Tree } from './Tree.tsx';
import type { TreeLine } from './treeModel.ts';
import type { NodeTree } from './useNodeTree.ts';

type Props = {
  label: string;
  tree: NodeTree;
  selected?: string | undefined;
  onSelect?: (line: TreeLine) => void;
  /** With checkboxes, a press checks a node. */
  checkedOf?: (line: TreeLine) => Checked;
  onCheck?: (line: TreeLine) => void;
  isDisabled?: (line: TreeLine) => boolean;
  /** Shown below the tree. */
  footer?: ReactNode;
  canSearch: boolean;
  searchPlaceholder?: string;
  /** Chooses between trees; shown above the search. */
  switcher?: ReactNode;
  onHide?: () => void;
  icon?: (line: TreeLine) => ReactNode;
  onMenu?: (line: TreeLine, at: { x: number; y: number }) => void;
  canDrop?: (dragged: string, target: string) => boolean;
  onDrop?: (dragged: string, target: string) => void;
  editor?: (line: TreeLine) => ReactNode | undefined;
};

const folderOf = (line: TreeLine) =>
  line.node.meta.type === 'asset' ? (
    <FileOutlined aria-hidden />
  ) : line.isOpen ? (
    <FolderOpenOutlined aria-hidden />
  ) : (
    <FolderOutlined aria-hidden />
  );

/** A tree with search and refresh above it. */
export function TreePanel(props: Props) {
  const { tree, label } = props;
  const { t } = useTranslation('engine');
  return (
    <section className={styles.panel} aria-label={label} style={{ height: '100%' }}>
      <div className={styles.head}>
        <div className="between">
          {props.switcher || <span style={{ fontWeight: 500, fontSize: 13 }}>{label}</span>}
          <span className="row" style={{ gap: 0 }}>
            <IconButton
              icon={<ReloadOutlined aria-hidden style={{ fontSize: 13 }} />}
              tip={t('tree.refresh')}
              size={28}
              onClick={() => void tree.rebuild()}
            />
            {props.onHide && (
              <IconButton
                icon={<MenuFoldOutlined aria-hidden style={{ fontSize: 13 }} />}
                tip={t('tree.hide')}
                size={28}
                onClick={props.onHide}
              />
            )}
          </span>
        </div>
        {props.canSearch && (
          <SearchBox
            label={props.searchPlaceholder ?? t('tree.search')}
            value={tree.typed}
            onChange={tree.setTyped}
          />
        )}
      </div>
      <div className={styles.body}>
        {tree.isPending ? (
          <SkeletonRows rows={8} columns={1} height={30} />
        ) : tree.error ? (
          <div className={styles.center}>
            <p>{t('tree.failed')}</p>
            <Button size="small" icon={<ReloadOutlined aria-hidden />} onClick={tree.reload}>
              {t('list.tryAgain')}
            </Button>
          </div>
        ) : tree.lines.length === 0 ? (
          <p className={styles.center}>{t(tree.isSearching ? 'tree.noMatch' : 'tree.empty')}</p>
        ) : (
          <Tree
            label={label}
            lines={tree.lines}
            canOpen={tree.canOpen}
            onToggle={tree.toggle}
            selected={props.selected}
            onSelect={props.onSelect}
            checkedOf={props.checkedOf}
            onCheck={props.onCheck}
            isDisabled={props.isDisabled}
            icon={(line) => props.icon?.(line) ?? folderOf(line)}
            onMenu={props.onMenu}
            canDrop={props.canDrop}
            onDrop={props.onDrop}
            editor={props.editor}
          />
        )}
      </div>
      {props.footer}
    </section>
  );
}
