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

const LATIN = 7;
const CAPITAL = 9;
const WIDE = 13;
const HEAD_SIZE = 12.5;
const PADDING = 26;
const CONTROL = 22;

const letterWidth = (char: string): number =>
  char.charCodeAt(0) > 0x2e7f ? WIDE : char >= 'A' && char <= 'Z' ? CAPITAL : LATIN;

/** Width of a text in a cell with its padding, in a font of 13 px or of the given size. */
export const textWidth = (text: string, size = 13): number =>
  [...text].reduce((sum, char) => sum + letterWidth(char), 0) * (size / HEAD_SIZE) + PADDING;

/** Width that fits a column's whole heading, with this number of buttons. */
export const headWidth = (title: string, controls: number): number =>
  textWidth(title, HEAD_SIZE) + controls * CONTROL;
