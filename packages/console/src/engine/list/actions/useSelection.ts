import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../resource/row.ts';
import type { Selection } from '../../table/Column.ts';

/** An identifier of what is listed, the rows of the current page, and the initial selection. */
type Input = { listed: string; page: readonly Row[]; initial?: readonly Row[] };

/** Rows selected across pages, in their latest versions; cleared when `listed` changes. */
export const useSelection = ({ listed, page, initial = [] }: Input): Selection => {
  const [chosen, setChosen] = useState<{ listed: string; rows: ReadonlyMap<Row['id'], Row> }>(() => ({
    listed,
    rows: new Map(initial.map((row) => [row.id, row])),
  }));
  const rows = chosen.listed === listed ? chosen.rows : undefined;
  const change = useCallback(
    (edit: (map: Map<Row['id'], Row>) => void) =>
      setChosen((now) => {
        const map = new Map(now.listed === listed ? now.rows : undefined);
        edit(map);
        return { listed, rows: map };
      }),
    [listed],
  );
  // The same function after every selection, so that the table redraws only the row that was clicked.
  const toggle = useCallback(
    (row: Row) => change((map) => void (map.delete(row.id) || map.set(row.id, row))),
    [change],
  );
  return useMemo(
    () => ({
      ids: new Set(rows?.keys()),
      rows: [...(rows?.values() ?? [])].map((row) => page.find(({ id }) => id === row.id) ?? row),
      toggle,
      togglePage: (some, on) =>
        change((map) => {
          for (const row of some) on ? map.set(row.id, row) : map.delete(row.id);
        }),
      clear: () => change((map) => map.clear()),
    }),
    [rows, page, change, toggle],
  );
};
