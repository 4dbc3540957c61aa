import { changesOfAccountList } from '@gatehouse/contract/layouts/accounts/changesecretrecord.ts';
import type { changesecretrecord } from '@gatehouse/contract/resources/accounts/changesecretrecord.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { AccountDetailPage } from '../../resources/accounts/account/AccountDetailPage.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { followPlanRuns, PlanRunStatus } from '../accountPlans/planSlots.tsx';
import { CheckoutsOfAccount } from '../checkouts/CheckoutPages.tsx';
import { ChangedSecrets } from './ChangedSecrets.tsx';
import { type Change, DOUBT_MS, RECORDS_URL } from './ChangeRecords.tsx';

const RunCell = ({ value }: CellIn<typeof changesecretrecord, 'execution'>) =>
  value ? <RelatedLink value={value} route="AccountChangeSecretExecutionDetail" /> : <Dash />;

/** The changes of the secret of an account, each with the secrets before and after it. */
function AccountChanges({ account }: { account: string }) {
  const { t } = useTranslation('areas');
  const [viewed, setViewed] = useState<Change>();
  const slots: ListSlots<typeof changesecretrecord> = {
    mode: changesOfAccountList,
    columns: {
      execution: { Cell: RunCell, card: 'title' },
      status: { Cell: PlanRunStatus, width: 140, card: 'state' },
      error: { width: 320, showFull: true },
      date_finished: { card: 'time' },
    },
    refreshAfter: (rows) => followPlanRuns(rows) && DOUBT_MS,
    createActions: () => [],
    rowActions: (row) => [{ name: 'view', title: t('changes.view'), onRun: () => setViewed(row) }],
    emptyText: t('changes.neverChanged'),
  };
  return (
    <>
      <EmbeddedList name="AccountSecretChanges" url={`${RECORDS_URL}?account_id=${account}`} slots={slots} />
      {viewed && <ChangedSecrets change={viewed} onClose={() => setViewed(undefined)} />}
    </>
  );
}

/** One account, with the changes of its secret and its check-outs. */
export function AccountPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  return (
    <AccountDetailPage
      {...props}
      tabs={({ id }) => [
        {
          key: 'changes',
          label: t('changes.ofAccount'),
          hidden: !can('accounts.view_changesecretrecord'),
          render: () => <AccountChanges account={id} />,
        },
        {
          key: 'checkouts',
          label: t('checkouts.ofAccount'),
          hidden: !can('accounts.view_accountcheckout'),
          render: () => <CheckoutsOfAccount account={id} />,
        },
      ]}
    />
  );
}
