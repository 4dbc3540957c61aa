import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { gateway } from '@gatehouse/contract/resources/assets/gateway.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailController } from '../../engine/detail/useResourceDetail.ts';
import { ItemsDialog } from '../../engine/form/items/ItemsDialog.tsx';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { type Member, removal, useZoneMembers } from './zoneMembers.ts';

const GATEWAYS_URL = '/api/v1/assets/gateways/';

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

/** Gateway assets of a zone, with actions to create, add, update and delete them or take them out. */
export function GatewaysTab({ detail }: { detail: Pick<DetailController, 'id'> }) {
  const { t } = useTranslation('resources');
  const can = useCan();
  const { isRoot } = useSession();
  const routes = useRouteNames();
  const { take, drop, mayChange, common, looks } = useZoneMembers(detail.id, 'assets.change_gateway');
  const [refetch, setAdding] = useState<() => void>();
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
    ],
    moreActions: (_, list) => {
      const { rows } = list.selection;
      return [removal({ ...common, rows, list, run: () => drop(rows, GATEWAYS_URL) })];
    },
  };
  return (
    <>
      <EmbeddedList name="DomainGateways" url={`${GATEWAYS_URL}?domain=${detail.id}`} slots={slots} />
      {refetch && (
        <AddGatewaysDialog
          onClose={() => setAdding(undefined)}
          onAdd={(gateways) => take(gateways, GATEWAYS_URL).then(refetch)}
        />
      )}
    </>
  );
}
