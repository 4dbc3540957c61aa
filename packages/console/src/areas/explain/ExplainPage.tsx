import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { ExplainTab } from './ExplainTab.tsx';

/** What would happen if a user connected to an asset, and why. */
export function ExplainPage() {
  const { t } = useTranslation('explain');
  // A link from a user or an asset asks anew.
  const { search } = useLocation();
  return (
    <PageFrame help={t('help')}>
      <ExplainTab key={search} />
    </PageFrame>
  );
}
