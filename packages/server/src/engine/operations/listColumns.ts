import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import { type SQL, sql } from 'drizzle-orm';
import { id, list } from '../../platform/database.ts';
import type { Context } from '../context.ts';
import { hasColumn } from '../fields/registry.ts';
import { type Resource, tableFields } from '../resource.ts';

const known = new WeakMap<Resource, SQL>();

const columnsNamed = (resource: Resource, names: Iterable<string>): SQL => {
  const all = new Set(['id', ...(resource.orgScoped ? ['org_id'] : []), ...names]);
  return list([...all].map((name) => sql`t.${id(name)}`));
};

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
  return columnsNamed(
    resource,
    read.map(([name]) => name),
  );
};

/**
 * Columns of alias `t` that are needed to show these fields; undefined when the resource makes one of them
 * from others.
 */
export const columnsFor = (resource: Resource, names: readonly string[]): SQL | undefined => {
  if (names.some((name) => resource.behaviour.computed?.[name])) return undefined;
  return columnsNamed(
    resource,
    names.filter((name) => {
      const field = resource.fields[name];
      return field !== undefined && hasColumn(field);
    }),
  );
};
