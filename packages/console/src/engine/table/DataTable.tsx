import { type ReactNode, useDeferredValue, useState } from 'react';
import type { Row } from '../resource/row.ts';
import type { Column, Selection } from './Column.ts';
import { cx } from './cx.ts';
import styles from './DataTable.module.css';
import { SkeletonBody } from './SkeletonBody.tsx';
import { TableHead } from './TableHead.tsx';
import { TableRows } from './TableRows.tsx';
import { useRowKeys } from './useRowKeys.ts';
import { useRowWindow } from './useRowWindow.ts';

const SELECT_WIDTH = 40;
/** A table's spare width goes to the columns of values, not to the actions. */
const isFixed = (column: { sticky?: 'left' | 'right' | undefined }) => column.sticky === 'right';

type Props<R extends Row> = {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  rowName: (row: R) => string;
  selection?: Selection<R>;
  /** Number of rows before this page, for row indexes. */
  offset?: number;
  total?: number;
  /** `skeleton` during the first load, `busy` while the previous rows stay until new ones arrive. */
  loading?: 'skeleton' | 'busy';
  /** Shown in the body instead of rows. */
  state?: ReactNode;
  rowTone?: (row: R) => 'off' | 'bad' | undefined;
  expand?: (row: R) => ReactNode;
  compact?: boolean;
};

const sameNames = (a: readonly { name: string }[], b: readonly { name: string }[]): boolean =>
  a.length === b.length && a.every(({ name }, index) => name === b[index]?.name);

/** Whether parts of the table are hidden at its left or right edge; a shadow then marks that edge. */
const useEdges = () => {
  const [edges, setEdges] = useState({ scrolled: false, overflowing: false });
  const measureEdges = (element: HTMLElement) => {
    const next = {
      scrolled: element.scrollLeft > 0,
      overflowing: element.scrollLeft + element.clientWidth < element.scrollWidth - 1,
    };
    if (next.scrolled !== edges.scrolled || next.overflowing !== edges.overflowing) setEdges(next);
  };
  return { edges, measureEdges };
};

/** Widths of the columns: fixed for selection, expansion and actions; the others share the rest. */
function Widths<R extends Row>({ leads, columns }: { leads: number; columns: readonly Column<R>[] }) {
  const dataWidth = columns.reduce((sum, column) => sum + (isFixed(column) ? 0 : column.width), 0);
  return (
    <colgroup>
      {leads > 0 && <col span={leads} style={{ width: SELECT_WIDTH }} />}
      {columns.map((column) => (
        <col
          key={column.name}
          style={{ width: isFixed(column) ? column.width : `${(column.width / dataWidth) * 100}%` }}
        />
      ))}
    </colgroup>
  );
}

/** A native table with a sticky heading, sticky outer columns, selection and keyboard navigation. */
export function DataTable<R extends Row>(props: Props<R>) {
  const { selection } = props;
  // The effect of a click is drawn at once; the many cells of a wide table follow when the browser has time.
  const drawn = useDeferredValue(props);
  const { columns, rows, loading, state, expand, offset = 0, total = rows.length } = drawn;
  const { edges, measureEdges } = useEdges();
  const [focused, setFocused] = useState<R['id']>();
  const handleKeys = useRowKeys();
  const leads = (selection ? 1 : 0) + (expand ? 1 : 0);
  const leadWidth = leads * SELECT_WIDTH;
  const width = columns.reduce((sum, column) => sum + column.width, leadWidth);
  const columnCount = columns.length + leads;
  const kept = rows.findIndex(({ id }) => id === focused);
  const { look, shown } = useRowWindow(rows.length, kept, !expand);
  const measure = (element: HTMLElement | null) => {
    if (!element) return;
    look(element);
    measureEdges(element);
  };
  return (
    <section
      className={cx(
        styles.scroll,
        edges.scrolled && styles.scrolled,
        edges.overflowing && styles.overflowing,
      )}
      ref={measure}
      onScroll={(event) => measure(event.currentTarget)}
      aria-label={props.label}
    >
      {loading === 'busy' && <div className={styles.bar} aria-hidden="true" />}
      <table
        className={cx(styles.table, props.compact && styles.compact)}
        aria-label={props.label}
        aria-rowcount={total + 1}
        aria-busy={loading !== undefined}
        style={{ minWidth: width }}
      >
        <Widths leads={leads} columns={columns} />
        <TableHead
          // Headings are not deferred, so that a second click on one builds on the first, unless the columns
          // themselves change.
          columns={sameNames(props.columns, columns) ? props.columns : columns}
          rows={rows}
          selection={selection}
          leadWidth={leadWidth}
          hasExpand={Boolean(expand)}
        />
        {loading === 'skeleton' ? (
          <SkeletonBody columns={columnCount} />
        ) : (
          <tbody className={cx(loading === 'busy' && styles.busy)} onKeyDown={handleKeys}>
            {state ? (
              <tr className={styles.plain}>
                <td colSpan={columnCount}>
                  <div className={styles.state}>{state}</div>
                </td>
              </tr>
            ) : (
              <TableRows
                {...{ rows, shown, columns, columnCount, leadWidth, offset, selection, expand, focused }}
                rowName={drawn.rowName}
                rowTone={drawn.rowTone}
                onFocus={setFocused}
              />
            )}
          </tbody>
        )}
      </table>
    </section>
  );
}
