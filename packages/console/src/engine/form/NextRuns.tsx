import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { crontabFault, nextRuns } from './crontab.ts';
import styles from './Schedule.module.css';

const SHOWN = 5;

/** The five moments at which a pattern runs next, in the time of the reader. */
export function NextRuns({ pattern }: { pattern: string }) {
  const { t } = useTranslation('engine');
  if (!pattern.trim() || crontabFault(pattern)) return null;
  return (
    <div className={styles.next}>
      <span id="next-runs">{t('schedule.next')}</span>
      <ol aria-labelledby="next-runs" className="num">
        {nextRuns(pattern, SHOWN).map((run) => (
          <li key={run.getTime()}>
            <time dateTime={run.toISOString()}>{dayjs(run).format('YYYY-MM-DD HH:mm ddd')}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
