import type { ReactNode } from 'react';
import type { Row } from '../resource/row.ts';
import type { Column, Selection } from './Column.ts';
import styles from './DataTable.module.css';
import { TableRow } from './TableRow.tsx';
import type { RowWindow } from './useRowWindow.ts';

type Props<R extends Row> = {
  rows: readonly R[];
  /** Which rows to draw. */
  shown: RowWindow;
  columns: readonly Column<R>[];
  columnCount: number;
  leadWidth: number;
  /** Number of rows before this page. */
  offset: number;
  selection: Selection<R> | undefined;
  rowName: (row: R) => string;
  rowTone: ((row: R) => 'off' | 'bad' | undefined) | undefined;
  expand: ((row: R) => ReactNode) | undefined;
  focused: R['id'] | undefined;
  onFocus: (id: R['id']) => void;
};

/** Stands for the rows out of sight. */
const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr className={styles.gap}>
      <td colSpan={columns} style={{ height }} aria-hidden="true" />
    </tr>
  );

/** The visible rows, with space for the others. Tab reaches one of them. */
export function TableRows<R extends Row>(props: Props<R>) {
  const { rows, shown, columnCount, selection, focused } = props;
  const inSight = rows.slice(shown.from, shown.to);
  const tabStop = rows.some(({ id }) => id === focused) ? focused : inSight[0]?.id;
  return (
    <>
      <Gap height={shown.above} columns={columnCount} />
      {inSight.map((row, index) => (
        <TableRow
          key={row.id}
          row={row}
          index={shown.from + index}
          rowIndex={props.offset + shown.from + index + 2}
          columns={props.columns}
          columnCount={columnCount}
          isSelected={selection?.ids.has(row.id)}
          onToggle={selection?.toggle}
          leadWidth={props.leadWidth}
          name={props.rowName(row)}
          tone={props.rowTone?.(row)}
          expand={props.expand}
          isTabStop={row.id === tabStop}
          onFocus={props.onFocus}
        />
      ))}
      <Gap height={shown.below} columns={columnCount} />
    </>
  );
}
