import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { Context } from '../context.ts';
import { jsonIn } from '../fields/cellText.ts';
import { kindOf } from '../fields/registry.ts';
import { fieldLabel } from '../labels.ts';
import { writableFields } from '../operations/parse.ts';
import { readableFields } from '../present.ts';
import type { Resource, Values } from '../resource.ts';

/** One column of a file: its title and the field behind it. */
export type Column = { name: string; title: string; field: FieldSpec | undefined };

const titleOf = (name: string, field: FieldSpec | undefined, resource: Resource, ctx: Context): string =>
  `${field?.required && !field.readOnly && field.default === undefined ? '*' : ''}${fieldLabel({ name, resource, ctx })}`;

const columns = (names: readonly string[], resource: Resource, ctx: Context): Column[] =>
  names.map((name) => ({
    name,
    field: resource.fields[name],
    title: titleOf(name, resource.fields[name], resource, ctx),
  }));

/** Columns of an export: every readable field except the organization's id and those kept out of exports. */
export const exportColumns = (resource: Resource, ctx: Context): Column[] =>
  columns(
    readableFields(resource, 'retrieve', {}, ctx).filter(
      (name) => name !== 'org_id' && !resource.fields[name]?.noExport,
    ),
    resource,
    ctx,
  );

/** Columns of an import template; updates have the id first, even where ids are numbers. */
export const templateColumns = (resource: Resource, action: 'create' | 'update', ctx: Context): Column[] => {
  const names = writableFields(resource, action === 'create' ? 'create' : 'patch', ctx).map(([name]) => name);
  return columns(action === 'create' ? names : ['id', ...names], resource, ctx);
};

/**
 * East Asian spreadsheets also run formulas with full-width characters. Already quoted text gets another
 * quote, so that it survives a round trip.
 */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const harmless = /^-$|^[+-]?\d+([.,]\d+)?$/;

/** Keeps a spreadsheet from running a cell as a formula; numbers and the empty mark `-` stay as they are. */
export const neutralized = (cell: string): string =>
  formula.test(cell) && !harmless.test(cell) ? `'${cell}` : cell;

/** Undoes `neutralized` when a file comes back. */
export const restored = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/** Text of a value in a file: `-` for nothing, otherwise the kind's own form. */
export const cellOf = (column: Column, wire: unknown, resource: Resource, ctx: Context): string => {
  if (wire === null || wire === undefined || wire === '') return '-';
  if (!column.field) return neutralized(String(wire));
  const kind = kindOf(column.field);
  const text = kind.toCell?.(wire, { name: column.name, field: column.field, resource, ctx });
  return neutralized(text ?? (typeof wire === 'object' ? JSON.stringify(wire) : String(wire)));
};

/**
 * An empty cell empties the field where nothing is a value of it. What cannot be read back is left as it is,
 * and anything else takes its default.
 */
const emptyOf = (field: FieldSpec): unknown => {
  if (field.nullable || 'to' in field || (field.writeOnly && !field.required)) return null;
  return kindOf(field).emptyCell?.(field);
};

/** Value of an import cell, in a form the write operations accept. */
export const importValue = (column: Column, cell: string, resource: Resource, ctx: Context): unknown => {
  const text = restored(cell.trim());
  const { field, name } = column;
  if (!field) return text;
  if (text === '-' || text === '') return emptyOf(field);
  const own = kindOf(field).fromCell?.(text, { name, field, resource, ctx });
  if (own !== undefined) return own;
  return jsonIn(text);
};

/** A row as the cells of a file. */
export const cellsOf = (cols: Column[], row: Values, resource: Resource, ctx: Context): string[] =>
  cols.map((column) => cellOf(column, row[column.name], resource, ctx));
