import { sql } from 'drizzle-orm';
import { id } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { idArray } from '../fields/related.ts';
import { authorize } from '../permission.ts';
import { scopeOf } from '../query.ts';
import { permissionOf, type Resource } from '../resource.ts';
import { imagesOfDeletion, imagesOfRows, mostImages } from './images.ts';

/** Whether a change of these rows will have an undo, for a caller who may make it. */
export const foreseeUndo = async (
  resource: Resource,
  change: 'delete' | 'change',
  ids: readonly string[],
  ctx: Context,
): Promise<boolean> => {
  authorize(ctx, permissionOf(resource, change));
  if (resource.base.definition.undo !== true || ids.length > mostImages) return false;
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select t.id::text as id from ${id(resource.table)} t where t.id = any(${idArray(resource, ids)}) and ${await scopeOf(resource, ctx)}`,
  );
  const seen = rows.map((row) => row.id);
  const images =
    change === 'delete'
      ? await imagesOfDeletion(resource, seen, mostImages, ctx)
      : await imagesOfRows(resource, seen, ctx, mostImages);
  return images !== undefined;
};
