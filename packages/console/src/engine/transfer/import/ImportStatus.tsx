import { useTranslation } from 'react-i18next';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import styles from './Import.module.css';
import type { RowStatus } from './importTask.ts';

/** State of a row, and why it was refused. */
export function ImportStatus({ status }: { status: RowStatus }) {
  const { t } = useTranslation('engine');
  if (typeof status === 'object') {
    return (
      <span className={styles.refused}>
        <StatusText kind="bad">{t('import.status.error')}</StatusText>
        <span className={styles.reason}>{status.error}</span>
      </span>
    );
  }
  if (status === 'ok') {
    return (
      <StatusText kind="ok" glyph="done">
        {t('import.status.ok')}
      </StatusText>
    );
  }
  return <StatusText kind={status === 'sending' ? 'run' : 'off'}>{t(`import.status.${status}`)}</StatusText>;
}
