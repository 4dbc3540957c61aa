import { useTranslation } from 'react-i18next';
import type { Column } from './Column.ts';
import styles from './DataTable.module.css';

/** Heading of a column: its text, or a button that sorts by it. */
export function SortHead({ title, sort }: Pick<Column, 'title' | 'sort'>) {
  const { t } = useTranslation('engine');
  if (!sort) return <span className={styles.headText}>{title}</span>;
  const shade = (on: boolean) => (on ? styles.arrowOn : styles.arrowOff);
  return (
    <button
      type="button"
      className={styles.sort}
      onClick={sort.onToggle}
      title={t('list.sortBy', { column: title })}
    >
      <span className={styles.headText}>{title}</span>
      <svg width="8" height="12" viewBox="0 0 8 12" aria-hidden="true">
        <path d="M4 0 8 5H0z" className={shade(sort.direction === 'ascending')} />
        <path d="M4 12 0 7h8z" className={shade(sort.direction === 'descending')} />
      </svg>
    </button>
  );
}
