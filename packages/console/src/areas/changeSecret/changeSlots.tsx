import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, useStartPlan } from '../accountPlans/planSlots.tsx';

/** Kind of the plans. */
export const changes: PlanKind = {
  base: 'AccountChangeSecret',
  runsUrl: '/api/v1/accounts/change-secret-executions/',
  permission: 'accounts.add_changesecretexecution',
};

/** Starts a secret change plan. */
export const useStart = () => useStartPlan(changes, useTranslation('areas').t('changes.started'));

const pages = ['AccountChangeSecretList', 'AccountChangeSecretExecutionList'] as const;

/** Secret change plans and their runs as tabs. */
export function ChangeTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`changes.tabs.${key}`) }))} active={active} />;
}
