import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { useLuna } from '../LunaContext.tsx';
import { useOpenAssets } from '../workspace/useOpenAssets.ts';
import { AssetMenu } from './AssetMenu.tsx';
import { AssetRow } from './AssetRow.tsx';
import styles from './assets.module.css';
import { type TreeItem, treeMove, typeAhead, visibleRows } from './treeModel.ts';

const TYPING_MS = 600;

/** Letters typed in quick succession, for jumping to a label. */
const useTyped = () => {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string) => {
    const now = Date.now();
    const text = now - typed.current.at < TYPING_MS ? typed.current.text + letter : letter;
    typed.current = { text, at: now };
    return text;
  };
};

/** The permitted assets as a tree with the keyboard of a tree (language §9). */
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

  const focus = (key: string) => {
    setCurrent(key);
    list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`)?.focus();
  };
  const setOpen = (key: string, isOpen: boolean) =>
    source.setOpen(key, isOpen).catch((error) => notify.error(error));
  const choose = (item: TreeItem) => {
    setCurrent(item.key);
    if (item.asset && !item.isInactive) workbench.connect({ assetId: item.asset.id });
    else if (item.isParent) setOpen(item.key, !tree.expanded.has(item.key));
  };
  const openMenu = (item: TreeItem, anchor: HTMLElement) => {
    setCurrent(item.key);
    if (item.asset) setMenu({ item, anchor });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = event.target instanceof HTMLElement ? event.target : undefined;
    if (row?.getAttribute('role') !== 'treeitem') return;
    const menuKey = event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const item = rows.find((one) => one.item.key === inTabOrder)?.item;
    if (item && menuKey) {
      event.preventDefault();
      return openMenu(item, row);
    }
    if (item && (event.key === 'Enter' || event.key === ' ')) {
      event.preventDefault();
      return choose(item);
    }
    const move = treeMove(rows, inTabOrder, event.key);
    const isLetter = event.key.length === 1 && event.key !== ' ' && event.key !== '*';
    const found = isLetter ? typeAhead(rows, inTabOrder, addLetter(event.key)) : undefined;
    if (!move && !found) return;
    event.preventDefault();
    if (found) focus(found);
    else if (move?.kind === 'focus') focus(move.key);
    else if (move?.kind === 'collapse') setOpen(move.key, false);
    else if (move?.kind === 'expand') for (const key of move.keys) setOpen(key, true);
  };

  const rowAt = (target: EventTarget) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-key]') : null;
    const item = element && tree.items[element.dataset.key ?? ''];
    return item ? { element, item } : undefined;
  };
  const onClick = (event: MouseEvent) => {
    const row = rowAt(event.target);
    const more = event.target instanceof Element && event.target.closest<HTMLElement>('[data-more]');
    if (row && more) openMenu(row.item, more);
    else if (row) choose(row.item);
  };
  const onContextMenu = (event: MouseEvent) => {
    const row = rowAt(event.target);
    if (!row?.item.asset) return;
    event.preventDefault();
    openMenu(row.item, row.element);
  };

  if (rows.length === 0) return null;
  return (
    <>
      <div
        ref={list}
        role="tree"
        aria-label={t('assets.title')}
        className={styles.tree}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onContextMenu={onContextMenu}
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
