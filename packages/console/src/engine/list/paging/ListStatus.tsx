import { useTranslation } from 'react-i18next';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { rangeOf } from '../listQuery.ts';

/** The number of selected rows, else the range of rows. */
export function ListStatus({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { selection, page, pageSize, total } = list;
  const chosen = selection.rows.length;
  return (
    <span role="status" className="row">
      {chosen > 0 ? (
        <>
          <span className={styles.chosen}>{t('list.selected', { count: chosen })}</span>
          <button type="button" className={styles.plain} onClick={selection.clear}>
            {t('list.clearSelection')}
          </button>
        </>
      ) : total === 0 ? null : (
        <span className="num">
          {t('list.range', { ...rangeOf(page, pageSize, total), total: total.toLocaleString() })}
        </span>
      )}
    </span>
  );
}
