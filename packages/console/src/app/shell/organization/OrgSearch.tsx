import { SearchOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './OrgSelector.module.css';

/** The search field above the list of organizations. */
export function OrgSearch({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden />
      <input
        type="text"
        placeholder={t('org.search')}
        aria-label={t('org.search')}
        value={query}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
