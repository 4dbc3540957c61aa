import { useTranslation } from 'react-i18next';
import { type Action, splitActions } from '../../action/Action.ts';
import { RowActions } from '../../action/RowActions.tsx';
import type { Row } from '../../resource/row.ts';
import type { Column } from '../../table/Column.ts';
import { headWidth, textWidth } from '../../table/Column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import type { ListController } from '../ListSlots.ts';
import { directionOf } from '../listQuery.ts';
import { hasTool } from '../listTools.ts';
import { cellOf } from './cellOf.tsx';
import { ACTIONS, type ColumnModel } from './columns.ts';
import { listStateOf } from './ListStates.tsx';
import { useTreeRows } from './useTreeRows.tsx';

const ACTIONS_WIDTH = 96;
/** An icon, or the button of the menu. */
const SQUARE = 24;
const GAP = 10;

/** Width that fits the actions of every row, because a clipped button cannot be read. */
const actionsWidth = (rows: readonly Row[], rowActions: (row: Row) => Action[]): number =>
  rows.reduce((widest, row) => {
    const { inline, menu } = splitActions(rowActions(row));
    const words = inline.filter(({ isIcon }) => !isIcon).map(({ title }) => title);
    const squares = inline.length - words.length + (menu.length > 0 ? 1 : 0);
    const gaps = Math.max(0, words.length + squares - 1);
    return Math.max(widest, textWidth(words.join('')) + SQUARE * squares + GAP * gaps);
  }, ACTIONS_WIDTH);

type Props = {
  list: ListController;
  rowActions: ((row: Row) => Action[]) | undefined;
  create: readonly Action[];
  detailPath: (row: Row) => string | undefined;
};

/** Placeholder columns until the metadata has loaded. */
const COMING: Column[] = [190, 150, 150, 150, 150].map((width, at) => ({
  name: `coming${at}`,
  title: '',
  width,
  render: () => null,
}));

type Drawn = Props & { lead: ReturnType<typeof useTreeRows>['lead'] };

const columnOf = (model: ColumnModel, index: number, { list, detailPath, lead }: Drawn): Column => ({
  name: model.name,
  title: model.title,
  width: list.widths[model.name] ?? model.width,
  onResize: list.setWidths,
  align: model.align,
  help: model.help,
  wraps: model.showFull,
  sticky: index === 0 ? 'left' : undefined,
  sort: model.isSortable
    ? { direction: directionOf(list.query, model.name), onToggle: () => list.toggleOrder(model.name) }
    : undefined,
  filter: model.filterChoices
    ? {
        choices: model.filterChoices,
        value: list.query[model.name],
        onChange: (value) => list.setFilter(model.name, value),
      }
    : undefined,
  render: (row) => {
    const cell = cellOf(model, row, list, detailPath);
    return index === 0 ? lead(row, cell) : cell;
  },
});

const columnsOf = (props: Drawn, title: string): Column[] => {
  const { list, rowActions } = props;
  const columns = list.shown.map((model, index) => columnOf(model, index, props));
  if (!rowActions) return columns;
  const actions: Column = {
    name: ACTIONS,
    title,
    width: Math.max(actionsWidth(list.rows, rowActions), headWidth(title, 0)),
    align: 'right',
    sticky: 'right',
    render: (row) => <RowActions actions={rowActions(row)} name={list.nameOfRow(row)} />,
  };
  return [...columns, actions];
};

/** The rows of a list as a table. */
export function ListTable(props: Props) {
  const { list } = props;
  const { t } = useTranslation('engine');
  const { rows, lead } = useTreeRows(list.rows, list.nameOfRow);
  return (
    <DataTable
      label={list.resource.titles || t('list.table')}
      columns={list.resource.isPending ? COMING : columnsOf({ ...props, lead }, t('list.actions'))}
      rows={rows}
      rowName={list.nameOfRow}
      selection={hasTool(list.slots, 'selection') ? list.selection : undefined}
      offset={(list.page - 1) * list.pageSize}
      total={list.total}
      loading={list.error ? undefined : list.loading}
      state={listStateOf(list, props.create)}
      rowTone={list.slots.rowTone}
      expand={list.slots.expand}
      compact={list.density === 'compact'}
    />
  );
}
