import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import { type SQL, sql } from 'drizzle-orm';
import { id, list } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { hasColumn } from '../fields/registry.ts';
import { type Resource, tableFields } from '../resource.ts';

const known = new WeakMap<Resource, SQL>();

/**
 * Columns of alias `t` that lists read. Those shown only for a single row are left out, because they are
 * often the largest part of a row, such as all turns of a conversation.
 */
export const listColumns = (resource: Resource, purpose: ReadPurpose, ctx: Context): SQL => {
  if (purpose !== 'list') return sql`t.*`;
  const columns = known.get(resource) ?? columnsOf(resource, ctx);
  known.set(resource, columns);
  return columns;
};

const columnsOf = (resource: Resource, ctx: Context): SQL => {
  const stored = Object.entries(tableFields(resource.base, ctx.engine.resources.values())).filter(
    ([, field]) => hasColumn(field),
  );
  const read = stored.filter(([name]) => resource.fields[name]?.on !== 'retrieve');
  if (read.length === stored.length) return sql`t.*`;
  const names = ['id', ...(resource.orgScoped ? ['org_id'] : []), ...read.map(([name]) => name)];
  return list([...new Set(names)].map((name) => sql`t.${id(name)}`));
};
