import { useTranslation } from 'react-i18next';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { useCan } from '../../platform/session/useSession.ts';
import { EmptyState } from '../../theme/state/EmptyState.tsx';
import { ChatSettings } from './ChatSettings.tsx';

/** Optional features of the installation; each panel requires its own permission. */
export function FeaturePage() {
  const { t } = useTranslation('settings');
  const can = useCan();
  const tabs = [
    {
      key: 'Chat',
      label: t('chat.title'),
      hidden: !can('settings.change_chatai'),
      render: () => <ChatSettings />,
    },
  ];
  return (
    <PageFrame>
      {tabs.every(({ hidden }) => hidden) ? <EmptyState title={t('none')} /> : <PageTabs tabs={tabs} />}
    </PageFrame>
  );
}
