import { useQuery } from '@tanstack/react-query';
import { Popover } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatNumber } from '../../platform/i18n/formatNumber.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { Failed } from '../../platform/page/Failed.tsx';
import { SkeletonRows } from '../../theme/state/SkeletonRows.tsx';
import { useListScope } from '../list/ListScope.tsx';
import { type Row, textOf } from '../resource/row.ts';
import { rowUrl, splitUrl } from '../resource/url.ts';
import styles from './AmountCell.module.css';

type Props = { value: number; row: Row; name: string; to?: string; field?: string };

/** Maximum number of names that the popover lists. */
const NAMED = 100;

function Names({ url, row, field }: { url: string; row: Row; field: string }) {
  const { t } = useTranslation('engine');
  const http = useHttp();
  const query = useQuery({
    queryKey: ['amount', url, row.id],
    queryFn: ({ signal }) =>
      http.get<Row>(rowUrl(splitUrl(url).path, row.id), { signal, disableFlashErrorMsg: true }),
    staleTime: 30_000,
  });
  if (query.error) return <Failed query={query} />;
  if (query.isPending) return <SkeletonRows rows={3} columns={1} height={24} />;
  const items = query.data?.[field];
  const names = Array.isArray(items) ? items.map(textOf) : [];
  if (names.length === 0) return <span className="t3">{t('list.none')}</span>;
  return (
    <ul className={styles.names}>
      {names.slice(0, NAMED).map((text, index) => (
        <li key={`${index.toString()}:${text}`}>{text}</li>
      ))}
      {names.length > NAMED && <li className="t3">{t('list.moreTags', { count: names.length - NAMED })}</li>}
    </ul>
  );
}

/**
 * A count. In a list, the names of the counted rows load on demand from `field` in the row's detail; by
 * default, that is the name without `_amount`.
 */
export function AmountCell({ value, row, name, to, field = name.replace(/_amount$/, '') }: Props) {
  const list = useListScope();
  const text = formatNumber(value);
  if (!list || value === 0) return <span className="num t3">{text}</span>;
  return (
    <Popover
      trigger={['hover', 'focus']}
      mouseEnterDelay={0.4}
      destroyOnHidden
      // The element is rendered, and so requests the names, only while the popover is open; a popover without
      // content would never open.
      content={<Names url={list.url} row={row} field={field} />}
    >
      {to ? (
        <Link to={to} className="num">
          {text}
        </Link>
      ) : (
        <button type="button" className={styles.count}>
          {text}
        </button>
      )}
    </Popover>
  );
}
