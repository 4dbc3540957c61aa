import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { explainAccess } from '@gatehouse/contract/calls/explain.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid } from '../../platform/database.ts';

/** A user who is asked about. */
export type AskedUser = {
  id: string;
  name: string;
  username: string;
  is_active: boolean;
  /** At the time that is asked about. */
  is_expired: boolean;
  date_expired: string | null;
};

/** An asset that is asked about. */
export type AskedAsset = {
  id: string;
  name: string;
  address: string;
  org_id: string;
  is_active: boolean;
  category: string;
  protocols: { name: string }[];
};

/** A connection that is asked about. */
export type Question = {
  user: AskedUser;
  asset: AskedAsset;
  /** Name, id or alias. */
  account: string;
  protocol: string;
  /** What the user types for `@INPUT`. */
  typed: string;
  method: string;
  address: string;
  now: Date;
  /** Asked about the present, so that what holds only now counts. */
  isNow: boolean;
  command: string;
};

/** The user with an id, if the caller sees one. */
export const askedUser = async (id: string, now: Date, ctx: Context): Promise<AskedUser> => {
  const [found] = isUuid(id)
    ? await ctx.db.rows<AskedUser>(
        sql`select t.id::text as id, t.name, t.username, t.is_active, t.date_expired,
          (t.date_expired is not null and t.date_expired <= ${now.toISOString()}::timestamptz) as is_expired
          from ${await visibleRows('users.user', ctx)} t where t.id = ${id} and not t.is_service_account`,
      )
    : [];
  if (!found) throw fieldError('user', 'does_not_exist', { pk: id.slice(0, 64) });
  return found;
};

/** The asset with an id, if the caller sees one. */
export const askedAsset = async (id: string, ctx: Context): Promise<AskedAsset> => {
  const [found] = isUuid(id)
    ? await ctx.db.rows<AskedAsset>(
        sql`select t.id::text as id, t.name, t.address, t.org_id::text as org_id, t.is_active, t.category, t.protocols
          from ${await visibleRows('assets.asset', ctx)} t where t.id = ${id}`,
      )
    : [];
  if (!found) throw fieldError('asset', 'does_not_exist', { pk: id.slice(0, 64) });
  return found;
};

/** The question of a request, about a user and an asset that the caller sees. */
export const questionOf = async (body: BodyOf<typeof explainAccess>, ctx: Context): Promise<Question> => {
  const now = body.date ? new Date(body.date) : new Date();
  return {
    user: await askedUser(body.user, now, ctx),
    asset: await askedAsset(body.asset, ctx),
    account: body.account,
    protocol: body.protocol,
    typed: body.input_username ?? '',
    method: body.connect_method ?? '',
    address: body.address ?? '',
    now,
    isNow: body.date === undefined,
    command: body.command?.trim() ?? '',
  };
};
