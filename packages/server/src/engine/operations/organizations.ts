import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { id, uuids } from '../../platform/database.ts';
import { pageLimit } from '../../platform/statements/rowLimit.ts';
import type { Context } from '../context.ts';
import type { ListQuery } from '../query.ts';
import type { Resource, Row } from '../resource.ts';

/**
 * Limits of reading organizations side by side: their number, the rows of each, and the rows of all. For more rows of
 * each, PostgreSQL might sort the table for every organization instead of walking the index.
 */
const mostOrganizations = 200;
const mostOfEach = 500;
const mostRead = 20_000;

/**
 * The organizations that have rows, from the last one down: where an index yields the rows of an organization by time,
 * this finds its newest first, not those that were removed. At most one more than are read side by side.
 */
const storedOrganizations = async (resource: Resource, { db }: Context): Promise<string[]> => {
  const before = (condition: SQL) =>
    sql`(select t.org_id from ${id(resource.table)} t where ${condition} order by t.org_id desc limit 1)`;
  const found = await db.rows<{ id: string }>(
    sql`with recursive o(id, place) as (
      select ${before(sql`true`)}, 1
      union all select ${before(sql`t.org_id < o.id`)}, o.place + 1 from o where o.id is not null and o.place <= ${sql.raw(String(mostOrganizations))})
    select o.id::text as id from o where o.id is not null`,
  );
  return found.map((one) => one.id);
};

/** The organizations of a list that shows several; undefined when there are too many to read the page of each. */
export const organizationsIn = async (
  resource: Resource,
  { offset, limit }: { offset: number; limit: number },
  ctx: Context,
): Promise<string[] | undefined> => {
  if (offset + limit > mostOfEach) return undefined;
  const found = ctx.org.within ?? (await storedOrganizations(resource, ctx));
  const isMuch = found.length > mostOrganizations || found.length * (offset + limit) > mostRead;
  return isMuch ? undefined : [...found];
};

/** A page of the rows of several organizations, in an order in which an index yields the rows of each. */
export const pageOfOrganizations = <D extends ResourceDefinition>(
  resource: Resource<D>,
  query: Pick<ListQuery, 'where' | 'order' | 'offset'> & { columns: SQL; limit: number },
  organizations: readonly string[],
  ctx: Context,
): Promise<Row<D>[]> => {
  const { where, order, columns, limit, offset } = query;
  return ctx.db.rows<Row<D>>(
    sql`select ${columns} from unnest(${uuids(organizations)}) o(id) cross join lateral (
        select t.* from ${id(resource.table)} t where t.org_id = o.id and ${where} order by ${order} ${pageLimit(offset + limit)}) t
      order by ${order} ${pageLimit(limit)} ${offset ? sql`offset ${offset}` : sql``}`,
  );
};
