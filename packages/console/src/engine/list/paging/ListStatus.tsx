import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../platform/i18n/formatNumber.ts';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { rangeOf } from '../listQuery.ts';

/** An estimate with all its digits would look like a count. */
const ROUGHLY = { maximumSignificantDigits: 2 };

/** The number of selected rows, else the range of rows. */
export function ListStatus({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { selection, page, pageSize, total, countExactly } = list;
  const shown = formatNumber(total, countExactly && ROUGHLY);
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
        <>
          <span className="num">
            {t(countExactly ? 'list.rangeAbout' : 'list.range', {
              ...rangeOf(page, pageSize, total),
              total: shown,
            })}
          </span>
          {countExactly && (
            <button type="button" className={styles.plain} onClick={countExactly}>
              {t('list.countExactly')}
            </button>
          )}
        </>
      )}
    </span>
  );
}
