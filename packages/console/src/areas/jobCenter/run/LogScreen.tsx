import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useTaskLog } from '../../../resources/ops/celerytaskexecution/useTaskLog.ts';
import styles from './run.module.css';
import { Screen } from './Screen.tsx';

/** Characters of the log that are drawn; its beginning is in the file of all outputs. */
const mostDrawn = 200_000;

/** The line above the output of a machine. */
const heading = /^(.+ \| [A-Z]+(?: \| rc=-?\d+)? >>)$/m;
const isGood = /\| OK(?: \| rc=-?\d+)? >>$/;

/** The headings and outputs of a log in turn, each known by its place, since a log grows at its end. */
const partsOf = (log: string) =>
  log.split(heading).map((text, at) => ({ at, text, isHeading: at % 2 === 1 }));

/** What all machines of a run print, as they end. */
export function LogScreen({ run }: { run: string }) {
  const { t } = useTranslation('runs');
  const log = useTaskLog(run, 'ansible');
  const parts = useMemo(() => partsOf(log.text.slice(-mostDrawn)), [log.text]);
  return (
    <Screen title={t('log')} text={log.text} onClear={log.clear}>
      {parts.map(({ at, text, isHeading }) => (
        <span key={at} className={isHeading ? (isGood.test(text) ? styles.good : styles.wrong) : undefined}>
          {text}
        </span>
      ))}
      {log.isLost && `\n${t('lost')}`}
      {!log.isEnded && !log.isLost && <span className={styles.cursor} aria-hidden />}
    </Screen>
  );
}
