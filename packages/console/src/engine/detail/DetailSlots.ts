import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { CellsIn } from '../fields/FieldUi.ts';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';
import type { QuickAction } from './QuickActions.tsx';
import type { DetailController } from './useResourceDetail.ts';

/** One tab of a detail page. */
export type DetailTab<D = Row> = {
  key: string;
  label: string;
  count?: number;
  hidden?: boolean;
  render(detail: DetailController<D>): ReactNode;
};

/** What a page may say about the detail of its definition; everything else comes from metadata. */
export type DetailSlots<D = Row> = {
  title?(row: RowIn<D>): string;
  icon?(row: RowIn<D>): ReactNode;
  status?(row: RowIn<D>): ReactNode;
  sub?(row: RowIn<D>): ReactNode;
  /** Key and label of the first tab, and what it shows instead of the facts. */
  first?: { key: string; label?: string; render?(detail: DetailController<D>): ReactNode };
  /** Fields of the facts card: those left out, or the only ones, in order. */
  exclude?: readonly FieldIn<D>[];
  include?: readonly FieldIn<D>[];
  cells?: CellsIn<D>;
  labels?: { [F in FieldIn<D>]?: string };
  /** Cards under the facts. */
  cards?(detail: DetailController<D>): ReactNode;
  /** Cards at the right, under the quick actions. */
  side?(detail: DetailController<D>): ReactNode;
  quickActions?(detail: DetailController<D>): QuickAction[];
  tabs?(detail: DetailController<D>): DetailTab<D>[];
  hasActivity?: boolean;
  /** Buttons of the page head, given the usual ones (update, delete, clone). */
  actions?(usual: Action[], detail: DetailController<D>): Action[];
  /** Milliseconds after which the row is read again, while something about it is still to come. */
  again?(row: RowIn<D>): number | undefined;
  /** Query of the update page. */
  updateQuery?(row: RowIn<D>): Record<string, string>;
  /** Route base of the update page when it is not the detail's own. */
  updateBase?(row: RowIn<D>): string;
};
