import { endpointList } from '@gatehouse/contract/layouts/terminal/endpoint.ts';
import { endpointRuleList } from '@gatehouse/contract/layouts/terminal/endpointrule.ts';
import type { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import type { endpointrule } from '@gatehouse/contract/resources/terminal/endpointrule.ts';
import { useTranslation } from 'react-i18next';
import type { CellIn } from '../../../engine/fields/FieldUi.ts';
import { EmbeddedList } from '../../../engine/list/EmbeddedList.tsx';
import type { ListSlots } from '../../../engine/list/ListSlots.ts';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import styles from './terminal.module.css';

const ports = (endpointList.columns ?? []).filter((name) => name.endsWith('_port'));

/** A port; what is not served has none. */
function PortCell({ value }: CellIn<typeof endpoint, 'ssh_port'>) {
  const { t } = useTranslation('settings');
  return value > 0 ? <span className="num">{value}</span> : <span className="t3">{t('endpoint.off')}</span>;
}

/** An empty host is the address of this server. */
function HostCell({ value }: CellIn<typeof endpoint, 'host'>) {
  const { t } = useTranslation('settings');
  return value || <span className="t3">{t('endpoint.thisServer')}</span>;
}

/** Where clients of the components connect to. */
export function EndpointsTab() {
  const { t } = useTranslation('settings');
  const routes = useRouteNames();
  const can = useCan();
  const slots: ListSlots<typeof endpoint> = {
    mode: endpointList,
    columns: {
      host: { Cell: HostCell, width: 170 },
      ...Object.fromEntries(
        ports.map((name) => [name, { Cell: PortCell, width: 96, align: 'right' as const }]),
      ),
    },
    detailPath: ({ id }) =>
      can('terminal.change_endpoint') ? routes.path('EndpointUpdate', { id }) : undefined,
  };
  return (
    <>
      <p className={styles.help}>{t('endpoint.help')}</p>
      <EmbeddedList name="EndpointList" url="/api/v1/terminal/endpoints/" routes="Endpoint" slots={slots} />
    </>
  );
}

/** Which endpoint is for which addresses of assets. */
export function EndpointRulesTab() {
  const { t } = useTranslation('settings');
  const routes = useRouteNames();
  const can = useCan();
  const slots: ListSlots<typeof endpointrule> = {
    mode: endpointRuleList,
    columns: { ip_group: { width: 240 }, priority: { width: 90, align: 'right' } },
    detailPath: ({ id }) =>
      can('terminal.change_endpointrule') ? routes.path('EndpointRuleUpdate', { id }) : undefined,
    emptyText: t('endpoint.noRules'),
  };
  return (
    <>
      <p className={styles.help}>{t('endpoint.rulesHelp')}</p>
      <EmbeddedList
        name="EndpointRuleList"
        url="/api/v1/terminal/endpoint-rules/"
        routes="EndpointRule"
        slots={slots}
      />
    </>
  );
}
