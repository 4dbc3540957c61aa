import { useTranslation } from 'react-i18next';
import { type Action, splitActions } from '../action/Action.ts';
import { RowActions } from '../action/RowActions.tsx';
import type { Row } from '../resource/row.ts';
import type { Column } from '../table/Column.ts';
import { headWidth } from '../table/Column.ts';
import { DataTable } from '../table/DataTable.tsx';
import { cellOf } from './cellOf.tsx';
import { ACTIONS, type ColumnModel } from './columns.ts';
import { listStateOf } from './ListStates.tsx';
import { directionOf } from './listQuery.ts';
import type { ListController } from './useListController.ts';

const ACTIONS_WIDTH = 118;
const MENU = 24;
const GAP = 8;

/** Width that shows the open actions of every row; a button cut in half cannot be read. */
const actionsWidth = (rows: readonly Row[], rowActions: (row: Row) => Action[]): number =>
  rows.reduce((widest, row) => {
    const { inline, menu } = splitActions(rowActions(row));
    const words = headWidth(inline.map(({ title }) => title).join(''), 0);
    return Math.max(widest, words + GAP * inline.length + (menu.length > 0 ? MENU : 0));
  }, ACTIONS_WIDTH);

type Props = {
  list: ListController;
  rowActions: ((row: Row) => Action[]) | undefined;
  create: readonly Action[];
  detailPath: (row: Row) => string | undefined;
};

const columnOf = (model: ColumnModel, index: number, { list, detailPath }: Props): Column => ({
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
  render: (row) => cellOf(model, row, list, detailPath),
});

/** The rows of a list as a table. */
export function ListTable(props: Props) {
  const { list, rowActions } = props;
  const { t } = useTranslation('engine');
  const title = t('list.actions');
  const columns: Column[] = list.shown.map((model, index) => columnOf(model, index, props));
  if (rowActions) {
    columns.push({
      name: ACTIONS,
      title,
      width: Math.max(actionsWidth(list.rows, rowActions), headWidth(title, 0)),
      align: 'right',
      sticky: 'right',
      render: (row) => <RowActions actions={rowActions(row)} name={list.nameOfRow(row)} />,
    });
  }
  return (
    <DataTable
      label={list.resource.titles || t('list.table')}
      columns={columns}
      rows={list.rows}
      rowName={list.nameOfRow}
      selection={list.slots.hasSelection === false ? undefined : list.selection}
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
