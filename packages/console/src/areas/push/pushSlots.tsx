import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, useStartPlan } from '../accountPlans/planSlots.tsx';

/** Kind of the plans. */
export const pushes: PlanKind = {
  base: 'AccountPush',
  runsUrl: '/api/v1/accounts/push-account-executions/',
  permission: 'accounts.add_pushaccountexecution',
};

/** Starts a plan that pushes accounts. */
export const useStart = () => useStartPlan(pushes, useTranslation('areas').t('pushes.started'));

const pages = ['AccountPushList', 'AccountPushExecutionList'] as const;

/** Plans that push accounts and their runs as tabs. */
export function PushTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`pushes.tabs.${key}`) }))} active={active} />;
}
