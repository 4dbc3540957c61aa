import type { AutoConfig } from '@gatehouse/contract/assets/assetFacts.ts';
import { gatheredAccountList } from '@gatehouse/contract/layouts/accounts/gatheredaccount.ts';
import type { gatheredaccount } from '@gatehouse/contract/resources/accounts/gatheredaccount.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { useTask } from '../../engine/detail/useTask.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { useRootReason } from '../../engine/list/actions/usualActions.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { type ListState, useUrlState } from '../../engine/list/useListState.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { useNotify } from '../../platform/notify/useNotify.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { AccountAssetCell, accountTitle } from '../../resources/accounts/account/accountCells.tsx';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { AssetTreePanel } from '../../resources/assets/AssetTreePanel.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { GatherTabs } from './gatherSlots.tsx';

type Found = typeof gatheredaccount;

const FOUND_URL = '/api/v1/accounts/gathered-accounts/';

function HasAccountCell({ value }: CellIn<Found, 'has_account'>) {
  const { t } = useTranslation('areas');
  return <StatusText kind={value ? 'ok' : 'warn'}>{t(value ? 'gather.known' : 'gather.unknown')}</StatusText>;
}

function PresentCell({ value }: CellIn<Found, 'present'>) {
  const { t } = useTranslation('areas');
  return <StatusText kind={value ? 'ok' : 'off'}>{t(value ? 'gather.there' : 'gather.gone')}</StatusText>;
}

/** Creates accounts for accounts that were found. */
const useCreate = () => {
  const { t } = useTranslation('areas');
  const http = useHttp();
  const notify = useNotify();
  const { isRoot } = useSession();
  const can = useCan()('accounts.add_gatheredaccount');
  const rootReason = useRootReason();
  return (rows: readonly { id: string; has_account: boolean }[], onDone: () => void): Action => {
    const unknown = rows.filter(({ has_account }) => !has_account);
    const missing = rows.length === 0 ? t('gather.choose') : t('gather.allKnown');
    return {
      name: 'sync',
      title: t('gather.sync'),
      order: 10,
      can: can && !isRoot && unknown.length > 0,
      reason: !can ? t('changes.noPermission') : isRoot ? rootReason : missing,
      onRun: async () => {
        await http.call('POST /api/v1/accounts/gathered-accounts/sync-accounts/', {
          body: { gathered_account_ids: unknown.map(({ id }) => id) },
        });
        notify.success(t('gather.synced', { count: unknown.length }));
        onDone();
      },
    };
  };
};

type FoundRow = { id: string; username: string; asset: { name: string; auto_config?: AutoConfig } };

const isRemovable = ({ username, asset: { auto_config: config } }: FoundRow): boolean =>
  Boolean(config?.ansible_enabled && config.remove_account_enabled) &&
  !['root', 'administrator'].includes(username.toLowerCase());

/** Removes accounts that were found from their machines, in the background; it has a log. */
const useRemove = () => {
  const { t } = useTranslation('areas');
  const { t: resources } = useTranslation('resources');
  const confirm = useConfirm();
  const start = useTask();
  const { isRoot } = useSession();
  const can = useCan()('accounts.remove_account');
  const rootReason = useRootReason();
  return (rows: readonly FoundRow[], onDone: () => void): Action => {
    const chosen = rows.filter(isRemovable);
    const missing = rows.length === 0 ? t('gather.choose') : t('gather.notRemovable');
    return {
      name: 'remove',
      title: t('gather.remove'),
      order: 20,
      danger: true,
      can: can && !isRoot && chosen.length > 0,
      reason: !can ? resources('noPermission') : isRoot ? rootReason : missing,
      onRun: async () => {
        const agreed = await confirm({
          title: t('gather.removeTitle', { count: chosen.length }),
          body: t('gather.removeBody'),
          names: chosen.map(({ username, asset }) => accountTitle({ name: username, asset })),
          okText: t('gather.remove'),
          danger: true,
          focusCancel: true,
        });
        if (!agreed) return;
        const body = { action: 'remove', gather_accounts: chosen.map(({ id }) => id) };
        await start(`${ACCOUNTS_URL}tasks/`, body, t('gather.removing'), {
          confirmFor: t('gather.confirmRemove'),
        });
        onDone();
      },
    };
  };
};

const named =
  (title: string) =>
  (action: Action): Action => ({ ...action, title });

function FoundAccounts({
  name,
  state,
  treeButton,
}: {
  name: string;
  state: ListState;
  treeButton: ReactNode;
}) {
  const { t } = useTranslation('areas');
  const { t: common } = useTranslation('common');
  const create = useCreate();
  const remove = useRemove();
  const yesOrNo = [
    { value: 'true', label: common('yes') },
    { value: 'false', label: common('no') },
  ];
  const slots: ListSlots<Found> = {
    mode: gatheredAccountList,
    columns: {
      username: { width: 160, card: 'title' },
      asset: { Cell: AccountAssetCell, width: 190, card: 'fact' },
      has_account: { Cell: HasAccountCell, width: 120, card: 'state' },
      present: { Cell: PresentCell, width: 130 },
      address_last_login: { width: 150 },
    },
    searchOptions: [
      { key: 'asset_name', label: t('gather.assetName'), type: 'string' },
      { key: 'has_account', label: t('gather.hasAccount'), type: 'boolean', children: yesOrNo },
    ],
    rowActions: (row, usual, list) => [
      create([row], list.refetch),
      remove([row], list.refetch),
      // Its usual name would say the same as the removal from the machine.
      ...usual.filter(({ name: action }) => action === 'delete').map(named(t('gather.forget'))),
    ],
    moreActions: (usual, list) => [
      create(list.selection.rows, () => {
        list.selection.clear();
        list.refetch();
      }),
      remove(list.selection.rows, list.selection.clear),
      ...usual.filter(({ name: action }) => action === 'batchDelete').map(named(t('gather.forgetMany'))),
    ],
    emptyText: t('gather.noneFound'),
  };
  const list = useListController<Found>({ name, url: FOUND_URL, state, slots });
  return <ResourceList list={list} routes="GatheredAccount" isMain treeButton={treeButton} />;
}

/** Accounts that were found on machines, beside the tree of their assets. */
export function GatheredAccountListPage({ name }: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const state = useUrlState();
  return (
    <PageFrame fill tabs={<GatherTabs active="GatheredAccountList" />} help={t('gather.help')}>
      <TreeListLayout
        tree={(onHide) => (
          <AssetTreePanel
            withAssets
            hasTypes={false}
            query={state.query}
            onPick={state.patch}
            onHide={onHide}
          />
        )}
        list={(treeButton) => <FoundAccounts name={`${name}List`} state={state} treeButton={treeButton} />}
      />
    </PageFrame>
  );
}
