import type { Context, OperationRecord } from '../context.ts';
import { kindOf } from '../fields/registry.ts';
import { fieldLabel } from '../labels.ts';
import { presentRows } from '../present.ts';
import { nameOf, type Resource, type Row, type Values } from '../resource.ts';

/** Wire values, by row id, of the audited fields that are looked up, such as relations and labels. */
export type Snapshot = Map<string, Values>;

const auditable = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(
      ([, field]) => !field.noDiff && !field.hidden && !field.virtual && kindOf(field).load !== undefined,
    )
    .map(([name]) => name);

/**
 * Relations, labels and other looked-up values of rows as they are now, so that the diff of a change can name
 * them. Read-only fields are left out.
 */
export const snapshotLinks = async (resource: Resource, rows: Row[], ctx: Context): Promise<Snapshot> => {
  const names = auditable(resource).filter((name) => resource.fields[name]?.readOnly !== true);
  const wire = await presentRows(resource, rows, names, ctx);
  return new Map(rows.map((row, index) => [String(row.id), wire[index] ?? {}]));
};

const textOf = (
  resource: Resource,
  name: string,
  row: Values,
  links: Values | undefined,
  ctx: Context,
): string => {
  const field = resource.fields[name];
  if (!field) return '';
  const kind = kindOf(field);
  const use = { name, field, resource, ctx };
  const wire = kind.load ? links?.[name] : kind.present ? kind.present(row[name], use) : row[name];
  if (wire === null || wire === undefined)
    return row[name] && !kind.load ? (kind.diff?.(row[name], use) ?? '') : '';
  return (kind.diff ?? kind.toCell)?.(wire, use) ?? String(wire);
};

/**
 * Diff of a written row: label of each changed field to its texts before and after. Secrets show as `******`.
 */
export const diffOf = (
  resource: Resource,
  change: {
    before: Row | undefined;
    after: Row | undefined;
    linksBefore: Values | undefined;
    linksAfter: Values | undefined;
    names: string[];
  },
  ctx: Context,
): OperationRecord['diff'] => {
  const diff: OperationRecord['diff'] = {};
  for (const name of change.names) {
    const field = resource.fields[name];
    if (!field || field.noDiff || field.hidden || field.virtual) continue;
    const before = change.before ? textOf(resource, name, change.before, change.linksBefore, ctx) : '';
    const after = change.after ? textOf(resource, name, change.after, change.linksAfter, ctx) : '';
    if (before !== after || (before === '******' && change.before?.[name] !== change.after?.[name]))
      diff[fieldLabel({ name, resource, ctx })] = [before, after];
  }
  return diff;
};

/** Writes one operate-log row per changed row of an audited resource, in the same transaction. */
export const recordChanges = async (
  resource: Resource,
  action: 'create' | 'update' | 'delete',
  changes: { row: Row; diff: OperationRecord['diff'] }[],
  ctx: Context,
): Promise<void> => {
  if (resource.definition.audited === false) return;
  const entries = changes.filter(({ diff }) => action !== 'update' || Object.keys(diff).length > 0);
  if (!entries.length) return;
  const rows = entries.map(({ row }) => row);
  const names = await resource.behaviour.logNames?.(rows, ctx);
  await ctx.engine.record(
    entries.map(({ row, diff }, at) => ({
      action,
      resource: resource.base,
      row,
      diff,
      display: names?.[at] || nameOf(resource, row),
    })),
    ctx,
  );
};
