import { removingMethods } from '@gatehouse/contract/assets/automationMethods.ts';
import { GATEWAY_PLATFORM } from '@gatehouse/contract/assets/platforms.ts';
import type { Message } from '@gatehouse/contract/errors.ts';
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { gatheredaccount } from '@gatehouse/contract/resources/accounts/gatheredaccount.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Actor, anonymous, type Context } from '../../engine/context.ts';
import { removeRows } from '../../engine/operations/destroy.ts';
import type { Row } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import { openCheckouts } from '../../resources/accounts/accountcheckout/relations.ts';
import { openSecretChanges } from '../../resources/accounts/changesecretrecord/relations.ts';
import { allFoundAccounts } from '../../resources/accounts/gatheredaccount/relations.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import type { Given } from './statements.ts';
import type { Prepared } from './takeTargets.ts';
import { isOn, nameOf, platformName, reason } from './targets.ts';

const ofAccount = sql`c.asset = a.id and lower(c.username) = lower(g.username)`;
const username = sql`jsonb_build_object('username', g.username)`;

/** Assets under their accounts, with the platform of the asset. */
const used = sql`from ${allAccounts} c join ${allAssets} o on o.id = c.asset join ${allPlatforms} q on q.id = o.platform where c.is_active`;

/**
 * Users with whom machines are managed, or reached as gateways, by address and zone: a machine may be here as several
 * assets, also of other organizations. A gateway is itself reached without its zone.
 */
const inUse = sql`(select o.address, coalesce(o.domain::text, ''), lower(c.username) ${used} and (c.privileged or q.name = ${GATEWAY_PLATFORM})
  union all select o.address, '', lower(c.username) ${used} and q.name = ${GATEWAY_PLATFORM})`;

/** Why the user `g` stays on the asset `a` with the platform `p`; null where nothing is against its removal. */
const whyKept = sql`case when not a.is_active then ${reason('work_inactive')}
    when lower(g.username) in ('root', 'administrator')
      or exists (select 1 from ${allAccounts} c where ${ofAccount} and c.privileged) then ${reason('work_removes_ruler', username)}
    when exists (select 1 from ${allAccounts} c join ${openSecretChanges} o on o.account = c.id where ${ofAccount}) then ${reason('work_removes_changing', username)}
    when exists (select 1 from ${allAccounts} c join ${openCheckouts} o on o.account = c.id where ${ofAccount}) then ${reason('work_removes_held', username)}
    when exists (select 1 from ${allAccounts} c join ${allAccounts} s on s.su_from = c.id where ${ofAccount})
      or (a.address, coalesce(a.domain::text, ''), lower(g.username)) in ${inUse} then ${reason('work_removes_used', username)}
    when not (${isOn('gather_accounts')}) then ${reason('work_method_off', platformName)}
    when not ${JSON.stringify(removingMethods)}::jsonb ? (p.automation->>'gather_accounts_method') then ${reason('work_removes_none', platformName)} end`;

/**
 * One target for each account that was found, with the method that goes with the one that found it, or why it is not
 * removed: what rules over a machine, leads to one, or is being changed there, stays.
 */
export const targetsOfRemovals = ({ org, found }: { org: string; found: readonly string[] }): SQL =>
  sql`(select a.id as asset, null::uuid as account, g.username || ' @ ' || ${nameOf} as name,
      ${JSON.stringify(removingMethods)}::jsonb->>(p.automation->>'gather_accounts_method') as method, ${username} as params, null::int as port,
      ${whyKept} as skipped
    from ${allFoundAccounts} g join ${allAssets} a on a.id = g.asset and a.org_id = ${org}::uuid join ${allPlatforms} p on p.id = a.platform
    where g.org_id = ${org}::uuid and g.id = any(${uuids(found)}))`;

/** Removals as runners take them: what was decided when they were asked for no longer applies. */
export const prepareRemovals = async (
  given: readonly Given[],
  { db }: Pick<Context, 'db'>,
): Promise<Map<string, Prepared>> => {
  const wished = given.map(({ id, asset, params }) => ({ id, asset, username: String(params.username) }));
  const rows = await db.rows<{
    id: string;
    kept: Message | null;
  }>(sql`select g.id::text as id, ${whyKept} as kept
    from jsonb_to_recordset(${JSON.stringify(wished)}::jsonb) as g(id uuid, asset uuid, username text)
      join ${allAssets} a on a.id = g.asset join ${allPlatforms} p on p.id = a.platform`);
  const kept = new Map(rows.map((row) => [row.id, row.kept]));
  return new Map(
    given.flatMap(({ id, params }): [string, Prepared][] => {
      const reason = kept.get(id);
      if (reason === undefined) return [];
      return [[id, reason ? { reason } : { params, account: null }]];
    }),
  );
};

/** A user of a machine who is gone, and for which user of ours. */
export type Removal = { org: string; user: string | null; asset: string; username: string };

const actorOf = async (user: string | null, db: Database): Promise<Actor> => {
  const [found] = await db.rows<Pick<Actor, 'id' | 'name' | 'username'>>(
    sql`select u.id::text as id, u.name, u.username from ${allUsers} u where u.id = ${user}::uuid`,
  );
  return { ...anonymous, name: 'System', ...found };
};

const forget = async (removals: readonly Removal[], ctx: Context): Promise<void> => {
  const places = JSON.stringify(removals.map(({ asset, username }) => ({ asset, username })));
  const gone = sql`(t.asset, t.username) in (select r.asset, r.username from jsonb_to_recordset(${places}::jsonb) as r(asset uuid, username text))`;
  const accounts = await ctx.db.rows<Row<typeof account>>(
    sql`select t.* from ${await visibleRows('accounts.account', ctx)} t where ${gone} order by t.id for update`,
  );
  await removeRows(ctx.engine.resource(account), accounts, ctx);
  const found = await ctx.db.rows<Row<typeof gatheredaccount>>(
    sql`select t.* from ${await visibleRows('accounts.gatheredaccount', ctx)} t where ${gone} order by t.id for update`,
  );
  await removeRows(ctx.engine.resource(gatheredaccount), found, ctx);
};

/**
 * Removes what is here of users who are gone from their machines, in the transaction of the report and in the name of
 * the user who asked: the found account, and the accounts of the asset with its username.
 */
export const takeRemovals = async (removals: readonly Removal[], ctx: Context): Promise<void> => {
  for (const some of Map.groupBy(removals, ({ org, user }) => `${org} ${user}`).values()) {
    const [{ org, user }] = some as [Removal];
    const organization = { id: org, name: ctx.engine.organizationName(org) ?? '', isRoot: false };
    const actor = await actorOf(user, ctx.db);
    await forget(some, { ...ctx, actor, org: organization, remoteAddr: '', memo: new Map() });
  }
};
