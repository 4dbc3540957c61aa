import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { PageTabs } from '../../platform/page/PageTabs.tsx';
import { ExplainTab } from './ExplainTab.tsx';
import { ReachTab } from './ReachTab.tsx';

/** What would happen if a user connected to an asset, and why; who reaches an asset, and what a user reaches. */
export function ExplainPage() {
  const { t } = useTranslation('explain');
  // A link from a user or an asset asks anew.
  const { search } = useLocation();
  return (
    <PageFrame help={t('help')}>
      <PageTabs
        tabs={[
          { key: 'Explain', label: t('tab.Explain'), render: () => <ExplainTab key={search} /> },
          { key: 'Users', label: t('tab.Users'), render: () => <ReachTab key={search} of="asset" /> },
          { key: 'Assets', label: t('tab.Assets'), render: () => <ReachTab key={search} of="user" /> },
        ]}
      />
    </PageFrame>
  );
}
