import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { domainDetail } from '@gatehouse/contract/layouts/assets/domain.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import type { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountCell } from '../../engine/cells/AmountCell.tsx';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { part } from '../../platform/part/part.ts';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { ASSETS_URL } from '../../resources/assets/assetTree.ts';
import { GatewaysTab } from './GatewaysTab.tsx';
import { removal, useZoneMembers } from './zoneMembers.ts';

const AssetPickerDialog = part(() =>
  import('../../resources/assets/AssetPickerDialog.tsx').then((m) => m.AssetPickerDialog),
);

function AssetsCell({ value = 0, row, name }: CellIn<typeof domain, 'assets_amount'>) {
  const can = useCan();
  const routes = useRouteNames();
  const to = can('assets.view_asset')
    ? routes.path('DomainDetail', { id: row.id }, { activeTab: 'AssetList' })
    : undefined;
  return <AmountCell value={value} row={row} name={name} field="assets" to={to} />;
}

function GatewaysCell({ value, row, name }: CellIn<typeof domain, 'gateways'>) {
  const can = useCan();
  const routes = useRouteNames();
  const to = can('assets.view_gateway')
    ? routes.path('DomainDetail', { id: row.id }, { activeTab: 'GatewayList' })
    : undefined;
  return <AmountCell value={value.length} row={row} name={name} to={to} />;
}

/** Network zones. */
export function DomainListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const slots: ListSlots<typeof domain> = {
    columns: {
      assets_amount: { Cell: AssetsCell, width: 110, align: 'right' },
      gateways: { Cell: GatewaysCell, width: 110, align: 'right' },
    },
    emptyText: t('domain.emptyText'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('domain.help')} />;
}

function AssetsTab({ detail }: { detail: DetailController<typeof domain> }) {
  const { t } = useTranslation('resources');
  const { take, drop, mayChange, common, looks } = useZoneMembers(detail.id, 'assets.change_asset');
  const [refetch, setAdding] = useState<() => void>();
  const slots: ListSlots<typeof asset> = {
    ...looks,
    createActions: (_, list) => [
      {
        name: 'add',
        title: t('domain.addAssets'),
        icon: <PlusOutlined aria-hidden />,
        can: mayChange,
        reason: t('noPermission'),
        onRun: () => setAdding(() => list.refetch),
      },
    ],
    rowActions: (row, _, list) => [
      removal({ ...common, rows: [row], list, run: () => drop([row], ASSETS_URL) }),
    ],
    moreActions: (_, list) => {
      const { rows } = list.selection;
      return [
        {
          ...removal({ ...common, rows, list, run: () => drop(rows, ASSETS_URL) }),
          icon: <DisconnectOutlined aria-hidden />,
        },
      ];
    },
  };
  return (
    <>
      <EmbeddedList
        name="DomainAssets"
        url={`${ASSETS_URL}?domain=${detail.id}&exclude_platform=Gateway`}
        slots={slots}
      />
      {refetch && (
        <Suspense>
          <AssetPickerDialog
            title={t('domain.addAssets')}
            chosen={[]}
            onClose={() => setAdding(undefined)}
            onConfirm={(rows) => {
              setAdding(undefined);
              if (rows.length > 0) void take(rows, ASSETS_URL).then(refetch, () => undefined);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** One zone: its gateway assets, and the assets reached through them. */
export function DomainDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const slots: DetailSlots<typeof domain> = {
    layout: domainDetail,
    tabs: () => [
      {
        key: 'GatewayList',
        label: t('domain.gateways'),
        hidden: !can('assets.view_gateway'),
        render: (detail) => <GatewaysTab detail={detail} />,
      },
      {
        key: 'AssetList',
        label: t('asset.titles'),
        hidden: !can('assets.view_asset'),
        render: (detail) => <AssetsTab detail={detail} />,
      },
    ],
  };
  return <ResourceDetailPage {...props} slots={slots} />;
}
