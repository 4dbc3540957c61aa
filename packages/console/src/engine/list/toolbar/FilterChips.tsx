import { useTranslation } from 'react-i18next';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';

/** The active search terms and label filters as text. */
export function FilterChips({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  return (
    <span className={styles.chips}>
      {list.tags.map(({ key, label, value, valueLabel }) => (
        <span key={`${key}:${value}`} className={styles.chip}>
          {t('search.chip', { key: label, value: valueLabel ?? value })}
        </span>
      ))}
      {list.labels.map((label) => (
        <span key={label} className={styles.chip}>
          {t('search.chip', { key: t('labels.label'), value: label })}
        </span>
      ))}
    </span>
  );
}
