import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './Import.module.css';
import { countRows } from './importTask.ts';
import type { ImportController } from './useImport.ts';

/** Green is for an import without failures; red for one in which nothing succeeded. */
const outcomeOf = (ok: number, error: number) => {
  if (error === 0) return undefined;
  return ok === 0 ? 'exception' : 'normal';
};

/** Progress of an import, and why it stopped. */
export function ImportProgress({ controller }: { controller: ImportController }) {
  const { t } = useTranslation('engine');
  const { rows = [], task, interruption } = controller;
  const { all, ok, error } = countRows(rows);
  const done = ok + error;
  const percent = (done / Math.max(1, all)) * 100;
  const first = rows.find(({ status }) => status === 'sending');
  const isOne = task === 'started' && first !== undefined && controller.speed === 'steady';
  return (
    <div className={styles.progress}>
      <div className="between md">
        <span style={{ fontWeight: 500 }} role="status">
          {isOne
            ? t('import.sendingRow', { row: first.number, total: all })
            : t('import.progress', { done, total: all })}
        </span>
        <span className="num t2">{Math.floor(percent)}%</span>
      </div>
      <Progress
        percent={percent}
        status={outcomeOf(ok, error)}
        showInfo={false}
        size={{ height: 6 }}
        aria-label={t('import.progressLabel')}
      />
      {interruption && (
        <p role="alert" className={styles.bad}>
          {t('import.interrupted', { reason: interruption })}
        </p>
      )}
    </div>
  );
}
