import DisconnectOutlined from '@ant-design/icons/DisconnectOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Action } from '../../engine/action/Action.ts';
import { AmountCell } from '../../engine/cells/AmountCell.tsx';
import type { DetailSlots, DetailTab } from '../../engine/detail/DetailSlots.ts';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { useTask } from '../../engine/detail/useTask.ts';
import type { CellProps } from '../../engine/fields/FieldUi.ts';
import { ItemsDialog } from '../../engine/form/ItemsDialog.tsx';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import type { ListController } from '../../engine/list/useListController.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import type { Row } from '../../engine/resource/row.ts';
import { rowUrl } from '../../engine/resource/url.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { serverCan } from '../serverWork.ts';
import { assetColumns, assetRowIcon } from './asset/assetColumns.tsx';
import { ASSETS_URL } from './assetTree.ts';

const AssetPickerDialog = lazy(() =>
  import('./AssetPickerDialog.tsx').then((m) => ({ default: m.AssetPickerDialog })),
);

const GATEWAYS_URL = '/api/v1/assets/gateways/';

function AssetsCell({ value, row, name }: CellProps) {
  const can = useCan();
  const routes = useRouteNames();
  const to = can('assets.view_asset')
    ? routes.path('DomainDetail', { id: row.id }, { activeTab: 'AssetList' })
    : undefined;
  return <AmountCell value={Number(value ?? 0)} row={row} name={name} field="assets" to={to} />;
}

function GatewaysCell({ value, row, name }: CellProps) {
  const can = useCan();
  const routes = useRouteNames();
  const to = can('assets.view_gateway')
    ? routes.path('DomainDetail', { id: row.id }, { activeTab: 'GatewayList' })
    : undefined;
  return <AmountCell value={Array.isArray(value) ? value.length : 0} row={row} name={name} to={to} />;
}

/** Network zones. */
export function DomainListPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const slots: ListSlots = {
    columns: {
      assets_amount: { Cell: AssetsCell, width: 110, align: 'right' },
      gateways: { Cell: GatewaysCell, width: 110, align: 'right' },
    },
    emptyText: t('domain.emptyText'),
  };
  return <ResourceListPage {...props} slots={slots} help={t('domain.help')} />;
}

const portOf = (row: Row): number => {
  const protocols = (Array.isArray(row.protocols) ? row.protocols : []) as { name: string; port: number }[];
  return protocols.find(({ name }) => name === 'ssh')?.port ?? 22;
};

/** Changes the zone of assets or gateways. */
const useMoveAssets = (id: string) => {
  const http = useHttp();
  return {
    take: (rows: readonly Row[], url: string) =>
      http.patch(
        url,
        rows.map((row) => ({ id: row.id, domain: id })),
      ),
    drop: (rows: readonly Row[], url: string) =>
      http.patch(
        url,
        rows.map((row) => ({ id: row.id, domain: null })),
      ),
  };
};

const removal = (input: {
  title: string;
  can: boolean;
  reason: string;
  rows: readonly Row[];
  none: string;
  run: () => Promise<unknown>;
  list: ListController;
}): Action => ({
  name: 'takeOut',
  title: input.title,
  order: 20,
  danger: true,
  can: input.can && input.rows.length > 0,
  reason: input.rows.length === 0 ? input.none : input.reason,
  onRun: async () => {
    await input.run();
    input.list.selection.clear();
    input.list.refetch();
  },
});

function GatewaysTab({ detail }: { detail: DetailController }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const routes = useRouteNames();
  const task = useTask();
  const { take, drop } = useMoveAssets(detail.id);
  const [tested, setTested] = useState<Row>();
  const [isAdding, setAdding] = useState<() => void>();
  const mayChange = can('assets.change_gateway') && !isRoot;
  const common = {
    can: mayChange,
    reason: t('noPermission'),
    title: t('domain.takeOut'),
    none: t('chooseRows'),
  };
  const slots: ListSlots = {
    columns: assetColumns,
    icon: assetRowIcon,
    hasImport: false,
    hasExport: false,
    detailPath: (row) => routes.path('AssetDetail', { id: row.id }),
    createActions: (usual, list) => [
      {
        ...usual,
        has: true,
        to: routes.path('GatewayCreate', {}, { domain: detail.id }),
        can: can('assets.add_gateway') && !isRoot,
        reason: t('noPermission'),
      },
      {
        name: 'add',
        title: t('domain.addGateway'),
        icon: <PlusOutlined aria-hidden />,
        order: 20,
        can: mayChange,
        reason: t('noPermission'),
        onRun: () => setAdding(() => list.refetch),
      },
    ],
    rowActions: (row, usual, list) => [
      ...usual.filter(({ name }) => name === 'delete'),
      {
        name: 'update',
        title: t('action.update'),
        order: 10,
        can: mayChange,
        reason: t('noPermission'),
        to: routes.path('GatewayUpdate', { id: row.id }, { domain: detail.id }),
      },
      {
        name: 'test',
        has: serverCan('testGateway'),
        title: t('asset.test'),
        order: 15,
        can: can('assets.test_assetconnectivity') && !isRoot,
        reason: t('noPermission'),
        onRun: () => setTested(row),
      },
      removal({ ...common, rows: [row], list, run: () => drop([row], GATEWAYS_URL) }),
    ],
    moreActions: (_, list) => {
      const { rows } = list.selection;
      return [removal({ ...common, rows, list, run: () => drop(rows, GATEWAYS_URL) })];
    },
  };
  const related = {
    type: 'm2m_related_field' as const,
    kind: 'refs',
    required: true,
    read_only: false,
    write_only: false,
    label: t('domain.gateways'),
    related: { url: GATEWAYS_URL, attrs: ['name'] },
  };
  return (
    <>
      <EmbeddedList name="DomainGateways" url={`${GATEWAYS_URL}?domain=${detail.id}`} slots={slots} />
      {tested && (
        <ItemsDialog
          title={t('domain.testTitle', { name: tested.name })}
          width={440}
          okText={t('asset.testButton')}
          items={[{ id: 'port', type: 'integer', label: t('domain.sshPort'), required: true, wide: true }]}
          start={{ port: portOf(tested) }}
          onClose={() => setTested(undefined)}
          onSave={async (values) => {
            await task(`${rowUrl(GATEWAYS_URL, tested.id)}test-connective/`, values);
            setTested(undefined);
          }}
        />
      )}
      {isAdding && (
        <ItemsDialog
          title={t('domain.addGateway')}
          width={520}
          okText={t('action.add')}
          items={[{ id: 'gateways', meta: related, wide: true }]}
          start={{}}
          onClose={() => setAdding(undefined)}
          onSave={async ({ gateways }) => {
            await take(
              (gateways as string[]).map((id) => ({ id })),
              GATEWAYS_URL,
            );
            isAdding();
            setAdding(undefined);
          }}
        />
      )}
    </>
  );
}

function AssetsTab({ detail }: { detail: DetailController }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const routes = useRouteNames();
  const { take, drop } = useMoveAssets(detail.id);
  const [refetch, setAdding] = useState<() => void>();
  const mayChange = can('assets.change_asset') && !isRoot;
  const common = {
    can: mayChange,
    reason: t('noPermission'),
    title: t('domain.takeOut'),
    none: t('chooseRows'),
  };
  const slots: ListSlots = {
    columns: assetColumns,
    icon: assetRowIcon,
    hasImport: false,
    hasExport: false,
    detailPath: (row) => routes.path('AssetDetail', { id: row.id }),
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

/** One network zone: its gateways and the assets they reach. */
export function DomainDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const slots: DetailSlots = {
    include: ['name', 'id', 'created_by', 'date_created', 'comment'],
    tabs: (): DetailTab[] => [
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
