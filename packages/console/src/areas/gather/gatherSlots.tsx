import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, usePlanRunActions, useStartPlan } from '../accountPlans/planSlots.tsx';

const searches: PlanKind = {
  runsUrl: '/api/v1/accounts/gather-account-executions/',
  permission: 'accounts.add_gatheraccountsexecution',
};

/** Address of the runs of plans that look for accounts. */
export const { runsUrl: RUNS_URL } = searches;

/** Starts a plan that looks for accounts. */
export const useStart = () => useStartPlan(searches, useTranslation('areas').t('gather.started'));

/** The buttons for the log of a run and for stopping it. */
export const useRunActions = () => usePlanRunActions(searches);

const pages = ['GatheredAccountList', 'AccountGatherList', 'AccountGatherExecutionList'] as const;

/** What was found, the plans that look for it, and their runs as tabs. */
export function GatherTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`gather.tabs.${key}`) }))} active={active} />;
}
