import {
  changePlanDetail,
  changePlanList,
} from '@gatehouse/contract/layouts/accounts/changesecretautomation.ts';
import type { changesecretautomation } from '@gatehouse/contract/resources/accounts/changesecretautomation.ts';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { PlanRunsTab } from '../accountPlans/PlanRuns.tsx';
import { ChangePlanAssets } from './ChangePlanAssets.tsx';
import { ChangeTabs, changes, useStart } from './changeSlots.tsx';

type Plan = typeof changesecretautomation;

/** Plans that change the secrets of accounts on their machines. */
export function ChangePlanListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const start = useStart();
  const slots: ListSlots<Plan> = {
    mode: changePlanList,
    columns: {
      name: { card: 'title' },
      accounts: { width: 200, card: 'fact' },
      secret_strategy: { width: 180 },
      periodic_display: { width: 200, card: 'fact' },
      executed_amount: { width: 90, align: 'right' },
    },
    rowActions: (row, usual, list) => [start(row, list.refetch), ...usual],
    emptyText: t('changes.empty'),
  };
  const tabs = <ChangeTabs active="AccountChangeSecretList" />;
  return <ResourceListPage {...props} slots={slots} tabs={tabs} help={t('changes.help')} />;
}

/** What happens to other keys; of no meaning for passwords. */
const OtherKeys = ({ value, row }: CellIn<Plan, 'ssh_key_change_strategy'>) =>
  row.secret_type.value === 'ssh_key' ? <OverflowText>{value.label}</OverflowText> : <Dash />;

/** A secret change plan, its assets and its runs. */
export function ChangePlanDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const start = useStart();
  const slots: DetailSlots<Plan> = {
    layout: changePlanDetail,
    cells: { ssh_key_change_strategy: OtherKeys },
    actions: (usual, detail) => [start(detail.row, detail.refetch), ...usual],
    tabs: (detail) => [
      {
        key: 'assets',
        label: t('changes.assets'),
        hidden: !can('assets.view_asset'),
        render: () => <ChangePlanAssets detail={detail} />,
      },
      {
        key: 'AccountChangeSecretExecutionList',
        label: t('changes.tabs.AccountChangeSecretExecutionList'),
        hidden: !can('accounts.view_changesecretexecution'),
        render: () => <PlanRunsTab plan={detail.id} kind={changes} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
