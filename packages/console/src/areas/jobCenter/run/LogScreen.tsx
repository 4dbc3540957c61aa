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

/** What all machines of a run print, as they end. */
export function LogScreen({ run }: { run: string }) {
  const { t } = useTranslation('runs');
  const log = useTaskLog(run, 'ansible');
  const parts = useMemo(() => log.text.slice(-mostDrawn).split(heading), [log.text]);
  return (
    <Screen title={t('log')} text={log.text} onClear={log.clear}>
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: A log grows at its end.
          <span key={index} className={isGood.test(part) ? styles.good : styles.wrong}>
            {part}
          </span>
        ) : (
          part
        ),
      )}
      {log.isLost && `\n${t('lost')}`}
      {!log.isEnded && !log.isLost && <span className={styles.cursor} aria-hidden />}
    </Screen>
  );
}
