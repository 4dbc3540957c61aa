import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../platform/Platform.tsx';
import { useStore } from '../../platform/store.ts';
import { TreeRoot } from '../../theme/kit/tree/TreeParts.tsx';
import { useTree } from '../../theme/kit/tree/useTree.ts';
import { useLuna } from '../LunaContext.tsx';
import { useOpenAssets } from '../workspace/useOpenAssets.ts';
import { AssetMenu } from './AssetMenu.tsx';
import { AssetRow } from './AssetRow.tsx';
import styles from './assets.module.css';
import { onTreeClick, onTreeContextMenu, type TreeActs } from './treeEvents.ts';
import { factsOf, type TreeItem, visibleRows } from './treeModel.ts';
import { useUnopenedText } from './useUnopenedText.ts';

/** The permitted assets as a tree that can be used by keyboard. */
export function AssetTree() {
  const { t } = useTranslation('luna');
  const { notify } = usePlatform();
  const { tree: source, workbench } = useLuna();
  const { tree } = useStore(source.store);
  const openAssets = useOpenAssets();
  const unopened = useUnopenedText();
  const rows = useMemo(() => visibleRows(tree), [tree]);
  const [menu, setMenu] = useState<{ item: TreeItem; anchor: HTMLElement } | null>(null);
  const setOpen = (key: string, isOpen: boolean) =>
    void source.setOpen(key, isOpen).catch((error) => notify.error(error));
  const acts: TreeActs = {
    choose: (item) => {
      if (item.asset && !item.isInactive) workbench.connect({ assetId: item.asset.id });
      else if (item.isParent) setOpen(item.key, !tree.expanded.has(item.key));
    },
    openMenu: (item, anchor) => item.asset && setMenu({ item, anchor }),
  };
  const withItem = (key: string, action: (item: TreeItem) => void) => {
    const item = tree.items[key];
    if (item) action(item);
  };
  const keys = useTree(rows.map(factsOf), {
    setOpen,
    choose: (key) => withItem(key, acts.choose),
    menu: (key, anchor) => withItem(key, (item) => acts.openMenu(item, anchor)),
  });

  if (rows.length === 0) return null;
  return (
    <>
      <TreeRoot
        tree={keys}
        aria-label={t('assets.title')}
        className={styles.tree}
        onClick={(event) => onTreeClick(event, tree, acts)}
        onContextMenu={(event) => onTreeContextMenu(event, tree, acts)}
      >
        {rows.map((row) => (
          <AssetRow
            key={row.item.key}
            row={row}
            isLoading={tree.loading.has(row.item.key)}
            isEmpty={row.isExpanded && tree.children[row.item.key]?.length === 0}
            isInOrder={row.item.key === keys.stop}
            unopened={unopened(row.item.protocols)}
            isOpen={row.item.asset ? openAssets.open.has(row.item.asset.id) : false}
            isActive={row.item.asset ? openAssets.active === row.item.asset.id : false}
          />
        ))}
      </TreeRoot>
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
