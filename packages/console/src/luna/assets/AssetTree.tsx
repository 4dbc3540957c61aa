import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { useLuna } from '../LunaContext.tsx';
import { useOpenAssets } from '../workspace/useOpenAssets.ts';
import { AssetMenu } from './AssetMenu.tsx';
import { AssetRow } from './AssetRow.tsx';
import styles from './assets.module.css';
import { onTreeClick, onTreeContextMenu, onTreeKey, type TreeActs } from './treeEvents.ts';
import { type TreeItem, visibleRows } from './treeModel.ts';

const TYPING_MS = 600;

/** Letters typed in quick succession, to jump to a label. */
const useTyped = () => {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string) => {
    const now = Date.now();
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    return text;
  };
};

/** The permitted assets as a tree with tree keys (language §9). */
export function AssetTree() {
  const { t } = useTranslation('luna');
  const { notify } = usePlatform();
  const { tree: source, workbench } = useLuna();
  const { tree } = useStore(source.store);
  const openAssets = useOpenAssets();
  const rows = useMemo(() => visibleRows(tree), [tree]);
  const [current, setCurrent] = useState<string>();
  const [menu, setMenu] = useState<{ item: TreeItem; anchor: HTMLElement } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const addLetter = useTyped();
  const inTabOrder = rows.some((row) => row.item.key === current) ? current : rows[0]?.item.key;

  const acts: TreeActs = {
    focus: (key) => {
      setCurrent(key);
      list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
    },
    setOpen: (key, isOpen) => void source.setOpen(key, isOpen).catch((error) => notify.error(error)),
    choose: (item) => {
      setCurrent(item.key);
      if (item.asset && !item.isInactive) workbench.connect({ assetId: item.asset.id });
      else if (item.isParent) acts.setOpen(item.key, !tree.expanded.has(item.key));
    },
    openMenu: (item, anchor) => {
      setCurrent(item.key);
      if (item.asset) setMenu({ item, anchor });
    },
  };

  if (rows.length === 0) return null;
  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={t('assets.title')}
        className={styles.tree}
        onKeyDown={(event) => onTreeKey(event, { rows, current: inTabOrder, addLetter }, acts)}
        onClick={(event) => onTreeClick(event, tree, acts)}
        onContextMenu={(event) => onTreeContextMenu(event, tree, acts)}
      >
        {rows.map((row) => (
          <AssetRow
            key={row.item.key}
            row={row}
            isLoading={tree.loading.has(row.item.key)}
            isEmpty={row.isExpanded && tree.children[row.item.key]?.length === 0}
            isInOrder={row.item.key === inTabOrder}
            isOpen={row.item.asset ? openAssets.open.has(row.item.asset.id) : false}
            isActive={row.item.asset ? openAssets.active === row.item.asset.id : false}
            onFocus={() => setCurrent(row.item.key)}
          />
        ))}
      </div>
      {menu?.item.asset && (
        <AssetMenu
          asset={menu.item.asset}
          isInactive={menu.item.isInactive}
          anchor={menu.anchor}
          onClose={() => setMenu(null)}
        />
      )}
    </>
  );
}
