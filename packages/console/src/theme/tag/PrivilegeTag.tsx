import { KeyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './tags.module.css';

/** Marks a privileged account, in brass. `bare` shows only the key icon. */
export function PrivilegeTag({ bare }: { bare?: boolean }) {
  const { t } = useTranslation('common');
  if (bare) return <KeyOutlined style={{ color: 'var(--brass)' }} aria-label={t('privileged')} />;
  return (
    <span className={styles.privilege}>
      <KeyOutlined style={{ fontSize: 11 }} aria-hidden />
      {t('privileged')}
    </span>
  );
}
