import { type SQL, sql } from 'drizzle-orm';
import { id } from '../platform/database.ts';
import type { Context } from './context.ts';
import { referable } from './fields/related.ts';

/**
 * Rows of a resource, by its key, that the caller may see: a relation with all columns, for use after `from`.
 */
export const visibleRows = async (key: string, ctx: Context): Promise<SQL> => {
  const resource = ctx.engine.resource(key);
  return sql`(select t.* from ${id(resource.table)} t where ${await referable(resource, ctx)})`;
};
