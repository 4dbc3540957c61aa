import {
  applicationDetail,
  applicationList,
  requestsOfApplicationList,
} from '@gatehouse/contract/layouts/accounts/integrationapplication.ts';
import type { integrationapplication } from '@gatehouse/contract/resources/accounts/integrationapplication.ts';
import type { integrationlog } from '@gatehouse/contract/resources/accounts/integrationlog.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DetailSlots } from '../../engine/detail/DetailSlots.ts';
import type { CellIn } from '../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../engine/list/ListSlots.ts';
import { ResourceDetailPage } from '../../engine/pages/ResourceDetailPage.tsx';
import { ResourceListPage } from '../../engine/pages/ResourceListPage.tsx';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';
import { joined } from '../../platform/i18n/joined.ts';
import { useHttp } from '../../platform/Platform.tsx';
import type { ResourcePageProps } from '../../platform/route/RouteMeta.ts';
import { useCan } from '../../platform/session/useSession.ts';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { type NewKey, NewKeyDialog } from '../profile/keys/NewKeyDialog.tsx';

const REQUESTS_URL = '/api/v1/accounts/integration-application-logs/';

const slots: ListSlots<typeof integrationapplication> = {
  mode: applicationList,
  columns: { name: { card: 'title' }, ip_group: { width: 220, card: 'fact' } },
  rowActions: (_row, usual) => usual.filter(({ name }) => name !== 'clone'),
};

/** Applications that may fetch the secrets of accounts. */
export function ApplicationListPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  return (
    <ResourceListPage
      {...props}
      slots={{ ...slots, emptyText: t('integration.empty') }}
      help={t('integration.help')}
    />
  );
}

const ResultCell = ({ value }: CellIn<typeof integrationlog, 'result'>) => (
  <StatusText kind={value.value === 'success' ? 'ok' : 'bad'}>{value.label}</StatusText>
);

/** What an application asked for. */
function Requests({ application }: { application: string }) {
  const { t } = useTranslation('areas');
  const requests: ListSlots<typeof integrationlog> = {
    mode: requestsOfApplicationList,
    columns: {
      datetime: { card: 'title' },
      remote_addr: { width: 150, card: 'fact' },
      result: { Cell: ResultCell, width: 200, card: 'state' },
    },
    createActions: () => [],
    rowActions: () => [],
    emptyText: t('integration.noRequests'),
  };
  const url = `${REQUESTS_URL}?application_id=${application}`;
  return <EmbeddedList name="IntegrationRequests" url={url} slots={requests} />;
}

/** Accounts with their assets: most names are those of accounts on many assets. */
const AccountsCell = ({ value }: CellIn<typeof integrationapplication, 'accounts'>) => {
  const names = (value ?? []).map(({ name, asset }) => (asset ? `${name} @ ${asset.name}` : name));
  return names.length > 0 ? joined(names) : <Dash />;
};

/** An application: what it may fetch, from where, and what it asked for. */
export function ApplicationDetailPage(props: ResourcePageProps) {
  const { t } = useTranslation('areas');
  const can = useCan();
  const http = useHttp();
  const confirm = useConfirm();
  const [renewed, setRenewed] = useState<NewKey>();
  const mayRenew = can('accounts.change_integrationapplication') && can('accounts.view_accountsecret');
  const details: DetailSlots<typeof integrationapplication> = {
    layout: applicationDetail,
    labels: { id: t('integration.keyId') },
    cells: { accounts: AccountsCell },
    actions: (usual, { row }) => [
      ...usual,
      {
        name: 'renew',
        title: t('integration.renew'),
        can: mayRenew,
        reason: t('integration.noPermission'),
        onRun: async () => {
          const isSure = await confirm({
            title: t('integration.renewTitle', { name: row.name }),
            body: t('integration.renewBody'),
            okText: t('integration.renew'),
            danger: true,
          });
          if (!isSure) return;
          const url = 'POST /api/v1/accounts/integration-applications/:id/renew-secret/';
          setRenewed(await http.call(url, { params: { id: row.id } }));
        },
      },
    ],
    tabs: ({ id }) => [
      {
        key: 'requests',
        label: t('integration.requests'),
        hidden: !can('accounts.view_integrationlog'),
        render: () => <Requests application={id} />,
      },
    ],
  };
  return (
    <>
      <ResourceDetailPage {...props} slots={details} />
      {renewed && <NewKeyDialog created={renewed} onClose={() => setRenewed(undefined)} />}
    </>
  );
}
