import { AppError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import { refuseForbidden } from '../abilities.ts';
import type { Context } from '../context.ts';
import { forgetLabels } from '../fields/labels/labels.ts';
import { idArray } from '../fields/related.ts';
import { authorize } from '../permission.ts';
import { readQuery, scopeOf } from '../query.ts';
import { permissionOf, type Resource, type Row } from '../resource.ts';
import { diffOf, recordChanges, snapshotLinks } from './audit.ts';
import { countRows } from './count.ts';
import { refuseStale } from './etag.ts';
import { findRow, selectRows } from './read.ts';
import { guardDatabase } from './store.ts';

/**
 * Deletes rows already loaded: applies the resource's rules, removes the rows' labels and logs the deletion.
 */
export const removeRows = async (resource: Resource, rows: Row[], ctx: Context): Promise<void> => {
  if (rows.length === 0) return;
  await refuseForbidden(resource, 'destroy', rows, ctx);
  await resource.behaviour.beforeDelete?.(rows, ctx);
  const links = resource.definition.audited === false ? undefined : await snapshotLinks(resource, rows, ctx);
  const ids = rows.map((row) => String(row.id));
  await ctx.undo?.deleting(resource, ids, ctx);
  await forgetLabels(resource.base.key, ids, ctx);
  await guardDatabase(
    resource,
    ctx.db.rows(sql`delete from ${id(resource.table)} t where t.id = any(${idArray(resource, ids)})`),
  );
  await resource.behaviour.afterDelete?.(rows, ctx);
  const changes = rows.map((row) => ({
    row,
    diff: links
      ? diffOf(
          resource,
          {
            before: row,
            after: undefined,
            linksBefore: links.get(String(row.id)),
            linksAfter: undefined,
            names: Object.keys(resource.fields),
          },
          ctx,
        )
      : {},
  }));
  await recordChanges(resource, 'delete', changes, ctx);
};

/** Deletes one row; with `ifMatch` only if it is unchanged. */
export const destroy = async (
  resource: Resource,
  rowId: string,
  ctx: Context,
  options: { ifMatch?: string } = {},
): Promise<void> => {
  authorize(ctx, permissionOf(resource, 'delete'));
  await resource.behaviour.prepare?.('destroy', ctx);
  const row = await findRow(resource, rowId, ctx, { lock: true });
  await refuseStale(resource, row, options.ifMatch, ctx);
  await removeRows(resource, [row], ctx);
};

type ParsedQuery = Awaited<ReturnType<typeof readQuery>>;

/**
 * Whether a query may delete what it matches; where the resource has a rule of its own, that one decides, by
 * throwing.
 */
const mayDelete = async (resource: Resource, parsed: ParsedQuery, ctx: Context): Promise<boolean> => {
  const own = resource.behaviour.beforeDeleteMany;
  if (own) {
    await own({ narrowed: parsed.narrowed, ...(await amounts(resource, parsed.where, ctx)) }, ctx);
    return true;
  }
  if (parsed.byIds) return true;
  if (!resource.orgScoped || !parsed.narrowed) return false;
  const { matched, all } = await amounts(resource, parsed.where, ctx);
  return matched === 1 || matched < all;
};

/**
 * Deletes what a query matches. Unless the resource has a rule of its own, the query must name ids or a
 * selection, or (for rows of an organization) narrow the list to one row or to fewer than all: an empty
 * filter must never empty a table.
 */
export const destroyMany = async (
  resource: Resource,
  query: URLSearchParams,
  ctx: Context,
): Promise<void> => {
  authorize(ctx, permissionOf(resource, 'delete'));
  const parsed = await readQuery(resource, query, ctx);
  if (!(await mayDelete(resource, parsed, ctx))) throw new AppError('bulk_delete_refused');
  await resource.behaviour.prepare?.('destroy', ctx);
  await removeRows(
    resource,
    await selectRows(resource, { ...parsed, limit: undefined, offset: 0 }, ctx),
    ctx,
  );
};

const amounts = async (resource: Resource, where: ParsedQuery['where'], ctx: Context) => ({
  matched: await countRows(resource, where, ctx),
  all: await countRows(resource, await scopeOf(resource, ctx), ctx),
});
