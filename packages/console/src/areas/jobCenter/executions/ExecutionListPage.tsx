import { useTranslation } from 'react-i18next';
import { ResourceListPage } from '../../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../../platform/route/RouteMeta.ts';
import { useRunSlots } from './useRunSlots.tsx';

/** The user's runs of jobs, the latest first. */
export function ExecutionListPage(props: ResourcePageProps) {
  const { t } = useTranslation('ops');
  return <ResourceListPage {...props} slots={useRunSlots()} help={t('executions.help')} />;
}
