import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../resource/row.ts';
import type { Selection } from '../table/Column.ts';

/** Rows chosen across pages; choosing starts anew when `listed` changes, which names what is listed. */
export const useSelection = (listed: string, initial: readonly Row[] = []): Selection => {
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
  // The same from choice to choice, so that a table draws the pressed row anew and no other.
  const toggle = useCallback(
    (row: Row) => change((map) => void (map.delete(row.id) || map.set(row.id, row))),
    [change],
  );
  return useMemo(
    () => ({
      ids: new Set(rows?.keys()),
      rows: [...(rows?.values() ?? [])],
      toggle,
      togglePage: (page, on) =>
        change((map) => {
          for (const row of page) on ? map.set(row.id, row) : map.delete(row.id);
        }),
      clear: () => change((map) => map.clear()),
    }),
    [rows, change, toggle],
  );
};
