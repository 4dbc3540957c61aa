import { DownOutlined, RightOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../theme/control/IconButton.tsx';
import type { Row } from '../../resource/row.ts';

const STEP = 24;

/** Rows that the server sent below a row. */
const childrenOf = (row: Row): readonly Row[] =>
  Array.isArray(row.children) ? (row.children as readonly Row[]) : [];

type TreeRows = {
  /** The rows to draw: those of the list and, below each expanded one, its children. */
  rows: readonly Row[];
  /** Draws the first cell of a row at its level, with a button that expands or collapses it. */
  lead: (row: Row, cell: ReactNode) => ReactNode;
};

/** Expands and collapses rows that the server sends with `children`; other lists stay as they are. */
export const useTreeRows = (tops: readonly Row[], nameOf: (row: Row) => string): TreeRows => {
  const { t } = useTranslation('engine');
  const [open, setOpen] = useState<ReadonlySet<Row['id']>>(new Set());
  if (!tops.some((row) => childrenOf(row).length > 0)) return { rows: tops, lead: (_, cell) => cell };

  const levels = new Map<Row['id'], number>();
  const drawn: Row[] = [];
  const add = (row: Row, level: number) => {
    levels.set(row.id, level);
    drawn.push(row);
    if (open.has(row.id)) for (const child of childrenOf(row)) add(child, level + 1);
  };
  for (const row of tops) add(row, 0);

  const lead = (row: Row, cell: ReactNode) => {
    const isOpen = open.has(row.id);
    const toggle = () =>
      setOpen(new Set(isOpen ? [...open].filter((id) => id !== row.id) : [...open, row.id]));
    return (
      <span className="row" style={{ paddingInlineStart: (levels.get(row.id) ?? 0) * STEP }}>
        {childrenOf(row).length > 0 ? (
          <IconButton
            icon={isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            tip={t(isOpen ? 'list.collapseRow' : 'list.expandRow', { name: nameOf(row) })}
            aria-expanded={isOpen}
            onClick={toggle}
            size={STEP}
          />
        ) : (
          <span style={{ width: STEP }} />
        )}
        {cell}
      </span>
    );
  };
  return { rows: drawn, lead };
};
