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
  hidden?: boolean;
  render(detail: DetailOf<R>): ReactNode;
};

/**
 * What a page may say about the detail of its definition; everything else comes from metadata. `Own` names the facts it
 * adds to those of the fields.
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
  /** Key and label of the first tab, and what it shows instead of the facts. */
  first?: { key: string; label?: string; render?(detail: DetailOf<R>): ReactNode };
  /** Order of the facts and fields that are none, declared beside the definition. */
  layout?: DetailLayout<Name>;
  cells?: Cells;
  labels?: { [F in Name]?: string };
  /** Cards under the facts. */
  cards?(detail: DetailOf<R>): ReactNode;
  /** Cards at the right, under the quick actions. */
  side?(detail: DetailOf<R>): ReactNode;
  quickActions?(detail: DetailOf<R>): QuickAction[];
  tabs?(detail: DetailOf<R>): TabOf<R>[];
  hasActivity?: boolean;
  /** Buttons of the page head, given the usual ones (update, delete, clone). */
  actions?(usual: Action[], detail: DetailOf<R>): Action[];
  /** Milliseconds after which the row is read again, while something about it is still to come. */
  again?(row: R): number | undefined;
  /** Query of the update page. */
  updateQuery?(row: R): Record<string, string>;
  /** Route base of the update page when it is not the detail's own. */
  updateBase?(row: R): string;
};
