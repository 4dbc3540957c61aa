import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { readable, shortName } from '../../theme/text/identity.ts';
import { DataCard } from './DataCard.tsx';
import { DaysSwitch } from './DaysSwitch.tsx';
import styles from './dashboard.module.css';
import { useDays } from './useDays.ts';
import { type IndexAnswer, useIndex } from './useIndex.ts';

const CHOICES = [1, 7, 30];
const ROW = 30;

/** The most active users or the most used assets, at most ten. */
export function RankCard(props: {
  title: string;
  flag: 'dates_login_times_top10_users' | 'dates_login_times_top10_assets';
  rows: (answer: IndexAnswer) => { key: string; name: string; total: number }[];
  colour: string;
  isMachine?: boolean;
}) {
  const { t } = useTranslation('areas');
  const [days, pick] = useDays(CHOICES);
  const query = useIndex([props.flag], days);
  return (
    <DataCard
      title={props.title}
      extra={<DaysSwitch choices={CHOICES} value={days} onChange={pick} />}
      query={query}
      minHeight={5 * ROW + 20}
    >
      {(data) => {
        const rows = props.rows(data);
        const most = Math.max(1, ...rows.map((row) => row.total));
        if (rows.length === 0) return <span className="t3">{t('rank.none')}</span>;
        return (
          <ol className={styles.ranks}>
            {rows.map((row, at) => (
              <li key={row.key}>
                <span className="t3 num">{at + 1}</span>
                <span className={`ell ${props.isMachine ? 'mono' : ''}`} title={readable(row.name)}>
                  {shortName(row.name)}
                </span>
                <span className={styles.track} aria-hidden="true">
                  <span style={{ width: `${(100 * row.total) / most}%`, background: props.colour }} />
                </span>
                <span className={styles.total}>{formatNumber(row.total)}</span>
              </li>
            ))}
          </ol>
        );
      }}
    </DataCard>
  );
}
