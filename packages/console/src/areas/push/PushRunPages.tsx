import { useTranslation } from 'react-i18next';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { PlanRunListPage, PlanRunPage } from '../accountPlans/PlanRuns.tsx';
import { ChangeRecords } from '../changeSecret/ChangeRecords.tsx';
import { PushTabs, pushes } from './pushSlots.tsx';

/** Runs of all plans that push accounts, the latest first. */
export function PushRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const tabs = <PushTabs active="AccountPushExecutionList" />;
  return <PlanRunListPage {...props} kind={pushes} tabs={tabs} help={t('pushes.help')} />;
}

/** A run of a plan, with its accounts. */
export function PushRunDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  return (
    <PlanRunPage
      {...props}
      kind={pushes}
      tabs={({ row: run }) => [
        {
          key: 'records',
          label: t('changes.records'),
          render: () => <ChangeRecords run={run} kind="push" />,
        },
      ]}
    />
  );
}
