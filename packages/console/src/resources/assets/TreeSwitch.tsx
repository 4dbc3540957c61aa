import { useTranslation } from 'react-i18next';
import { Segments } from '../../theme/control/Segments.tsx';

/** By what a tree orders assets. */
export type AssetTrees = 'nodes' | 'types';

/** Switches between the trees of assets. */
export function TreeSwitch(props: { value: AssetTrees; onPick: (tree: AssetTrees) => void }) {
  const { t } = useTranslation('resources');
  return (
    <Segments<AssetTrees>
      label={t('node.trees')}
      {...props}
      choices={[
        { value: 'nodes', label: t('node.nodes') },
        { value: 'types', label: t('node.types') },
      ]}
    />
  );
}
