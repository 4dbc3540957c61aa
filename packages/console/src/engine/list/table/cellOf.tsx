import { NameCell } from '../../cells/NameCell.tsx';
import { fieldUiOf } from '../../fields/registry.ts';
import { nameOf, type Row } from '../../resource/row.ts';
import type { ListController } from '../ListSlots.ts';
import type { ColumnModel } from './columns.ts';

/** Draws a value of a row with the page's own cell, else as a name in the naming column, else by its kind. */
export const cellOf = (
  column: ColumnModel,
  row: Row,
  list: ListController,
  detailPath: (row: Row) => string | undefined,
) => {
  const Own = column.Cell;
  if (Own) return <Own value={row[column.name]} row={row} name={column.name} meta={column.meta} />;
  if (column.name === list.resource.label) {
    const { onOpen, icon } = list.slots;
    return (
      <NameCell
        text={nameOf(row, column.name)}
        to={onOpen ? undefined : detailPath(row)}
        icon={icon?.(row)}
        onOpen={onOpen && (() => onOpen(row))}
      />
    );
  }
  const { Cell } = fieldUiOf(column.meta);
  return <Cell value={row[column.name]} row={row} name={column.name} meta={column.meta} />;
};
