import { Suspense } from 'react';
import { part } from '../../../platform/part/part.ts';
import styles from '../List.module.css';
import type { ListController } from '../ListSlots.ts';
import { ListStatus } from './ListStatus.tsx';
import { Pager } from './Pager.tsx';

const PageJumper = part(() => import('./PageJumper.tsx').then((m) => m.PageJumper));

/** The selection or the range of rows; pages on the right. */
export function ListFooter({ list }: { list: ListController }) {
  const { page, pageSize, total, paging } = list;
  return (
    <div className={styles.footer}>
      <ListStatus list={list} />
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
