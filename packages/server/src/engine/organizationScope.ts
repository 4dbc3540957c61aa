import { ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { type SQL, sql } from 'drizzle-orm';
import { allOf, uuids } from '../platform/database.ts';
import type { Context } from './context.ts';

/**
 * Condition that what a column names the organization of is the caller's to see: the organization of the request, or
 * from the global one all of them, but for somebody who is bound to his own (docs/decisions/0022).
 */
export const inOrganization = (column: SQL, { org }: Pick<Context, 'org'>): SQL =>
  allOf([
    org.isRoot ? undefined : sql`${column} = ${org.id}`,
    org.within ? sql`${column} = any(${uuids(org.within)})` : undefined,
  ]);

/** The same request in all organizations: for rows whose own rule says whose they are, wherever they lie. */
export const everywhere = (ctx: Context): Context => ({
  ...ctx,
  org: { id: ROOT_ORG_ID, name: ctx.engine.organizationName(ROOT_ORG_ID) ?? '', isRoot: true },
  memo: new Map(),
});

/** The same request inside an organization that something else than the request names. */
export const insideOrganization = (id: string, ctx: Context): Context => ({
  ...ctx,
  org: { id, name: ctx.engine.organizationName(id) ?? '', isRoot: id === ROOT_ORG_ID },
  memo: new Map(),
});
