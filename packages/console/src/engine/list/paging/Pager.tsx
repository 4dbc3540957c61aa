import DownOutlined from '@ant-design/icons/DownOutlined';
import LeftOutlined from '@ant-design/icons/LeftOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../../theme/control/menu/Menu.tsx';
import styles from '../List.module.css';
import { pagerPages } from './pagerPages.ts';

type Props = {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  onPageSize?: (size: number) => void;
  sizes?: readonly number[];
};

/** Page numbers and page size of a table. */
export function Pager({ page, pageSize, total, onPage, onPageSize, sizes = [] }: Props) {
  const { t } = useTranslation('engine');
  const last = Math.max(1, Math.ceil(total / pageSize));
  return (
    <nav className={styles.pager} aria-label={t('list.pages')}>
      <button
        type="button"
        className={styles.pageButton}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
        aria-label={t('list.previousPage')}
      >
        <LeftOutlined aria-hidden style={{ fontSize: 11 }} />
      </button>
      {pagerPages(page, last).map((number) => (
        <button
          key={number}
          type="button"
          className={styles.pageButton}
          aria-current={number === page ? 'page' : undefined}
          aria-label={t('list.page', { number })}
          onClick={() => onPage(number)}
        >
          {number}
        </button>
      ))}
      <button
        type="button"
        className={styles.pageButton}
        disabled={page >= last}
        onClick={() => onPage(page + 1)}
        aria-label={t('list.nextPage')}
      >
        <RightOutlined aria-hidden style={{ fontSize: 11 }} />
      </button>
      {onPageSize && (
        <Menu
          label={t('list.pageSize', { count: pageSize })}
          align="end"
          items={sizes.map((size) => ({
            key: String(size),
            label: t('list.perPage', { count: size }),
            isCurrent: size === pageSize,
            onSelect: () => onPageSize(size),
          }))}
        >
          {(opener) => (
            <Button {...opener} size="small" aria-label={t('list.pageSize', { count: pageSize })}>
              {t('list.perPage', { count: pageSize })}
              <DownOutlined aria-hidden style={{ fontSize: 10 }} />
            </Button>
          )}
        </Menu>
      )}
    </nav>
  );
}
