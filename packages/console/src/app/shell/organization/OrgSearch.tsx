import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './OrgSelector.module.css';

/** The list of organizations below a search field. */
export function OrgSearch(props: { query: string; onChange: (query: string) => void; menu: ReactNode }) {
  const { t } = useTranslation('shell');
  return (
    <div className={styles.popup}>
      <Input
        autoFocus
        className={styles.search as string}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('org.search')}
        aria-label={t('org.search')}
        value={props.query}
        onChange={(event) => props.onChange(event.target.value)}
        onKeyDown={(event) => event.key !== 'Escape' && event.key !== 'Tab' && event.stopPropagation()}
      />
      {props.menu}
    </div>
  );
}
