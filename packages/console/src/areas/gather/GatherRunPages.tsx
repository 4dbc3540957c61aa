import { useTranslation } from 'react-i18next';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { PlanRunListPage, PlanRunPage } from '../accountPlans/PlanRuns.tsx';
import { GatherTabs, searches } from './gatherSlots.tsx';

/** Runs of all plans that look for accounts, the latest first. */
export function GatherRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const tabs = <GatherTabs active="AccountGatherExecutionList" />;
  return <PlanRunListPage {...props} kind={searches} tabs={tabs} help={t('gather.help')} />;
}

/** A run of a plan that looks for accounts. */
export const GatherRunDetailPage = (props: ResourcePageProps) => <PlanRunPage {...props} kind={searches} />;
