import { useTranslation } from 'react-i18next';
import { useStore } from '../../platform/store.ts';
import type { MenuItem } from '../../theme/kit/menu/MenuItem.ts';
import type { Point } from '../../theme/kit/menu/placeLayer.ts';
import { useLuna } from '../LunaContext.tsx';
import { MenuList } from '../ui/Menu.tsx';
import { tabName } from '../workspace/tabs/tabName.ts';
import { useTabItems } from '../workspace/tabs/useTabItems.ts';
import type { WorkTab } from '../workspace/workspace.ts';

type Props = { tab: WorkTab; at: Point; onCopy: () => void; onPaste: () => void; onClose: () => void };

/** The context menu of a terminal. */
export function TerminalMenu({ tab, at, onCopy, onPaste, onClose }: Props) {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const { link } = useStore(tab.session.store);
  const ofTab = useTabItems(tab);
  const { terminal } = tab.session;
  const may = (action: string) => link.facts?.actions.includes(action) ?? false;
  const items: MenuItem[] = [
    {
      key: 'copy',
      label: t('action.copy'),
      hint: 'Ctrl Shift C',
      disabled: !may('copy') || !terminal.hasSelection(),
      reason: may('copy') ? undefined : t('clipboard.copyDenied'),
      onSelect: onCopy,
    },
    {
      key: 'paste',
      label: t('action.paste'),
      hint: 'Ctrl Shift V',
      disabled: !may('paste') || link.phase !== 'live',
      reason: may('paste') ? undefined : t('clipboard.pasteDenied'),
      onSelect: onPaste,
    },
    {
      key: 'find',
      label: t('find.title'),
      hint: 'Ctrl Shift F',
      onSelect: () => workbench.showFind(true),
    },
    { key: 'clear', label: t('menu.clear'), onSelect: () => terminal.clear() },
    { separator: true },
    ...ofTab,
  ];
  return (
    <MenuList
      label={t('terminal.menu', { name: tabName(tab) })}
      anchor={at}
      start="line"
      onClose={onClose}
      items={items}
    />
  );
}
