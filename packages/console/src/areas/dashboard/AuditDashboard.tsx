import { useTranslation } from 'react-i18next';
import { joined } from '../../platform/i18n/joined.ts';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { usePalette } from '../../theme/ThemeProvider.tsx';
import { DaysSwitch } from './DaysSwitch.tsx';
import styles from './dashboard.module.css';
import { Kpi } from './Kpi.tsx';
import { SeriesCard } from './SeriesCard.tsx';
import { shareOf } from './share.ts';
import { useDays } from './useDays.ts';
import { useIndex } from './useIndex.ts';

const CHOICES = [1, 7, 30];
const LOGS = [
  'total_count_user_login_logs',
  'total_count_user_login_success_logs',
  'total_count_operate_logs',
  'total_count_change_password_logs',
];
const SESSIONS = [
  'total_count_online_sessions',
  'total_count_history_sessions',
  'total_count_ftp_logs',
  'total_count_commands',
  'total_count_commands_danger',
];

/** The dashboard of auditors: activity over the chosen days. */
export function AuditDashboard() {
  const { t } = useTranslation('areas');
  const palette = usePalette();
  const [days, pick] = useDays(CHOICES);
  const sessions = useIndex(['session_dates_metrics'], days);
  const logins = useIndex(['dates_metrics'], days);
  return (
    <PageFrame extra={<DaysSwitch choices={CHOICES} value={days} onChange={pick} />}>
      <div className={styles.stack}>
        <LogFigures days={days} />
        <SessionFigures days={days} />
        <div className={styles.halves}>
          <SeriesCard
            title={t('audit.sessionTrend')}
            query={sessions}
            series={(data) => [
              {
                name: t('audit.sessions'),
                values: data.dates_metrics_total_count_session ?? [],
                colour: palette.chart1,
              },
            ]}
          />
          <SeriesCard
            title={t('audit.loginTrend')}
            kind="bar"
            query={logins}
            series={(data) => [
              {
                name: t('audit.logins'),
                values: data.dates_metrics_total_count_login ?? [],
                colour: palette.chart2,
              },
            ]}
          />
        </div>
      </div>
    </PageFrame>
  );
}

/** Returns the path of a route, if the user may open it. */
const useOpenPath = () => {
  const names = useRouteNames();
  return (route: string, tab?: string) =>
    names.canOpen(route) ? names.path(route, {}, { activeTab: tab }) : undefined;
};

function LogFigures({ days }: { days: number }) {
  const { t } = useTranslation('areas');
  const palette = usePalette();
  const pathTo = useOpenPath();
  const query = useIndex(LOGS, days);
  const data = query.data ?? {};
  if (query.error && !query.data) return <FailedStrip query={query} />;
  return (
    <section className={styles.strip} aria-label={t('audit.logs')}>
      <Kpi
        label={t('audit.logins')}
        value={data.total_count_user_login_logs}
        sub={t('audit.succeeded', { count: data.total_count_user_login_success_logs ?? 0 })}
        to={pathTo('LoginLogList')}
        ring={{
          share: shareOf(data.total_count_user_login_success_logs, data.total_count_user_login_logs),
          colour: palette.chart1,
          name: t('audit.loginRingName'),
          label: t('audit.loginRing'),
        }}
      />
      <Kpi
        label={t('audit.operations')}
        value={data.total_count_operate_logs}
        to={pathTo('OperateLogList')}
      />
      <Kpi
        label={t('audit.passwordChanges')}
        value={data.total_count_change_password_logs}
        to={pathTo('PasswordChangeLog')}
      />
    </section>
  );
}

function SessionFigures({ days }: { days: number }) {
  const { t } = useTranslation('areas');
  const palette = usePalette();
  const pathTo = useOpenPath();
  const query = useIndex(SESSIONS, days);
  const data = query.data ?? {};
  if (query.error && !query.data) return <FailedStrip query={query} />;
  return (
    <section className={styles.strip} aria-label={t('audit.sessionData')}>
      <Kpi
        label={t('audit.online')}
        value={data.total_count_online_sessions}
        to={pathTo('SessionList', 'OnlineList')}
      />
      <Kpi
        label={t('audit.history')}
        value={data.total_count_history_sessions}
        to={pathTo('SessionList', 'OfflineList')}
      />
      <Kpi label={t('audit.transfers')} value={data.total_count_ftp_logs} to={pathTo('FtpLog')} />
      <Kpi
        label={t('audit.commands')}
        value={data.total_count_commands}
        sub={[
          t('audit.dangerous', { count: data.total_count_commands_danger ?? 0 }),
          ...(data.commands_not_counted
            ? [t('audit.notCounted', { names: joined(data.commands_not_counted) })]
            : []),
        ].join(' · ')}
        to={pathTo('CommandList')}
        ring={{
          share: shareOf(data.total_count_commands_danger, data.total_count_commands),
          colour: palette.badSolid,
          name: t('audit.commandRingName'),
          label: t('audit.commandRing'),
        }}
      />
    </section>
  );
}

function FailedStrip({ query }: { query: ReturnType<typeof useIndex> }) {
  return (
    <div className={styles.strip}>
      <Failed query={query} />
    </div>
  );
}
