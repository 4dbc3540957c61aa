import type { ComponentType, ReactNode } from 'react';
import type { Action } from '../action/Action.ts';
import type { CellProps } from '../fields/FieldUi.ts';
import type { Row } from '../resource/row.ts';
import type { QuickAction } from './QuickActions.tsx';
import type { DetailController } from './useResourceDetail.ts';

/** One tab of a detail page. */
export type DetailTab = {
  key: string;
  label: string;
  count?: number;
  hidden?: boolean;
  render: (detail: DetailController) => ReactNode;
};

/** What a page may say about its detail; everything else comes from metadata. */
export type DetailSlots = {
  title?: (row: Row) => string;
  icon?: (row: Row) => ReactNode;
  status?: (row: Row) => ReactNode;
  sub?: (row: Row) => ReactNode;
  /** Key and label of the first tab, and what it shows instead of the facts. */
  first?: { key: string; label?: string; render?: (detail: DetailController) => ReactNode };
  /** Fields of the facts card: those left out, or the only ones, in order. */
  exclude?: readonly string[];
  include?: readonly string[];
  cells?: Record<string, ComponentType<CellProps>>;
  labels?: Record<string, string>;
  /** Cards under the facts. */
  cards?: (detail: DetailController) => ReactNode;
  /** Cards at the right, under the quick actions. */
  side?: (detail: DetailController) => ReactNode;
  quickActions?: (detail: DetailController) => QuickAction[];
  tabs?: (detail: DetailController) => DetailTab[];
  hasActivity?: boolean;
  /** Buttons of the page head, given the usual ones (update, delete, clone). */
  actions?: (usual: Action[], detail: DetailController) => Action[];
  /** Milliseconds after which the row is read again, while something about it is still to come. */
  again?: (row: Row) => number | undefined;
  /** Query of the update page. */
  updateQuery?: (row: Row) => Record<string, string>;
  /** Route base of the update page when it is not the detail's own. */
  updateBase?: (row: Row) => string;
};
