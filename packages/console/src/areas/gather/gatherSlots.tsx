import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, useStartPlan } from '../accountPlans/planSlots.tsx';

/** Kind of the plans. */
export const searches: PlanKind = {
  base: 'AccountGather',
  runsUrl: '/api/v1/accounts/gather-account-executions/',
  permission: 'accounts.add_gatheraccountsexecution',
};

/** Starts a plan that looks for accounts. */
export const useStart = () => useStartPlan(searches, useTranslation('areas').t('gather.started'));

const pages = ['GatheredAccountList', 'AccountGatherList', 'AccountGatherExecutionList'] as const;

/** What was found, the plans that look for it, and their runs as tabs. */
export function GatherTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`gather.tabs.${key}`) }))} active={active} />;
}
