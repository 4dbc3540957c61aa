import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { ConnectivityCell } from '../../engine/cells/ConnectivityCell.tsx';
import { useRootReason } from '../../engine/list/actions/usualActions.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import type { ListState } from '../../engine/list/useListState.ts';
import { part } from '../../platform/part/part.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import type { Account } from '../../resources/accounts/account/Account.ts';
import {
  AccountAssetCell,
  AccountNameCell,
  AccountSecretCell,
  PrivilegedCell,
} from '../../resources/accounts/account/accountCells.tsx';
import type { BulkRow } from '../../resources/accounts/account/BulkResult.tsx';
import { useAccountActions } from '../../resources/accounts/account/useAccountActions.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';

// The dialogs are loaded when first opened.
const AccountDialog = part(() =>
  import('../../resources/accounts/account/AccountDialog.tsx').then((m) => m.AccountDialog),
);
const AccountBatchUpdate = part(() =>
  import('../../resources/accounts/account/AccountBatchUpdate.tsx').then((m) => m.AccountBatchUpdate),
);
const BulkResult = part(() =>
  import('../../resources/accounts/account/BulkResult.tsx').then((m) => m.BulkResult),
);
const SecretDialog = part(() =>
  import('../../resources/accounts/account/SecretDialog.tsx').then((m) => m.SecretDialog),
);

/** Slots of an account list; the secret is an added column, read on demand. */
export type AccountSlots = ListSlots<typeof account, 'secret'>;

type Open =
  | { kind: 'new'; byTemplate: boolean }
  | { kind: 'edit'; row: Account }
  | { kind: 'secret'; row: Account }
  | { kind: 'batch' };

type Props = {
  /** Name under which the chosen columns are stored. */
  name: string;
  state: ListState;
  url?: string;
  /** The page's asset, if any. */
  asset?: { id: string };
  mode: AccountSlots['mode'];
  isMain?: boolean;
  treeButton?: ReactNode;
  canCreate?: boolean;
};

const useCreateActions = (open: (open: Open) => void, props: Props): (() => Action[]) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const possible = { can: can('accounts.add_account') && !isRoot, reason: useRootReason() };
  return () => [
    {
      name: 'create',
      title: t('account.add'),
      order: 10,
      ...possible,
      onRun: () => open({ kind: 'new', byTemplate: false }),
    },
    {
      name: 'template',
      title: t('account.addByTemplate'),
      order: 20,
      ...possible,
      has: can('accounts.view_accounttemplate') && !props.asset,
      onRun: () => open({ kind: 'new', byTemplate: true }),
    },
  ];
};

/** Accounts and the actions on them: as a page, or embedded in the page of an asset or a permission. */
export function AccountsPanel(props: Props) {
  const { name, state, url = ACCOUNTS_URL, asset, mode, isMain = false, canCreate = true } = props;
  const { t } = useTranslation('resources');
  const can = useCan();
  const [open, setOpen] = useState<Open>();
  const [results, setResults] = useState<BulkRow[]>();
  const close = () => setOpen(undefined);
  const { rowActions, moreActions } = useAccountActions({
    edit: (row) => setOpen({ kind: 'edit', row }),
    secret: (row) => setOpen({ kind: 'secret', row }),
    batchUpdate: () => setOpen({ kind: 'batch' }),
  });
  const createActions = useCreateActions(setOpen, props);
  const maySee = can('accounts.view_accountsecret');
  const slots: AccountSlots = {
    columns: {
      name: { Cell: AccountNameCell, width: 140 },
      username: { width: 120 },
      asset: { Cell: AccountAssetCell, width: 170, has: asset === undefined, card: 'fact' },
      secret: {
        title: t('account.secret'),
        Cell: AccountSecretCell,
        width: 226,
        has: maySee,
        card: 'hidden',
      },
      privileged: { Cell: PrivilegedCell, width: 120 },
      connectivity: { Cell: ConnectivityCell, width: 118, card: 'state' },
    },
    mode,
    rowActions,
    moreActions,
    createActions: canCreate ? createActions : () => [],
    exportUrl: (from) => from.replace('accounts/accounts', 'accounts/account-secrets'),
    emptyText: t('account.emptyText'),
  };
  const list = useListController<typeof account, 'secret'>({ name, url, state, slots });
  return (
    <>
      <ResourceList list={list} routes="AssetAccount" isMain={isMain} treeButton={props.treeButton} />
      <Suspense fallback={null}>
        {(open?.kind === 'new' || open?.kind === 'edit') && (
          <AccountDialog
            asset={open.kind === 'edit' ? open.row.asset : asset}
            id={open.kind === 'edit' ? open.row.id : undefined}
            byTemplate={open.kind === 'new' && open.byTemplate}
            onBulk={setResults}
            onClose={close}
            onSaved={list.refetch}
          />
        )}
        {open?.kind === 'secret' && (
          <SecretDialog account={open.row} canEdit={can('accounts.change_account')} onClose={close} />
        )}
        {open?.kind === 'batch' && <AccountBatchUpdate list={list} onClose={close} />}
        {results && <BulkResult rows={results} onClose={() => setResults(undefined)} />}
      </Suspense>
    </>
  );
}
