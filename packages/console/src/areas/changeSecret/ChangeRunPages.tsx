import { useTranslation } from 'react-i18next';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { PlanRunListPage, PlanRunPage } from '../accountPlans/PlanRuns.tsx';
import { ChangeRecords } from './ChangeRecords.tsx';
import { ChangeTabs, changes } from './changeSlots.tsx';

/** Runs of all secret change plans, the latest first. */
export function ChangeRunListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const tabs = <ChangeTabs active="AccountChangeSecretExecutionList" />;
  return <PlanRunListPage {...props} kind={changes} tabs={tabs} help={t('changes.help')} />;
}

/** A run of a plan, with its accounts. */
export function ChangeRunDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  return (
    <PlanRunPage
      {...props}
      kind={changes}
      tabs={({ row: run }) => [
        {
          key: 'records',
          label: t('changes.records'),
          hidden: !can('accounts.view_changesecretrecord'),
          render: () => <ChangeRecords run={run} />,
        },
      ]}
    />
  );
}
