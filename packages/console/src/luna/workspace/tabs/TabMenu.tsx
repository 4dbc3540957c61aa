import { useTranslation } from 'react-i18next';
import type { Point } from '../../../theme/kit/menu/placeLayer.ts';
import { MenuList } from '../../ui/Menu.tsx';
import type { WorkTab } from '../workspace.ts';
import { tabName } from './tabName.ts';
import { useTabItems } from './useTabItems.ts';

type Props = { tab: WorkTab; at: Point; onRename: () => void; onClose: () => void };

/** The context menu of a tab. */
export function TabMenu({ tab, at, onRename, onClose }: Props) {
  const { t } = useTranslation('luna');
  const items = useTabItems(tab);
  return (
    <MenuList
      label={t('tabs.menu', { name: tabName(tab) })}
      anchor={at}
      start="line"
      onClose={onClose}
      items={[{ key: 'rename', label: t('tabs.renameTab'), hint: 'F2', onSelect: onRename }, ...items]}
    />
  );
}
