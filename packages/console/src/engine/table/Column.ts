import type { ReactNode } from 'react';
import type { FilterChoice } from '../fields/FieldUi.ts';
import type { Row } from '../resource/row.ts';

/** One column of a table, with all that is needed to draw it. */
export type Column<R extends Row = Row> = {
  name: string;
  title: string;
  width: number;
  align?: 'right' | 'center';
  /** Stays visible while the table scrolls sideways. */
  sticky?: 'left' | 'right';
  help?: string;
  /** Shows all of its text over several lines. */
  wraps?: boolean;
  /** Called with the widths of all resizable columns after this one was resized. */
  onResize?: (widths: Record<string, number>) => void;
  sort?: { direction: 'ascending' | 'descending' | undefined; onToggle: () => void };
  filter?: {
    choices: FilterChoice[];
    value: string | undefined;
    onChange: (value: string | undefined) => void;
  };
  render: (row: R, index: number) => ReactNode;
};

/** Rows selected across pages. */
export type Selection<R = Row> = {
  ids: ReadonlySet<Row['id']>;
  rows: readonly R[];
  toggle(row: R): void;
  togglePage(rows: readonly R[], on: boolean): void;
  clear(): void;
};

const LATIN = 7.2;
const WIDE = 13;
const PADDING = 26;
const CONTROL = 20;

/** Width that fits a column's whole heading in a font of 12.5 px, with this number of buttons. */
export const headWidth = (title: string, controls: number): number =>
  [...title].reduce((sum, char) => sum + (char.charCodeAt(0) > 0x2e7f ? WIDE : LATIN), PADDING) +
  controls * CONTROL;
