import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import { accountsOfPermission } from '@gatehouse/contract/layouts/accounts/account.ts';
import { permissionDetail } from '@gatehouse/contract/layouts/perms/assetpermission.ts';
import type { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { useTranslation } from 'react-i18next';
import { usePageAction } from '../../engine/action/usePageAction.ts';
import { CollapsedItems } from '../../engine/cells/CollapsedTags.tsx';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import styles from '../../engine/detail/Detail.module.css';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { ItemsForm } from '../../engine/form/items/ItemsForm.tsx';
import { useMemoryState } from '../../engine/list/useListState.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { textOf } from '../../engine/resource/row.ts';
import { rowUrl, withQuery } from '../../engine/resource/url.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { CoveredTable } from '../../resources/perms/assetpermission/CoveredTable.tsx';
import {
  AccountsFact,
  PERMISSIONS_URL,
  ProtocolsFact,
} from '../../resources/perms/assetpermission/permissionCells.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { EndText } from '../../theme/text/EndText.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { AccountSelectInput } from '../accounts/AccountSelectInput.tsx';
import { AccountsPanel } from '../accounts/AccountsPanel.tsx';

const RELATIONS = '/api/v1/perms/asset-permissions';

type Related = { field: 'users' | 'user_groups' | 'assets' | 'nodes'; key: string; url: string };

type Detail = DetailController<typeof assetpermission>;

/** Adds and removes related rows of a permission through its relation resources. */
const useRelation = (detail: Detail, { field, key, url }: Related) => {
  const http = useHttp();
  const path = `${RELATIONS}-${field.replace('_', '-')}-relations/`;
  return {
    optionsUrl: url,
    items: detail.row[field].map((row) => ({ id: row.id, label: textOf(row) })),
    onAdd: async (ids: (string | number)[]) => {
      await http.post(
        path,
        ids.map((id) => ({ assetpermission: detail.id, [key]: id })),
      );
      detail.refetch();
    },
    onRemove: async (id: string | number) => {
      await http.delete(withQuery(path, { assetpermission: detail.id, [key]: id }));
      detail.refetch();
    },
  };
};

const ofUsers: Related = { field: 'users', key: 'user', url: '/api/v1/users/users/' };
const ofGroups: Related = { field: 'user_groups', key: 'usergroup', url: '/api/v1/users/groups/' };
const ofAssets: Related = { field: 'assets', key: 'asset', url: '/api/v1/assets/assets/' };
const ofNodes: Related = { field: 'nodes', key: 'node', url: '/api/v1/assets/nodes/' };

function UsersTab({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const users = useRelation(detail, ofUsers);
  const groups = useRelation(detail, ofGroups);
  return (
    <div className={styles.columns}>
      <CoveredTable detail={detail} kind="users" />
      <div className={styles.stack}>
        <RelationCard title={t('user.titles')} canEdit={!isRoot} {...users} />
        <RelationCard title={t('group.titles')} canEdit={!isRoot} {...groups} />
      </div>
    </div>
  );
}

function AssetsTab({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const { isRoot } = useSession();
  const assets = useRelation(detail, ofAssets);
  const nodes = useRelation(detail, ofNodes);
  return (
    <div className={styles.columns}>
      <CoveredTable detail={detail} kind="assets" />
      <div className={styles.stack}>
        <RelationCard title={t('asset.titles')} canEdit={!isRoot} {...assets} />
        <RelationCard title={t('node.nodes')} canEdit={!isRoot} {...nodes} />
      </div>
    </div>
  );
}

function AccountsTab({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const state = useMemoryState();
  return (
    <div className={styles.columns}>
      <AccountsPanel
        name="PermissionAccounts"
        state={state}
        url={`${rowUrl(PERMISSIONS_URL, detail.id)}accounts/`}
        canCreate={false}
        mode={accountsOfPermission}
      />
      <Card title={t('permission.asWhom')}>
        <ItemsForm
          items={[{ id: 'accounts', component: AccountSelectInput, label: '', wide: true, required: true }]}
          start={{ accounts: detail.row.accounts }}
          onSave={async (values) => {
            await detail.patch({ accounts: values.accounts });
            detail.refetch();
          }}
        />
      </Card>
    </div>
  );
}

type NamesProps = { value: readonly { id: string }[] };

/** Related rows by name, each a link to its page if there is one that the user may open. */
function Names({ value, route }: NamesProps & { route?: string }) {
  if (value.length === 0) return <Dash />;
  const items = value.map((row) => ({
    key: row.id,
    node: route ? <RelatedLink value={row} route={route} /> : <OverflowText>{textOf(row)}</OverflowText>,
  }));
  return <CollapsedItems items={items} />;
}

const UserNames = (props: NamesProps) => <Names {...props} route="UserDetail" />;
const GroupNames = (props: NamesProps) => <Names {...props} route="UserGroupDetail" />;
const AssetNames = (props: NamesProps) => <Names {...props} route="AssetDetail" />;
const NodeNames = (props: NamesProps) => <Names {...props} />;

/** Tabs with the users, assets and accounts of a permission, for users who may change it and view these. */
const useTabs = (mayChange: boolean) => {
  const { t } = useTranslation('resources');
  const can = useCan();
  return (): DetailTab<typeof assetpermission>[] => [
    {
      key: 'AssetPermissionUser',
      label: t('permission.usersTab'),
      hidden: !can('users.view_user') || !mayChange,
      render: (detail) => <UsersTab detail={detail} />,
    },
    {
      key: 'AssetPermissionAsset',
      label: t('permission.assetsTab'),
      hidden: !can('assets.view_asset') || !mayChange,
      render: (detail) => <AssetsTab detail={detail} />,
    },
    {
      key: 'AssetPermissionAccount',
      label: t('account.titles'),
      hidden: !can('accounts.view_account') || !mayChange,
      render: (detail) => <AccountsTab detail={detail} />,
    },
  ];
};

/** The row of a relation that has no other. */
const onlyOf = (rows: readonly { id: string }[]): string | undefined =>
  rows.length === 1 ? rows[0]?.id : undefined;

/** An asset permission: to whom it grants which assets, as which accounts. */
export function PermissionDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const mayChange = useCan()('perms.change_assetpermission');
  const tabs = useTabs(mayChange);
  const explain = usePageAction('ExplainAccess');
  const slots: DetailSlots<typeof assetpermission> = {
    layout: permissionDetail,
    cells: {
      users: UserNames,
      user_groups: GroupNames,
      assets: AssetNames,
      nodes: NodeNames,
      accounts: AccountsFact,
      protocols: ProtocolsFact,
      date_expired: EndText,
    },
    labels: {
      users: t('user.titles'),
      user_groups: t('group.titles'),
      assets: t('asset.titles'),
      nodes: t('node.nodes'),
      accounts: t('account.titles'),
      protocols: t('asset.protocols'),
      actions: t('actions'),
    },
    status: (row) =>
      !row.is_active ? (
        <Pill kind="off">{t('inactive')}</Pill>
      ) : row.is_expired ? (
        <Pill kind="bad">{t('expired')}</Pill>
      ) : null,
    quickActions: ({ row, patch }) => [
      {
        name: 'active',
        title: t('permission.active'),
        icon: <PoweroffOutlined />,
        isOn: row.is_active,
        can: mayChange,
        reason: t('noPermission'),
        onRun: (is_active) => patch({ is_active }, t('permission.active')),
      },
    ],
    tabs,
    actions: (usual, { row }) => [
      ...usual,
      ...explain({ user: onlyOf(row.users), asset: onlyOf(row.assets) }),
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
