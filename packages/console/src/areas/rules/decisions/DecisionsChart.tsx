import type { RuleVerdict } from '@gatehouse/contract/policy/decisions.ts';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import styles from './Decisions.module.css';
import { verdictKinds } from './decidedKinds.ts';

type Props = { dates: readonly string[]; verdicts: readonly { verdict: RuleVerdict; counts: number[] }[] };

const HEIGHT = 64;

/** A stacked bar for each day; the numbers are a table for those who cannot see it. */
export function DecisionsChart({ dates, verdicts }: Props) {
  const { t, i18n } = useTranslation('rules');
  const totals = dates.map((_, at) => verdicts.reduce((total, { counts }) => total + (counts[at] ?? 0), 0));
  const most = Math.max(1, ...totals);
  const dayOf = (date: string) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'short', timeZone: 'UTC' }).format(
      new Date(`${date}T00:00:00Z`),
    );
  return (
    <>
      <div className={styles.chart} aria-hidden>
        {dates.map((date, at) => (
          <div key={date} className={styles.day} title={`${date}: ${formatNumber(totals[at] ?? 0)}`}>
            <div className={styles.bar} style={{ height: HEIGHT }}>
              {verdicts.map(({ verdict, counts }) => (
                <i
                  key={verdict}
                  className={styles[verdictKinds[verdict]] ?? ''}
                  style={{ height: `${((counts[at] ?? 0) / most) * 100}%` }}
                />
              ))}
            </div>
            <span>{dayOf(date)}</span>
          </div>
        ))}
      </div>
      <table className="visually-hidden">
        <caption>{t('decided.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('decided.day')}</th>
            {verdicts.map(({ verdict }) => (
              <th key={verdict} scope="col">
                {t(`decided.verdicts.${verdict}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {dates.map((date, at) => (
            <tr key={date}>
              <th scope="row">{date}</th>
              {verdicts.map(({ verdict, counts }) => (
                <td key={verdict}>{formatNumber(counts[at] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
