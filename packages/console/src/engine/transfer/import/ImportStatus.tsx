import { useTranslation } from 'react-i18next';
import { joined } from '../../../platform/i18n/joined.ts';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import styles from './Import.module.css';
import type { RowStatus } from './importTask.ts';

/** State of a row: why it was refused, or which required cells are empty. */
export function ImportStatus({ status, missing }: { status: RowStatus; missing: readonly string[] }) {
  const { t } = useTranslation('engine');
  if (typeof status === 'object') {
    return (
      <span className={styles.refused}>
        <StatusText kind="bad">{t('import.status.error')}</StatusText>
        <span className={styles.reason}>{status.error}</span>
      </span>
    );
  }
  if (missing.length > 0) {
    return <StatusText kind="warn">{t('import.missing', { columns: joined(missing) })}</StatusText>;
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
