import DownOutlined from '@ant-design/icons/DownOutlined';
import RightOutlined from '@ant-design/icons/RightOutlined';
import { memo, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import { Tick } from '../../theme/control/Tick.tsx';
import type { Row } from '../resource/row.ts';
import type { Column, Selection } from './Column.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { stickyProps } from './TableHead.tsx';

type Props<R extends Row> = {
  row: R;
  index: number;
  rowIndex: number;
  columns: readonly Column<R>[];
  columnCount: number;
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined;
  onToggle: Selection<R>['toggle'] | undefined;
  leadWidth: number;
  name: string;
  tone: 'off' | 'bad' | undefined;
  expand: ((row: R) => ReactNode) | undefined;
  isTabStop: boolean;
  onFocus: (id: R['id']) => void;
};

function DrawnRow<R extends Row>(props: Props<R>) {
  const { row, columns, isSelected, name, expand } = props;
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <tr
        tabIndex={props.isTabStop ? 0 : -1}
        onFocus={() => props.onFocus(row.id)}
        aria-rowindex={props.rowIndex}
        aria-selected={isSelected}
        className={cx(props.tone && styles[props.tone])}
      >
        {expand && (
          <td className={cx(styles.stickyLeft, styles.lead)} style={{ left: 0 }}>
            <IconButton
              icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
              tip={t(isOpen ? 'list.collapseRow' : 'list.expandRow', { name })}
              onClick={() => setOpen(!isOpen)}
              size={24}
            />
          </td>
        )}
        {isSelected !== undefined && (
          <td className={cx(styles.stickyLeft, styles.lead)} style={{ left: 0 }}>
            <span className={styles.check}>
              <Tick
                label={t('list.selectRow', { name })}
                isOn={isSelected}
                onChange={() => props.onToggle?.(row)}
              />
            </span>
          </td>
        )}
        {columns.map((column) => {
          const sticky = stickyProps(column as unknown as Column, props.leadWidth);
          return (
            <td
              key={column.name}
              className={cx(
                sticky.className,
                column.align && styles[column.align],
                column.wraps && styles.wraps,
              )}
              style={sticky.style}
            >
              {column.render(row, props.index)}
            </td>
          );
        })}
      </tr>
      {expand && isOpen && (
        <tr className={styles.plain}>
          <td colSpan={props.columnCount}>
            <div className={styles.expand}>{expand(row)}</div>
          </td>
        </tr>
      )}
    </>
  );
}

/** A row, which the keyboard can reach, with its cells and expanded content. Redrawn only when it changes. */
export const TableRow = memo(DrawnRow) as typeof DrawnRow;
