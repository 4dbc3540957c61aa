import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, usePlanRunActions, useStartPlan } from '../accountPlans/planSlots.tsx';

const pushes: PlanKind = {
  runsUrl: '/api/v1/accounts/push-account-executions/',
  permission: 'accounts.add_pushaccountexecution',
};

/** Address of the runs of plans that push accounts. */
export const { runsUrl: RUNS_URL } = pushes;

/** Starts a plan that pushes accounts. */
export const useStart = () => useStartPlan(pushes, useTranslation('areas').t('pushes.started'));

/** The buttons for the log of a run and for stopping it. */
export const useRunActions = () => usePlanRunActions(pushes);

const pages = ['AccountPushList', 'AccountPushExecutionList'] as const;

/** Plans that push accounts and their runs as tabs. */
export function PushTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`pushes.tabs.${key}`) }))} active={active} />;
}
