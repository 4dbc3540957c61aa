import InfoCircleOutlined from '@ant-design/icons/InfoCircleOutlined';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Tick } from '../../theme/control/Tick.tsx';
import type { Row } from '../resource/row.ts';
import type { Column, Selection } from './Column.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { HeadFilter } from './HeadFilter.tsx';
import { ResizeHandle } from './ResizeHandle.tsx';
import { SortHead } from './SortHead.tsx';

/** The class and style that keep a sticky column in view. */
export const stickyProps = (column: Column, leadWidth: number) => {
  if (column.sticky === 'left') {
    return { className: cx(styles.stickyLeft, styles.stickyEdge), style: { left: leadWidth } };
  }
  return column.sticky === 'right'
    ? { className: styles.stickyRight, style: undefined }
    : { className: undefined, style: undefined };
};

const ariaSort = (column: Column): 'ascending' | 'descending' | 'none' | undefined =>
  column.sort ? (column.sort.direction ?? 'none') : undefined;

type Props<R extends Row> = {
  columns: readonly Column<R>[];
  rows: readonly R[];
  selection?: Selection<R>;
  leadWidth: number;
  hasExpand: boolean;
};

/** Head row of a table. */
export function TableHead<R extends Row>({ columns, rows, selection, leadWidth, hasExpand }: Props<R>) {
  const { t } = useTranslation('engine');
  const chosen = rows.filter(({ id }) => selection?.ids.has(id)).length;
  return (
    <thead>
      <tr aria-rowindex={1}>
        {hasExpand && (
          <th className={styles.stickyLeft} style={{ left: 0 }} aria-label={t('list.expandColumn')} />
        )}
        {selection && (
          <th className={styles.stickyLeft} style={{ left: 0 }}>
            <span className={styles.check}>
              <Tick
                label={t('list.selectPage')}
                isOn={rows.length > 0 && chosen === rows.length}
                isMixed={chosen > 0 && chosen < rows.length}
                disabled={rows.length === 0}
                onChange={(isOn) => selection.togglePage(rows, isOn)}
              />
            </span>
          </th>
        )}
        {columns.map((column) => {
          const sticky = stickyProps(column as unknown as Column, leadWidth);
          return (
            <th
              key={column.name}
              scope="col"
              data-column={column.onResize && column.name}
              aria-sort={ariaSort(column as unknown as Column)}
              className={cx(sticky.className, column.align && styles[column.align])}
              style={sticky.style}
            >
              <span className={styles.head}>
                <SortHead title={column.title} sort={column.sort} />
                {column.help && (
                  <Tooltip title={column.help}>
                    <InfoCircleOutlined className="t3" aria-label={column.help} tabIndex={0} />
                  </Tooltip>
                )}
                {column.filter && <HeadFilter title={column.title} filter={column.filter} />}
              </span>
              {column.onResize && <ResizeHandle column={column.name} onResize={column.onResize} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
