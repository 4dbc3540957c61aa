import type { ListMode } from '@gatehouse/contract/console/ListMode.ts';
import type { FieldMeta, ViewMeta } from '@gatehouse/contract/wire/options.ts';
import type { CardPlace, Cell, FilterChoice, Translate } from '../../fields/FieldUi.ts';
import { fieldUiOf } from '../../fields/registry.ts';
import type { FieldIn, Row, RowIn } from '../../resource/row.ts';
import { headWidth } from '../../table/Column.ts';

/** What a page may customize in a column. */
export type ColumnSlot<V = unknown, R = Row> = {
  title?: string;
  width?: number;
  /** By default as usual for the kind of field. */
  align?: 'left' | 'right' | 'center';
  help?: string;
  /** Shows the whole text over several lines, instead of cutting it. */
  showFull?: boolean;
  Cell?: Cell<V, R>;
  card?: CardPlace | 'title';
  /** Removed when false. */
  has?: boolean;
  sortable?: boolean;
  /** False removes the column's filter. */
  filter?: false;
};

/** Columns of a definition's fields, plus those a page adds. */
export type ColumnsIn<D, Own extends string = never> = {
  [F in FieldIn<D, 'list'>]?: ColumnSlot<RowIn<D, 'list'>[F], RowIn<D, 'list'>>;
} & { [O in Own]?: ColumnSlot<undefined, RowIn<D, 'list'>> };

/** A column, resolved from metadata and the page's slots. */
export type ColumnModel = {
  name: string;
  title: string;
  meta: FieldMeta;
  width: number;
  align: 'right' | 'center' | undefined;
  help: string | undefined;
  showFull: boolean;
  isSortable: boolean;
  filterChoices: FilterChoice[] | undefined;
  card: CardPlace | 'title';
  Cell: Cell | undefined;
};

/** Columns of a list: all of them, the default ones, and those always shown. */
export type ColumnPlan = { all: ColumnModel[]; defaults: string[]; mins: string[] };

/** Input for resolving columns. */
export type ColumnInput = {
  metas: Record<string, FieldMeta>;
  view: Pick<ViewMeta, 'label' | 'list'> | undefined;
  slots?: ColumnsIn<Row>;
  mode?: ListMode;
  t: Translate;
};

/** Name of the column of row actions; it is not a field. */
export const ACTIONS = 'actions';

/** Minimum columns of a list that names none; the actions are always shown. */
const DEFAULT_MINS = ['id'];

const bareMeta = (name: string): FieldMeta => ({
  type: 'field',
  required: false,
  read_only: true,
  write_only: false,
  label: name,
});

const alignOf = (side: ColumnSlot['align']) => (side === 'left' ? undefined : side);

const modelOf = (name: string, input: ColumnInput): ColumnModel => {
  const slot = input.slots?.[name] ?? {};
  const meta = input.metas[name] ?? bareMeta(name);
  const ui = fieldUiOf(meta);
  const title = slot.title ?? meta.label ?? name;
  const isLabel = name === (input.view?.label ?? 'name');
  const filterChoices = meta.filter && slot.filter !== false ? ui.filterChoices?.(meta, input.t) : undefined;
  const isSortable = slot.sortable ?? meta.order === true;
  const controls = Number(isSortable) + Number(Boolean(filterChoices)) + Number(Boolean(slot.help));
  return {
    name,
    title,
    meta,
    width: Math.max(slot.width ?? (isLabel ? 190 : ui.column.width), headWidth(title, controls)),
    align: alignOf(slot.align ?? ui.column.align),
    help: slot.help,
    showFull: slot.showFull ?? false,
    isSortable,
    filterChoices,
    card: slot.card ?? (isLabel ? 'title' : ui.column.card),
    Cell: slot.Cell,
  };
};

const inOrder = (names: Iterable<string>, first: readonly string[]): string[] => {
  const known = new Set(names);
  const leading = first.filter((name) => known.has(name));
  return [...leading, ...[...known].filter((name) => !leading.includes(name))];
};

/**
 * Resolves the columns: those of the metadata and of the page, without excluded ones; the default columns
 * come first, in their order.
 */
export const columnPlan = (input: ColumnInput): ColumnPlan => {
  const { metas, view, mode = {} } = input;
  const slots: ColumnsIn<Row> = input.slots ?? {};
  const excluded = new Set([...(view?.list.exclude ?? []), ...(mode.exclude ?? []), 'org_id', ACTIONS]);
  const candidates = [
    ...Object.keys(metas).filter((name) => !metas[name]?.write_only),
    ...Object.keys(slots).filter((name) => metas[name]?.write_only !== false),
  ].filter((name) => !excluded.has(name) && slots[name]?.has !== false);
  const preferred = mode.columns ?? view?.list.default ?? [];
  const names = inOrder(candidates, preferred);
  const defaults = preferred.filter((name) => names.includes(name));
  const mins = (mode.fixed ?? view?.list.min ?? DEFAULT_MINS).filter((name) => names.includes(name));
  return {
    all: names.map((name) => modelOf(name, input)),
    defaults: defaults.length > 0 ? defaults : names,
    mins: mins.length > 0 ? mins : names.slice(0, 1),
  };
};

/** The columns to draw: those the user has chosen, else the defaults; always with the minimum columns. */
export const shownColumns = (plan: ColumnPlan, saved: readonly string[] | undefined): ColumnModel[] => {
  const chosen = new Set([...(saved ?? plan.defaults), ...plan.mins]);
  return plan.all.filter(({ name }) => chosen.has(name));
};
