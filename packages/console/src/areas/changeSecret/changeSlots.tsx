import { useTranslation } from 'react-i18next';
import { type PlanKind, PlanTabs, usePlanRunActions, useStartPlan } from '../accountPlans/planSlots.tsx';

const changes: PlanKind = {
  runsUrl: '/api/v1/accounts/change-secret-executions/',
  permission: 'accounts.add_changesecretexecution',
};

/** Address of the runs of secret change plans. */
export const { runsUrl: RUNS_URL } = changes;

/** Starts a secret change plan. */
export const useStart = () => useStartPlan(changes, useTranslation('areas').t('changes.started'));

/** The buttons for the log of a run and for stopping it. */
export const useRunActions = () => usePlanRunActions(changes);

const pages = ['AccountChangeSecretList', 'AccountChangeSecretExecutionList'] as const;

/** Secret change plans and their runs as tabs. */
export function ChangeTabs({ active }: { active: (typeof pages)[number] }) {
  const { t } = useTranslation('areas');
  return <PlanTabs pages={pages.map((key) => ({ key, label: t(`changes.tabs.${key}`) }))} active={active} />;
}
