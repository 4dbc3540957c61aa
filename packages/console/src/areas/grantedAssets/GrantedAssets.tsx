import { assetsOfGroup, permittedAssets } from '@gatehouse/contract/layouts/assets/asset.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { Button, Popover } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageAction } from '../../engine/action/usePageAction.ts';
import { ConnectivityCell } from '../../engine/cells/ConnectivityCell.tsx';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { useListScope } from '../../engine/list/ListScope.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceList } from '../../engine/list/ResourceList.tsx';
import { useListController } from '../../engine/list/useListController.ts';
import { useMemoryState } from '../../engine/list/useListState.ts';
import type { Row } from '../../engine/resource/row.ts';
import { TreeListLayout } from '../../engine/tree/TreeListLayout.tsx';
import { part } from '../../platform/part/part.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { PermedAccounts } from './PermedAccounts.tsx';
import { PermedTree } from './PermedTree.tsx';

const CheckoutDialog = part(() => import('../checkouts/CheckoutDialog.tsx').then((m) => m.CheckoutDialog));

/** An asset as its permitted users see it. */
export type PermedAsset = Pick<
  RowOf<typeof asset>,
  | 'id'
  | 'name'
  | 'address'
  | 'platform'
  | 'category'
  | 'type'
  | 'is_active'
  | 'comment'
  | 'org_id'
  | 'protocols'
>;

/** Accounts a user may use on an asset, loaded on demand. */
export function PermedAccountsCell({ row }: CellProps<unknown, Pick<Row, 'id'>>) {
  const { t } = useTranslation('resources');
  const list = useListScope();
  const user = /\/users\/([^/]+)\//.exec(list?.url ?? '')?.[1] ?? 'self';
  const [isOpen, setOpen] = useState(false);
  const [checkedOut, setCheckedOut] = useState<string>();
  const asset = String(row.id);
  // The dialog would close with the popup that it lies in.
  const own = {
    onCheckOut: (account: string) => {
      setOpen(false);
      setCheckedOut(account);
    },
  };
  return (
    <>
      <Popover
        trigger="click"
        open={isOpen}
        onOpenChange={setOpen}
        content={<PermedAccounts user={user} asset={asset} {...(user === 'self' && own)} />}
      >
        <Button size="small">{t('account.show')}</Button>
      </Popover>
      {checkedOut !== undefined && (
        <Suspense>
          <CheckoutDialog asset={asset} account={checkedOut} onClose={() => setCheckedOut(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const icon = ({ type, category }: PermedAsset) => <AssetIcon type={type.value} category={category.value} />;

/** Whom assets are granted to. */
type Grantee = { kind: 'user' | 'group'; id: string };

const baseOf = ({ kind, id }: Grantee) =>
  kind === 'user' ? `/api/v1/perms/users/${id}/` : `/api/v1/perms/user-groups/${id}/`;

/** Assets that permissions grant a user, or the members of a group, by node. */
export function GrantedAssets({ to }: { to: Grantee }) {
  const { t } = useTranslation('resources');
  const routes = useRouteNames();
  const state = useMemoryState();
  const explain = usePageAction('ExplainAccess');
  const isUser = to.kind === 'user';
  const base = baseOf(to);
  const { node_id } = state.query;
  const url = node_id ? `${base}nodes/${node_id}/assets/` : `${base}assets/?all=1`;
  const connectivity = { Cell: ConnectivityCell, width: 130, card: 'state' } as const;
  const accounts = {
    Cell: PermedAccountsCell,
    title: t('account.titles'),
    width: 110,
    card: 'hidden',
  } as const;
  const slots: ListSlots<typeof asset, 'accounts'> = {
    mode: isUser ? permittedAssets : assetsOfGroup,
    // Which accounts can be used depends on the user.
    columns: isUser ? { connectivity, accounts } : { connectivity },
    icon,
    createActions: () => [],
    moreActions: () => [],
    rowActions: (row) => (isUser ? explain({ user: to.id, asset: row.id }) : []),
    detailPath: (row) => routes.path('AssetDetail', { id: row.id }),
  };
  const list = useListController({ name: isUser ? 'GrantedAssets' : 'GroupAssets', url, state, slots });
  return (
    <div style={{ display: 'flex', height: 620 }}>
      <TreeListLayout
        tree={(onHide) => (
          <PermedTree
            base={base}
            query={state.query}
            onPick={state.patch}
            onHide={onHide}
            ofGroup={!isUser}
          />
        )}
        list={(treeButton) => <ResourceList list={list} treeButton={treeButton} />}
      />
    </div>
  );
}
