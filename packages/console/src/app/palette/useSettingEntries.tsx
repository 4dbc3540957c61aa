import { SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { settingIndex } from '../../areas/settings/settingIndex.ts';
import { useSettingPanels } from '../../areas/settings/useSettingPanels.ts';
import { useCan } from '../../platform/session/useSession.ts';
import type { Entry } from './Entry.ts';

/** The settings that the user may read; each leads to its field. */
export const useSettingEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const isAllowed = useCan()('settings.view_setting');
  const { data = [] } = useSettingPanels(isAllowed);
  return settingIndex(data).map(({ name, title, place, also, to }) => ({
    id: `setting:${name}`,
    title,
    fact: `${t('view.settings')} · ${place}`,
    also,
    icon: <SettingOutlined aria-hidden />,
    to,
  }));
};
