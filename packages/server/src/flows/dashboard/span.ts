import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { uuids } from '../../platform/database.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';

/** Maximum number of days in one answer. */
const mostDays = 366;

/** Days a dashboard looks back; clients of the reference send the number with blanks around it. */
export const daysOf = (query: URLSearchParams): number => {
  const days = Number((query.get('days') ?? '').trim());
  return Number.isInteger(days) && days > 0 ? Math.min(days, mostDays) : 1;
};

/** Midnight today in the reader's time zone. */
export const midnight = (ctx: Context): SQL =>
  sql`(date_trunc('day', now() at time zone ${ctx.zone}) at time zone ${ctx.zone})`;

/** Start of the range: midnight for one day, otherwise this many days before now. */
export const since = (days: number, ctx: Context): SQL =>
  days === 1 ? midnight(ctx) : sql`(now() - make_interval(days => ${days}))`;

/** Midnight on this week's Monday. */
export const monday = (ctx: Context): SQL =>
  sql`(date_trunc('week', now() at time zone ${ctx.zone}) at time zone ${ctx.zone})`;

/**
 * Condition that limits rows, aliased `t`, to the organization of the request; in the root organization, to
 * those the caller may see.
 */
export const here = ({ org }: Context): SQL => {
  if (!org.isRoot) return sql`t.org_id = ${org.id}`;
  return org.within ? sql`t.org_id = any(${uuids(org.within)})` : sql`true`;
};

/**
 * Counted users, never components: members of the organization; in the root organization all users, or, if
 * the caller is limited to some organizations, the members of those.
 */
export const peopleHere = ({ org }: Context): SQL => {
  const orgs = org.isRoot ? org.within : [org.id];
  const members = orgs
    ? sql`t.id in (select b."user" from ${allRoleBindings} b where b.org = any(${uuids(orgs)}))`
    : sql`true`;
  return sql`not t.is_service_account and ${members}`;
};
