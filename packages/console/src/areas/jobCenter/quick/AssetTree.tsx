import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { TreePanel } from '../../../engine/tree/TreePanel.tsx';
import { useNodeTree } from '../../../engine/tree/useNodeTree.ts';
import { treeIcon } from '../../../resources/assets/treeIcon.tsx';
import { afterPress, type Chosen, checkedOf, placed, settled } from './chosenNodes.ts';
import styles from './quick.module.css';

const source = {
  url: '/api/v1/perms/users/self/nodes/children-with-assets/tree/',
  reload: { rebuild_tree: '1' },
  placed,
};

type Props = { chosen: Chosen; onChoose: (chosen: Chosen) => void; onHide: (() => void) | undefined };

/** The user's assets and their nodes; pressing one chooses it. */
export function AssetTree({ chosen: all, onChoose, onHide }: Props) {
  const { t } = useTranslation('runs');
  const tree = useNodeTree(source);
  const chosen = useMemo(() => settled(tree.tree, all), [tree.tree, all]);
  return (
    <TreePanel
      label={t('assets')}
      tree={tree}
      canSearch
      icon={treeIcon}
      searchPlaceholder={t('quick.searchAssets')}
      checkedOf={({ node }) => checkedOf(tree.tree, chosen, node.id)}
      onCheck={({ node }) => onChoose(afterPress(tree.tree, chosen, node))}
      isDisabled={({ node }) => node.chkDisabled === true}
      {...(onHide && { onHide })}
      footer={
        chosen.size > 0 && (
          <div className={styles.chosen}>
            <span className="ell grow" title={[...chosen.values()].map(({ name }) => name).join(t('comma'))}>
              {t('quick.chosen', { count: chosen.size })}
            </span>
            <Button size="small" type="text" onClick={() => onChoose(new Map())}>
              {t('quick.clear')}
            </Button>
          </div>
        )
      }
    />
  );
}
