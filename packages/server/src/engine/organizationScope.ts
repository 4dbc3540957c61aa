import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, uuids } from '../platform/database.ts';
import type { Context } from './context.ts';

/**
 * Condition that the organization in a column is the request's; in the root organization any, or those a
 * limited caller may see (docs/decisions/0022).
 */
export const inOrganization = (column: SQL, { org }: Pick<Context, 'org'>): SQL =>
  allOf([
    org.isRoot ? undefined : sql`${column} = ${org.id}`,
    org.within ? sql`${column} = any(${uuids(org.within)})` : undefined,
  ]);

/** The same request in all organizations: for rows whose own rule decides who may see them. */
export const everywhere = (ctx: Context): Context => ({
  ...ctx,
  org: { id: ROOT_ORG_ID, name: ctx.engine.organizationName(ROOT_ORG_ID) ?? '', isRoot: true },
  memo: new Map(),
});

/** The same request inside an organization that the request does not name. */
export const insideOrganization = (id: string, ctx: Context): Context => ({
  ...ctx,
  org: { id, name: ctx.engine.organizationName(id) ?? '', isRoot: id === ROOT_ORG_ID },
  memo: new Map(),
});
