import { type SQL, sql } from 'drizzle-orm';
import { type Database, isUuid } from '../../platform/database.ts';
import {
  type Aged,
  each,
  moments,
  oldestOfEach,
  type Removed,
  removeOld,
  type Span,
} from '../../platform/statements/aged.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';

/** The user of a connection token that is still valid. */
export const ownerOfToken = (
  id: string,
): SQL => sql`(select k."user" as id from authentication_connectiontoken k
  where k.id = ${id} and k.is_active and k.date_expired > now())`;

/** The asset of a connection token that is still valid: for a signed-in caller only of the caller's own token, otherwise of any. */
export const assetOfToken = (
  id: string,
  caller: string,
): SQL => sql`(select k.asset from authentication_connectiontoken k
  where k.id = ${id} and k.is_active and k.date_expired > now() and (${caller} = '' or k."user"::text = ${caller}))`;

/** The protocol a connection token was made for. */
export const protocolOfToken = async (token: string, db: Database): Promise<string | undefined> => {
  if (!isUuid(token)) return undefined;
  const [row] = await db.rows<{ protocol: string }>(
    sql`select protocol from authentication_connectiontoken where id = ${token}`,
  );
  return row?.protocol;
};

/** Connection tokens, by when they expire. */
const expired: Aged = {
  table: sql`authentication_connectiontoken`,
  time: sql`t.date_expired`,
  order: sql`t.date_expired nulls first`,
  ...each,
  ...moments,
};

/** Removes a batch of connection tokens that expired long ago. */
export const removeTokensBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(expired, oldestOfEach(expired, span), span, db);

/** Notes that a component redeemed a token, and uses the token up if it opens one connection only. */
export const noteRedeemed = async (
  token: string,
  { component, isUsedUp }: { component: string; isUsedUp: boolean },
  db: Database,
): Promise<void> => {
  await db.rows(sql`update authentication_connectiontoken set
    redeemed = coalesce(redeemed, '{}') || jsonb_build_object(${component}::text, coalesce((redeemed ->> ${component}::text)::int, 0) + 1)
    where id = ${token}`);
  if (isUsedUp)
    await db.rows(
      sql`update authentication_connectiontoken set date_expired = clock_timestamp(), input_secret = null where id = ${token}`,
    );
};

/**
 * Whether a component redeemed a token of this user and asset for which it has reported no session yet: each
 * redemption stands behind one session.
 */
export const takeRedemption = async (
  { component, user, asset }: { component: string; user: string; asset: string },
  db: Database,
): Promise<boolean> => {
  if (!isUuid(user) || !isUuid(asset)) return false;
  const taken = await db.rows(sql`update authentication_connectiontoken set
    redeemed = redeemed || jsonb_build_object(${component}::text, (redeemed ->> ${component}::text)::int - 1)
    where id = (select k.id from authentication_connectiontoken k join ${allAssets} a on a.id = k.asset
      where k.org_id = a.org_id and k.asset = ${asset} and k."user" = ${user} and (k.redeemed ->> ${component}::text)::int > 0
      order by k.date_expired limit 1 for update of k) returning 1`);
  return taken.length > 0;
};

/** Whether a component ever redeemed a token of an asset, or of an asset that it reaches through this one. */
export const hasRedeemedFor = async (
  { component, asset }: { component: string; asset: string },
  db: Database,
): Promise<boolean> => {
  const found = await db.rows(sql`select 1 from ${allAssets} a
    join authentication_connectiontoken k on k.asset = a.id and k.org_id = a.org_id
    where k.redeemed ? ${component}::text and (a.id = ${asset} or a.domain = (select g.domain from ${allAssets} g
      join ${allPlatforms} p on p.id = g.platform and p.name = 'Gateway' where g.id = ${asset})) limit 1`);
  return found.length > 0;
};

/**
 * Starts the lifetime of the tokens that waited for a ticket; each knows its own in seconds, and none outlives an
 * approval that holds until some time.
 */
export const activateTokensOf = async (ticket: string, until: Date | null, db: Database): Promise<void> => {
  await db.rows(sql`update authentication_connectiontoken set is_active = true,
      date_expired = least(clock_timestamp() + make_interval(secs => (permission ->> 'seconds')::int), ${until?.toISOString() ?? 'infinity'}::timestamptz)
    where from_ticket = ${ticket} and not is_active and date_expired > clock_timestamp()`);
};

/** Whether a token of a ticket can still open a connection. */
export const hasOpenToken = async (ticket: string, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from authentication_connectiontoken
      where from_ticket = ${ticket} and is_active and date_expired > clock_timestamp() limit 1`)
  ).length > 0;

/** Ends the tokens of a ticket: none opens a connection any more. */
export const endTokensOf = async (ticket: string, db: Database): Promise<void> => {
  await db.rows(sql`update authentication_connectiontoken set date_expired = clock_timestamp(), input_secret = null
    where from_ticket = ${ticket} and date_expired > clock_timestamp()`);
};
