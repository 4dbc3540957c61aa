import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { PreferenceForm } from './PreferenceForm.tsx';

const tabs = [
  { key: 'LinaUpdate', label: 'preference.console', category: 'lina' },
  { key: 'LunaUpdate', label: 'preference.terminal', category: 'luna' },
  { key: 'KokoUpdate', label: 'preference.files', category: 'koko' },
] as const;

/** The user's preferences, program by program. */
export function UserSetting() {
  const { t } = useTranslation('areas');
  return (
    <PageFrame>
      <PageTabs
        tabs={tabs.map(({ key, label, category }) => ({
          key,
          label: t(label),
          render: () => <PreferenceForm category={category} />,
        }))}
      />
    </PageFrame>
  );
}
