import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './List.module.css';
import { rangeOf } from './listQuery.ts';
import { Pager } from './Pager.tsx';
import type { ListController } from './useListController.ts';

const PageJumper = lazy(() => import('./PageJumper.tsx').then((m) => ({ default: m.PageJumper })));

/** What is chosen or which rows these are; pages at the right. */
export function ListFooter({ list }: { list: ListController }) {
  const { t } = useTranslation('engine');
  const { selection, page, pageSize, total, paging } = list;
  const chosen = selection.rows.length;
  return (
    <div className={styles.footer}>
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
      {paging.sizes.length > 0 && (
        <span className="row">
          <Pager
            page={page}
            pageSize={pageSize}
            total={total}
            sizes={paging.sizes}
            onPage={list.setPage}
            onPageSize={list.setPageSize}
          />
          {paging.hasJumper && (
            <Suspense fallback={null}>
              <PageJumper last={Math.ceil(total / pageSize)} onPage={list.setPage} />
            </Suspense>
          )}
        </span>
      )}
    </div>
  );
}
