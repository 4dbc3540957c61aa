import { CodeOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Trans, useTranslation } from 'react-i18next';
import { Failed } from '../../platform/page/Failed.tsx';
import { PageFrame } from '../../platform/page/PageFrame.tsx';
import { useRouteNames } from '../../platform/route/useRouteNames.ts';
import { webTerminalUrl } from '../../platform/route/webTerminal.ts';
import { isRootOrg } from '../../platform/session/organizations.ts';
import { useCan, useSession } from '../../platform/session/useSession.ts';
import { usePalette } from '../../theme/ThemeProvider.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';
import { AttentionCard } from './AttentionCard.tsx';
import { DaysSwitch } from './DaysSwitch.tsx';
import styles from './dashboard.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { Kpi } from './Kpi.tsx';
import { RankCard } from './RankCard.tsx';
import { SeriesCard } from './SeriesCard.tsx';
import { shareOf } from './share.ts';
import { TypesCard } from './TypesCard.tsx';
import { useDays } from './useDays.ts';
import { useIndex } from './useIndex.ts';

const TOTALS = [
  'total_count_online_sessions',
  'total_count_online_users',
  'total_count_today_failed_sessions',
  'total_count_users',
  'total_count_users_this_week',
  'total_count_login_users',
  'total_count_assets',
  'total_count_assets_this_week',
  'total_count_today_active_assets',
];
const CHART_HEIGHT = 262;

/** The dashboard of administrators. */
export function AdminDashboard() {
  const { t } = useTranslation('areas');
  const { t: shell } = useTranslation('shell');
  const { currentOrg, hasLicence } = useSession();
  const can = useCan();
  const totals = useIndex(TOTALS);
  const orgName = currentOrg && (isRootOrg(currentOrg) ? shell('org.global') : currentOrg.name);
  const sub = (
    <>
      {hasLicence && orgName}
      {totals.dataUpdatedAt > 0 && (
        <>
          {hasLicence && orgName && ' · '}
          <Trans
            t={t}
            i18nKey="updated"
            components={{ when: <TimeText value={new Date(totals.dataUpdatedAt).toISOString()} relative /> }}
          />
        </>
      )}
    </>
  );
  const terminal = can('rbac.view_webterminal') && (
    <Button
      icon={<CodeOutlined aria-hidden />}
      href={webTerminalUrl(currentOrg?.id, totals.dataUpdatedAt)}
      target="_blank"
    >
      {t('openTerminal')}
    </Button>
  );
  return (
    <PageFrame sub={sub} extra={terminal}>
      <div className={styles.stack}>
        <FirstSteps assets={totals.data?.total_count_assets} />
        <Figures totals={totals} />
        <div className={styles.wideAndSide}>
          <ActivityCard />
          <AttentionCard />
        </div>
        <TypesCard />
        <div className={styles.halves}>
          <RankCard
            title={t('rank.users')}
            flag="dates_login_times_top10_users"
            colour="var(--chart1)"
            rows={(data) =>
              (data.dates_login_times_top10_users ?? []).map((user) => ({
                key: user.user_id,
                name: user.user,
                total: user.total,
              }))
            }
          />
          <RankCard
            title={t('rank.assets')}
            flag="dates_login_times_top10_assets"
            colour="var(--chart2)"
            isMachine
            rows={(data) =>
              (data.dates_login_times_top10_assets ?? []).map((asset) => ({
                key: asset.asset,
                name: asset.asset,
                total: asset.total,
              }))
            }
          />
        </div>
      </div>
    </PageFrame>
  );
}

function Figures({ totals }: { totals: ReturnType<typeof useIndex> }) {
  const { t } = useTranslation('areas');
  const names = useRouteNames();
  const palette = usePalette();
  const data = totals.data ?? {};
  if (totals.error && !totals.data) {
    return (
      <div className={styles.strip}>
        <Failed query={totals} />
      </div>
    );
  }
  const to = (route: string) =>
    names.canOpen(route) ? names.path(route, {}, { activeTab: 'OnlineList' }) : undefined;
  return (
    <div className={styles.strip}>
      <Kpi
        label={t('kpi.onlineSessions')}
        value={data.total_count_online_sessions}
        sub={<StatusText kind="ok">{t('kpi.live')}</StatusText>}
        to={to('SessionList')}
      />
      <Kpi
        label={t('kpi.connectedUsers')}
        value={data.total_count_online_users}
        sub={t('kpi.now')}
        to={to('SessionList')}
      />
      <Kpi
        label={t('kpi.failedToday')}
        value={data.total_count_today_failed_sessions}
        sub={t('kpi.connections')}
        isBad
      />
      <Kpi
        label={t('kpi.users')}
        value={data.total_count_users}
        sub={t('kpi.usersSub', {
          week: data.total_count_users_this_week ?? 0,
          active: data.total_count_login_users ?? 0,
        })}
        ring={{
          share: shareOf(data.total_count_login_users, data.total_count_users),
          colour: palette.chart1,
          name: t('kpi.ringToday'),
          label: t('kpi.usersRing'),
        }}
      />
      <Kpi
        label={t('kpi.assets')}
        value={data.total_count_assets}
        sub={t('kpi.assetsSub', {
          week: data.total_count_assets_this_week ?? 0,
          active: data.total_count_today_active_assets ?? 0,
        })}
        ring={{
          share: shareOf(data.total_count_today_active_assets, data.total_count_assets),
          colour: palette.chart2,
          name: t('kpi.ringToday'),
          label: t('kpi.assetsRing'),
        }}
      />
    </div>
  );
}

const ACTIVITY_DAYS = [7, 30];

function ActivityCard() {
  const { t } = useTranslation('areas');
  const palette = usePalette();
  const [days, pick] = useDays(ACTIVITY_DAYS);
  const query = useIndex(['dates_metrics'], days);
  return (
    <SeriesCard
      title={t('activity.title')}
      query={query}
      height={CHART_HEIGHT}
      extra={<DaysSwitch choices={ACTIVITY_DAYS} value={days} onChange={pick} />}
      series={(data) => [
        {
          name: t('activity.users'),
          values: data.dates_metrics_total_count_active_users ?? [],
          colour: palette.chart1,
        },
        {
          name: t('activity.assets'),
          values: data.dates_metrics_total_count_active_assets ?? [],
          colour: palette.chart2,
        },
      ]}
    />
  );
}
