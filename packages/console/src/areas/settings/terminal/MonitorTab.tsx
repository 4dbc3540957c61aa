import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { ComponentLoad, terminal } from '@gatehouse/contract/resources/terminal/terminal.ts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useResource } from '../../../engine/resource/useResource.ts';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../../platform/Platform.tsx';
import { Failed } from '../../../platform/page/Failed.tsx';
import { useRouteNames } from '../../../platform/route/useRouteNames.ts';
import { Glyph } from '../../../theme/icon/Glyph.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import { EmptyState } from '../../../theme/state/EmptyState.tsx';
import { SkeletonRows } from '../../../theme/state/SkeletonRows.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { loadKinds, shareText } from './componentCells.tsx';
import styles from './terminal.module.css';

type Kind = AnswerOf<Calls['GET /api/v1/terminal/components/metrics/']>[number];
type Component = RowOf<typeof terminal>;

/** How soon the page looks again; components report every twenty seconds. */
const FOLLOW_MS = 5_000;
const TERMINALS = '/api/v1/terminal/terminals/';
const loads = ['normal', 'high', 'critical', 'offline'] as const satisfies readonly ComponentLoad[];

const useHealth = () => {
  const http = useHttp();
  const kinds = useQuery({
    queryKey: ['component-metrics'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/terminal/components/metrics/', { signal, disableFlashErrorMsg: true }),
    refetchInterval: FOLLOW_MS,
  });
  const components = useQuery({
    queryKey: ['component-metrics', 'components'],
    queryFn: ({ signal }) => http.list<typeof terminal>(TERMINALS, { signal, disableFlashErrorMsg: true }),
    refetchInterval: FOLLOW_MS,
  });
  return { kinds, components };
};

/** A name as a link to the component, in the list of components where its page is not permitted. */
function Name({ component }: { component: Component }) {
  const routes = useRouteNames();
  const to = routes.path('TerminalDetail', { id: component.id });
  return to ? <Link to={to}>{component.name}</Link> : component.name;
}

const heads = ['name', 'load', 'cpu', 'memory', 'disk', 'sessions'] as const;
const inNumbers: readonly string[] = ['cpu', 'memory', 'disk', 'sessions'];

/** What each component last reported about itself. */
function Reports({ components }: { components: readonly Component[] }) {
  const { t } = useTranslation('settings');
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={inNumbers.includes(head) ? styles.number : undefined}>
                {t(`monitor.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {components.map((component) => (
            <tr key={component.id}>
              <td>
                <Name component={component} />
              </td>
              <td>
                <StatusText kind={loadKinds[component.load.value]}>{component.load.label}</StatusText>
              </td>
              <td className={styles.number}>
                {component.stat ? formatNumber(component.stat.cpu_load) : <Dash />}
              </td>
              <td className={styles.number}>
                {component.stat ? shareText(component.stat.memory_used) : <Dash />}
              </td>
              <td className={styles.number}>
                {component.stat ? shareText(component.stat.disk_used) : <Dash />}
              </td>
              <td className={styles.number}>{formatNumber(component.session_online)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many components have which load: in words, and as shares of a bar. */
function Loads({ kind, labelOf }: { kind: Kind; labelOf: (load: ComponentLoad) => string }) {
  const { t } = useTranslation('settings');
  const routes = useRouteNames();
  const to = (names: readonly string[]) =>
    routes.path(
      'TerminalSetting',
      {},
      { activeTab: 'TerminalList', ...(names.length === 1 && { name: names[0] }) },
    );
  return (
    <>
      <div className={styles.bar} aria-hidden="true">
        {loads
          .filter((load) => kind[load].length > 0)
          .map((load) => (
            <span key={load} className={styles[load]} style={{ flexGrow: kind[load].length }} />
          ))}
      </div>
      <ul className={styles.loads}>
        {loads.map((load) => (
          <li key={load} title={kind[load].join('\n')}>
            <span className={styles[`${load}Text`]}>
              <Glyph name={loadKinds[load]} />
            </span>
            {labelOf(load)}
            {kind[load].length > 0 ? (
              <Link to={to(kind[load]) ?? ''}>{formatNumber(kind[load].length)}</Link>
            ) : (
              <span className="t3">0</span>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        {t('monitor.total', { total: kind.total, sessions: formatNumber(kind.session_active) })}
      </p>
    </>
  );
}

/** The health of all components, by type, as it changes. */
export function MonitorTab() {
  const { t } = useTranslation('settings');
  const { kinds, components } = useHealth();
  const { metas } = useResource(TERMINALS);
  const nameOf = (type: string) => metas.type?.choices?.find(({ value }) => value === type)?.label ?? type;
  if (!kinds.data) return kinds.error ? <Failed query={kinds} /> : <SkeletonRows rows={4} columns={3} />;
  if (kinds.data.length === 0) return <EmptyState title={t('component.empty')} />;
  return (
    <div className={styles.monitor}>
      {kinds.data.map((kind) => (
        <Card key={kind.type} title={nameOf(kind.type)}>
          <Loads kind={kind} labelOf={(load) => t(`load.${load}`)} />
          <Reports components={(components.data ?? []).filter(({ type }) => type === kind.type)} />
        </Card>
      ))}
    </div>
  );
}
