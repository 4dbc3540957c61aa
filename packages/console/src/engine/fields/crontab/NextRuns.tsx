import { useTranslation } from 'react-i18next';
import { usePlatform } from '../../../platform/Platform.tsx';
import { useSession } from '../../../platform/session/useSession.ts';
import { crontabFault, nextRuns } from './cron.ts';
import styles from './Schedule.module.css';

const SHOWN = 5;

/** Returns a function that formats times in a zone: `2031-01-02 03:04 Thu`. */
const momentIn = (timeZone: string | undefined, language: string) => {
  // The Swedish locale has the product's date format.
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const day = new Intl.DateTimeFormat(language, { timeZone, weekday: 'short' });
  return (run: Date) => `${time.format(run)} ${day.format(run)}`;
};

/** The next five runs of a pattern in the server's time zone. */
export function NextRuns({ pattern }: { pattern: string }) {
  const { t } = useTranslation('engine');
  const { language } = usePlatform();
  const { TIME_ZONE: zone } = useSession().settings;
  if (!pattern.trim() || crontabFault(pattern)) return null;
  const moment = momentIn(zone, language);
  return (
    <div className={styles.next}>
      <span id="next-runs">{t('schedule.next')}</span>
      <ol aria-labelledby="next-runs" className="num">
        {nextRuns(pattern, SHOWN, zone).map((run) => (
          <li key={run.getTime()}>
            <time dateTime={run.toISOString()}>{moment(run)}</time>
          </li>
        ))}
      </ol>
      {zone && <span className="t3 sm">{t('schedule.zone', { zone })}</span>}
    </div>
  );
}
