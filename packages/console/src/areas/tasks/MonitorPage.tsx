import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { openTaskLog } from '../../engine/detail/useTask.ts';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { Card } from '../../theme/state/Card.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { Dash } from '../../theme/text/Dash.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import styles from './tasks.module.css';

type Monitor = AnswerOf<Calls['GET /api/v1/ops/task-monitor/']>;

/** How soon the page looks again. */
const FOLLOW_MS = 5_000;

function Table(props: { heads: string[]; numbers?: readonly string[]; children: ReactNode }) {
  const { heads, numbers = [], children } = props;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={numbers.includes(head) ? styles.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function Queues({ queues }: Pick<Monitor, 'queues'>) {
  const { t } = useTranslation('tasks');
  const told = (names: readonly string[]) => names.map((name) => t(`monitor.${name}`));
  const heads = told(['task', 'waiting', 'running', 'most', 'failed', 'oldest']);
  return (
    <Card title={t('monitor.queues')} flush>
      <Table heads={heads} numbers={told(['waiting', 'running', 'most', 'failed'])}>
        {queues.map((queue) => (
          <tr key={queue.name}>
            <td>{queue.title}</td>
            <td className={styles.number}>{formatNumber(queue.waiting)}</td>
            <td className={styles.number}>{formatNumber(queue.running)}</td>
            <td className={styles.number}>{formatNumber(queue.most)}</td>
            <td className={`${styles.number} ${queue.failed > 0 ? styles.bad : ''}`}>
              {formatNumber(queue.failed)}
            </td>
            <td>{queue.oldest ? <TimeText value={queue.oldest} relative /> : <Dash />}</td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Servers({ servers }: Pick<Monitor, 'servers'>) {
  const { t } = useTranslation('tasks');
  return (
    <Card title={t('monitor.servers')} flush>
      {servers.length === 0 ? (
        <p className={styles.empty}>{t('monitor.noServers')}</p>
      ) : (
        <Table
          heads={[t('monitor.server'), t('monitor.running'), t('monitor.seen')]}
          numbers={[t('monitor.running')]}
        >
          {servers.map(({ name, running, date_seen }) => (
            <tr key={name}>
              <td>{name}</td>
              <td className={styles.number}>{formatNumber(running)}</td>
              <td>
                <TimeText value={date_seen} relative />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

function Failures({ failures }: Pick<Monitor, 'failures'>) {
  const { t } = useTranslation('tasks');
  return (
    <Card title={t('monitor.failures')} flush>
      {failures.length === 0 ? (
        <p className={styles.empty}>{t('monitor.noFailures')}</p>
      ) : (
        <Table heads={[t('monitor.task'), t('monitor.when'), t('monitor.error')]}>
          {failures.map(({ id, title, date_published, error }) => (
            <tr key={id}>
              <td>
                <button type="button" className={styles.link} onClick={() => openTaskLog(id)}>
                  {title}
                </button>
              </td>
              <td>
                <TimeText value={date_published} />
              </td>
              <td>{error || <Dash />}</td>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  );
}

/** Queues of the background tasks, the servers that work on them, and what failed. */
export function MonitorPage() {
  const { t } = useTranslation('tasks');
  const http = useHttp();
  const monitor = useQuery({
    queryKey: ['task-monitor'],
    queryFn: ({ signal }) =>
      http.call('GET /api/v1/ops/task-monitor/', { signal, disableFlashErrorMsg: true }),
    refetchInterval: FOLLOW_MS,
  });
  return (
    <PageFrame help={t('monitor.help')}>
      {monitor.data ? (
        <div className={styles.page}>
          <Queues queues={monitor.data.queues} />
          <Servers servers={monitor.data.servers} />
          <Failures failures={monitor.data.failures} />
        </div>
      ) : monitor.error ? (
        <Failed query={monitor} />
      ) : (
        <SkeletonRows rows={6} columns={3} />
      )}
    </PageFrame>
  );
}
