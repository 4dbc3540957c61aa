import { SettingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { settingPath } from '../../areas/settings/settingPath.ts';
import { useSettingPanels } from '../../areas/settings/useSettingPanels.ts';
import { useCan } from '../../platform/session/useSession.ts';
import type { Entry } from './Entry.ts';

/** The settings that the user may read; each leads to its field. */
export const useSettingEntries = (): Entry[] => {
  const { t } = useTranslation('shell');
  const isAllowed = useCan()('settings.view_setting');
  const { data = [] } = useSettingPanels(isAllowed);
  return data
    .filter(({ dialog }) => !dialog)
    .flatMap((panel) =>
      panel.groups.flatMap((group) =>
        group.settings.map(({ name, label, help = '' }) => ({
          id: `setting:${name}`,
          title: label,
          fact: [t('view.settings'), panel.title, group.title].join(' · '),
          also: `${name} ${help}`,
          icon: <SettingOutlined aria-hidden />,
          to: settingPath(panel, name),
        })),
      ),
    );
};
