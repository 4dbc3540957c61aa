import FolderOutlined from '@ant-design/icons/FolderOutlined';
import PoweroffOutlined from '@ant-design/icons/PoweroffOutlined';
import { assetDetail } from '@gatehouse/contract/layouts/assets/asset.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { usePageAction } from '../../engine/action/usePageAction.ts';
import { ConnectivityCell, ConnectivityPill } from '../../engine/cells/ConnectivityCell.tsx';
import { RelatedLink } from '../../engine/cells/RelatedLink.tsx';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import type { QuickAction } from '../../engine/detail/QuickActions.tsx';
import { RelationCard } from '../../engine/detail/RelationCard.tsx';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { rowUrl } from '../../engine/resource/url.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { ACCOUNTS_URL } from '../../resources/accounts/accountsUrl.ts';
import { CustomCard, HardwareCard, InfoCard } from '../../resources/assets/asset/InfoCards.tsx';
import { PermittedUsersTab } from '../../resources/assets/asset/PermittedUsersTab.tsx';
import { formQuery } from '../../resources/assets/asset/useAssetActions.tsx';
import { useAssetTasks } from '../../resources/assets/asset/useAssetTasks.tsx';
import { useConnect } from '../../resources/assets/asset/useConnect.tsx';
import { ASSETS_URL, NODES_URL } from '../../resources/assets/assetTree.ts';
import { baseOf } from '../../resources/assets/categories.ts';
import { CopyButton } from '../../theme/control/CopyButton.tsx';
import { AssetIcon } from '../../theme/icon/AssetIcon.tsx';
import { Pill } from '../../theme/tag/Pill.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { AssetAccountsTab } from './AssetAccountsTab.tsx';
import { AssetCommandsTab, AssetSessionsTab } from './AssetSessionsTab.tsx';
import { RecentSessionsCard } from './RecentSessionsCard.tsx';

const PlatformFact = ({ value }: CellIn<typeof asset, 'platform'>) => (
  <RelatedLink value={value} route="PlatformDetail" />
);
const DomainFact = ({ value }: CellIn<typeof asset, 'domain'>) => (
  <RelatedLink value={value} route="DomainDetail" />
);

const ConnectivityFact = ({ value, row }: CellIn<typeof asset, 'connectivity'>) => (
  <ConnectivityCell value={value} checked={row.date_verified} />
);

type Detail = DetailController<typeof asset>;

const useQuickActions = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const tasks = useAssetTasks();
  return ({ row, patch }: Detail): QuickAction[] => [
    {
      name: 'active',
      title: t('asset.active'),
      note: t('asset.activeNote'),
      icon: <PoweroffOutlined />,
      isOn: row.is_active,
      can: can('assets.change_asset') && !isRoot,
      reason: t('noPermission'),
      onRun: (is_active) => patch({ is_active }, t('asset.active')),
    },
    { ...tasks.ofOne('test', row), note: t('asset.testNote'), button: t('asset.testButton') },
    {
      ...tasks.ofOne('refresh', row),
      note: t('asset.refreshNote'),
      button: t('asset.refreshButton'),
    },
  ];
};

function NodesCard({ detail }: { detail: Detail }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const { nodes, nodes_display: paths } = detail.row;
  const ids = nodes.map(({ id }) => id);
  return (
    <RelationCard
      title={t('node.nodes')}
      icon={<FolderOutlined aria-hidden className="t3" />}
      optionsUrl={NODES_URL}
      items={nodes.map((node, index) => ({ id: node.id, label: paths[index] ?? node.name }))}
      canEdit={can('assets.change_asset') && !isRoot}
      onAdd={async (added) => {
        await detail.patch({ nodes: [...new Set([...ids, ...added])] });
        detail.refetch();
      }}
      onRemove={async (gone) => {
        await detail.patch({ nodes: ids.filter((id) => id !== gone) });
        detail.refetch();
      }}
    />
  );
}

const useTabs = () => {
  const { t } = useTranslation('resources');
  const can = useCan();
  return (detail: Detail): DetailTab<typeof asset>[] => [
    {
      key: 'Accounts',
      label: t('account.titles'),
      hidden: !can('accounts.view_account'),
      countUrl: `${ACCOUNTS_URL}?asset=${detail.id}`,
      render: () => <AssetAccountsTab asset={detail.row} />,
    },
    {
      key: 'PermUsers',
      label: t('asset.permUsers'),
      hidden: !can('perms.view_assetpermission'),
      countUrl: `${rowUrl(ASSETS_URL, detail.id)}perm-users/`,
      render: () => <PermittedUsersTab id={detail.id} />,
    },
    {
      key: 'Sessions',
      label: t('session.titles'),
      hidden: !can('terminal.view_session'),
      render: () => <AssetSessionsTab id={detail.id} />,
    },
    {
      key: 'Commands',
      label: t('command.titles'),
      hidden: !can('terminal.view_command'),
      render: () => <AssetCommandsTab id={detail.id} />,
    },
  ];
};

/**
 * One asset: facts, hardware, quick actions, nodes, accounts, permitted users, sessions, commands, and
 * activity.
 */
export function AssetDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { id = '' } = useParams();
  const connect = useConnect([id]);
  const quickActions = useQuickActions();
  const tabs = useTabs();
  const explain = usePageAction('ExplainAccess');
  const slots: DetailSlots<typeof asset> = {
    first: { key: 'Detail' },
    layout: assetDetail,
    cells: { connectivity: ConnectivityFact, platform: PlatformFact, domain: DomainFact },
    labels: { date_verified: t('asset.lastCheck') },
    icon: (row) => <AssetIcon size={20} type={row.type.value} category={row.category.value} />,
    status: (row) => (
      <>
        <ConnectivityPill value={row.connectivity} checked={row.date_verified} />
        {!row.is_active && <Pill kind="off">{t('inactive')}</Pill>}
      </>
    ),
    sub: (row) => (
      <span className="row" style={{ gap: 6 }}>
        <Mono>{row.address}</Mono>
        <CopyButton text={row.address} size={24} />
        <span className="ell">
          {[row.platform.name, ...row.nodes_display.slice(0, 1)].map((part) => `· ${part}`).join(' ')}
        </span>
      </span>
    ),
    quickActions,
    side: (detail) => can('assets.change_asset') && <NodesCard detail={detail} />,
    cards: (detail) => (
      <>
        <InfoCard
          title={t('asset.specific')}
          value={detail.row.spec_info}
          category={detail.row.category.value}
        />
        {detail.row.category.value === 'custom' && <CustomCard asset={detail.row} />}
        <HardwareCard value={detail.row.gathered_info} />
        {can('terminal.view_session') && <RecentSessionsCard asset={detail.id} />}
      </>
    ),
    tabs,
    updateBase: (row) => baseOf(row.category.value),
    updateQuery: formQuery,
    actions: (usual, { row }) => [connect(row), ...usual, ...explain({ asset: row.id })],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
