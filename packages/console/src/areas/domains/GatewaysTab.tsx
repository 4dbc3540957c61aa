import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { MOST_PORT } from '@gatehouse/contract/network/ports.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { useTask } from '../../engine/detail/useTask.ts';
import { ItemsDialog } from '../../engine/form/items/ItemsDialog.tsx';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { rowUrl } from '../../engine/resource/url.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { type Member, removal, useZoneMembers } from './zoneMembers.ts';

const GATEWAYS_URL = '/api/v1/assets/gateways/';
const SSH_PORT = 22;

type AddProps = { onClose: () => void; onAdd: (gateways: Member[]) => Promise<void> };

/** Chooses gateway assets for the zone. */
function AddGatewaysDialog({ onClose, onAdd }: AddProps) {
  const { t } = useTranslation('resources');
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
    <ItemsDialog<{ gateways: string[] }>
      title={t('domain.addGateway')}
      width={520}
      okText={t('action.add')}
      items={[{ id: 'gateways', meta: related, wide: true }]}
      start={{}}
      onClose={onClose}
      onSave={async ({ gateways }) => {
        await onAdd(gateways.map((id) => ({ id })));
        onClose();
      }}
    />
  );
}

type Tested = Pick<RowOf<typeof gateway>, 'id' | 'name' | 'protocols'>;

/** Asks for the port at which a gateway is tested, and starts the test. */
function TestGatewayDialog({ row, onClose }: { row: Tested; onClose: () => void }) {
  const { t } = useTranslation('resources');
  const start = useTask();
  const port = row.protocols.find(({ name }) => name === 'ssh')?.port ?? SSH_PORT;
  const meta = {
    ...{ type: 'integer' as const, kind: 'integer', required: true, read_only: false, write_only: false },
    ...{ label: t('domain.testPort'), min_value: 1, max_value: MOST_PORT },
  };
  return (
    <ItemsDialog<{ port: number }>
      title={t('domain.testTitle', { name: row.name })}
      width={420}
      okText={t('asset.testButton')}
      items={[{ id: 'port', meta, wide: true }]}
      start={{ port }}
      onClose={onClose}
      onSave={async (values) => {
        await start(`${rowUrl(GATEWAYS_URL, row.id)}test-connective/`, values);
        onClose();
      }}
    />
  );
}

/** Gateway assets of a zone, with actions to create, add, update and delete them or take them out. */
export function GatewaysTab({ detail }: { detail: Pick<DetailController, 'id'> }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const routes = useRouteNames();
  const { take, drop, mayChange, common, looks } = useZoneMembers(detail.id, 'assets.change_gateway');
  const [refetch, setAdding] = useState<() => void>();
  const [tested, setTested] = useState<Tested>();
  const slots: ListSlots<typeof gateway> = {
    ...looks,
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
      removal({ ...common, rows: [row], list, run: () => drop([row], GATEWAYS_URL) }),
      {
        name: 'test',
        title: t('asset.test'),
        order: 20,
        can: can('assets.test_assetconnectivity') && !isRoot,
        reason: t('noPermission'),
        onRun: () => setTested(row),
      },
    ],
    moreActions: (_, list) => {
      const { rows } = list.selection;
      return [removal({ ...common, rows, list, run: () => drop(rows, GATEWAYS_URL) })];
    },
  };
  return (
    <>
      <EmbeddedList name="DomainGateways" url={`${GATEWAYS_URL}?domain=${detail.id}`} slots={slots} />
      {tested && <TestGatewayDialog row={tested} onClose={() => setTested(undefined)} />}
      {refetch && (
        <AddGatewaysDialog
          onClose={() => setAdding(undefined)}
          onAdd={(gateways) => take(gateways, GATEWAYS_URL).then(refetch)}
        />
      )}
    </>
  );
}
