import { useTranslation } from 'react-i18next';
import { useStore } from '../../../platform/store.ts';
import type { MenuItem } from '../../../theme/kit/menu/MenuItem.ts';
import { useLuna } from '../../LunaContext.tsx';
import type { WorkTab } from '../workspace.ts';
import { useRecording } from './useRecording.ts';
import { sameAgain, useTabActions } from './useTabActions.ts';

/** What menus offer for a tab as a whole. */
export const useTabItems = (tab: WorkTab): MenuItem[] => {
  const { t } = useTranslation('luna');
  const { workbench } = useLuna();
  const actions = useTabActions();
  const recording = useRecording(tab);
  const { link } = useStore(tab.session.store);
  const view: MenuItem = {
    key: 'recording',
    label: t('state.recording'),
    onSelect: () => window.open(recording ?? '', '_blank', 'noopener'),
  };
  return [
    { key: 'again', label: t('menu.duplicate'), onSelect: () => workbench.connect(sameAgain(tab)) },
    {
      key: 'reconnect',
      label: t('state.reconnect'),
      disabled: link.phase !== 'ended',
      onSelect: () => actions.reconnect(tab.key),
    },
    ...(recording ? [view] : []),
    { separator: true },
    { key: 'close', label: t('tabs.close'), onSelect: () => actions.close(tab.key) },
  ];
};
