import {
  checkoutList,
  checkoutsOfAccountList,
} from '@gatehouse/contract/layouts/accounts/accountcheckout.ts';
import type { accountcheckout } from '@gatehouse/contract/resources/accounts/accountcheckout.ts';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { abilityOf, isAble } from '../../engine/resource/abilities.ts';
import type { RowIn } from '../../engine/resource/row.ts';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import type { StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { CHECKOUTS_URL } from './checkoutsUrl.ts';

type Checkout = RowIn<typeof accountcheckout, 'list'>;

/** How soon a list refreshes while a check-out is open. */
const FOLLOW_MS = 10_000;

const looks: Readonly<Record<string, StatusKind>> = {
  held: 'run',
  changing: 'wait',
  failed: 'bad',
  returned: 'ok',
  released: 'warn',
};

const StatusCell = ({ value }: CellIn<typeof accountcheckout, 'status'>) => (
  <StatusText kind={looks[value.value] ?? 'off'}>{value.label}</StatusText>
);

const AccountCell = ({ value }: CellIn<typeof accountcheckout, 'account'>) => (
  <RelatedLink value={value} route="AssetAccountDetail" />
);

/** Taking check-outs from their holders, releasing accounts whose secret was not changed, and changing it again. */
const useAdministration = () => {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const confirm = useConfirm();
  const notify = useNotify();
  const may = useCan()('accounts.release_accountcheckout');
  const general = { can: may, reason: t('checkouts.noPermission') };
  return (row: Checkout, onDone: () => void): Action[] => {
    const isHeld = row.status.value === 'held';
    const params = { id: row.id };
    const name = `${row.account.name} @ ${row.asset.name}`;
    return [
      {
        name: 'retry',
        title: t('checkouts.retry'),
        has: row.status.value === 'failed',
        ...abilityOf<typeof accountcheckout>(row, 'retry', general),
        onRun: async () => {
          await http.call('POST /api/v1/accounts/account-checkouts/:id/retry/', { params });
          notify.success(t('checkouts.retried'));
          onDone();
        },
      },
      {
        name: 'release',
        title: t(isHeld ? 'checkouts.takeBack' : 'checkouts.release'),
        danger: true,
        has: isHeld || row.status.value === 'failed' || row.status.value === 'changing',
        ...abilityOf<typeof accountcheckout>(row, 'release', general),
        onRun: async () => {
          const question = isHeld
            ? { title: t('checkouts.takeBackTitle', { name }), body: t('checkouts.takeBackBody') }
            : { title: t('checkouts.releaseTitle', { name }), body: t('checkouts.releaseBody') };
          const okText = t(isHeld ? 'checkouts.takeBack' : 'checkouts.release');
          if (!(await confirm({ ...question, okText, danger: true, focusCancel: true }))) return;
          await http.call('POST /api/v1/accounts/account-checkouts/:id/release/', { params });
          notify.success(t(isHeld ? 'checkouts.takenBack' : 'checkouts.released'));
          onDone();
        },
      },
    ];
  };
};

const useSlots = (): Pick<
  ListSlots<typeof accountcheckout>,
  'columns' | 'createActions' | 'rowActions' | 'refreshAfter' | 'emptyText'
> => {
  const { t } = useTranslation('areas');
  const actions = useAdministration();
  return {
    columns: {
      account: { Cell: AccountCell, width: 160, card: 'title' },
      asset: { card: 'fact' },
      user: { card: 'fact' },
      status: { Cell: StatusCell, width: 170, card: 'state' },
      date_start: { card: 'time' },
      reason: { width: 220 },
      error: { width: 260, showFull: true },
    },
    refreshAfter: (rows) =>
      rows.some((row) => isAble<typeof accountcheckout>(row, 'release')) ? FOLLOW_MS : undefined,
    createActions: () => [],
    rowActions: (row, _usual, { refetch }) => actions(row, refetch),
    emptyText: t('checkouts.empty'),
  };
};

/** Exclusive check-outs of all accounts, and what administrators can do about them. */
export function CheckoutListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const slots = { ...useSlots(), mode: checkoutList };
  return <ResourceListPage {...props} slots={slots} help={t('checkouts.help')} />;
}

/** The check-outs of one account. */
export function CheckoutsOfAccount({ account }: { account: string }) {
  const slots = { ...useSlots(), mode: checkoutsOfAccountList };
  return (
    <EmbeddedList name="CheckoutsOfAccount" url={`${CHECKOUTS_URL}?account_id=${account}`} slots={slots} />
  );
}
