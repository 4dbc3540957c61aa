import type { DetailLayout } from '@gatehouse/contract/console/ListMode.ts';
import type { ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { CellsIn } from '../fields/FieldUi.ts';
import type { FieldIn, Row, RowIn } from '../resource/row.ts';
import type { QuickAction } from './QuickActions.tsx';
import type { DetailOf } from './useResourceDetail.ts';

/** One tab of a detail page. */
export type DetailTab<D = Row> = TabOf<RowIn<D, 'retrieve'>>;

type TabOf<R> = {
  key: string;
  label: string;
  count?: number;
  /** Address of the list that the tab shows; its number of rows stands beside the label. */
  countUrl?: string;
  hidden?: boolean;
  render(detail: DetailOf<R>): ReactNode;
};

/**
 * What a page may customize in its detail; everything else comes from metadata. `Own` names the facts it adds
 * to the fields.
 */
export type DetailSlots<D = Row, Own extends string = never> = DetailSlotsOf<
  RowIn<D, 'retrieve'>,
  CellsIn<D, Own>,
  FieldIn<D> | Own
>;

type DetailSlotsOf<R, Cells, Name extends string> = {
  title?(row: R): string;
  icon?(row: R): ReactNode;
  status?(row: R): ReactNode;
  sub?(row: R): ReactNode;
  /** The first tab: its key, its label, and content to show instead of the facts. */
  first?: { key: string; label?: string; render?(detail: DetailOf<R>): ReactNode };
  /**
   * Order of the facts, including those that are not fields, and fields to leave out; declared beside the
   * definition.
   */
  layout?: DetailLayout<Name>;
  /** Facts that this row does not have, besides those that the layout leaves out. */
  omit?(row: R): readonly Name[];
  cells?: Cells;
  labels?: { [F in Name]?: string };
  /** Cards below the facts. */
  cards?(detail: DetailOf<R>): ReactNode;
  /** Cards on the right, below the quick actions. */
  side?(detail: DetailOf<R>): ReactNode;
  quickActions?(detail: DetailOf<R>): QuickAction[];
  tabs?(detail: DetailOf<R>): TabOf<R>[];
  hasActivity?: boolean;
  /** Buttons of the page header, based on the usual ones (update, delete). */
  actions?(usual: Action[], detail: DetailOf<R>): Action[];
  /** Milliseconds until the row is reloaded while it is still changing; undefined once it is not. */
  refreshAfter?(row: R): number | undefined;
  /** Query of the update page. */
  updateQuery?(row: R): Record<string, string>;
  /** Route base of the update page when it is not the detail's own. */
  updateBase?(row: R): string;
};
