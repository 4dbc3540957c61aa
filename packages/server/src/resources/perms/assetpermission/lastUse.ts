import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { allAssetNodes } from '../../assets/asset/relations.ts';
import { allNodes } from '../../assets/node/relations.ts';
import { allSessions } from '../../terminal/session/relations.ts';
import { allGroupMembers } from '../../users/user/relations.ts';

/** Username of the account of a session, which names it as `name(username)`. */
export const accountOf = (account: SQL): SQL =>
  sql`coalesce(substring(${account} from '\\(([^()]*)\\)$'), ${account})`;

/**
 * Whether accounts of a permission include a username. Virtual accounts stand for any, so that a doubt counts as
 * use.
 */
export const includesAccount = (accounts: SQL, username: SQL): SQL =>
  sql`(${accounts} ?| array['@ALL', '@USER', '@INPUT', '@ANON'] or ${accounts} ? ${username})`;

/**
 * Notes for each permission of an organization the latest session of one of its users on one of its assets as one
 * of its accounts; returns how many got a later one. Groups and nodes are matched as such instead of member by
 * member and asset by asset. A use whose session is deleted meanwhile stays noted.
 */
export const noteLastUse = async (org: string, db: Database): Promise<number> => {
  const changed = await db.rows(sql`with permission as (
      select p.id, p.accounts, greatest(p.date_created, p.date_start) as since from perms_assetpermission p where p.org_id = ${org}::uuid),
    grantee as materialized (
      select j.assetpermission, j."user" as who from perms_assetpermission_users j join permission p on p.id = j.assetpermission
      union all select j.assetpermission, j.usergroup from perms_assetpermission_user_groups j join permission p on p.id = j.assetpermission),
    place as materialized (
      select j.assetpermission, j.asset as spot from perms_assetpermission_assets j join permission p on p.id = j.assetpermission
      union all select j.assetpermission, j.node from perms_assetpermission_nodes j join permission p on p.id = j.assetpermission),
    used as materialized (
      select s.user_id, s.asset_id, ${accountOf(sql`s.account`)} as username, max(s.date_start) as at
      from ${allSessions} s where s.org_id = ${org}::uuid group by 1, 2, 3),
    named as (select distinct g.who from grantee g),
    stands as (
      select n.who::text as user_id, n.who from named n
      union all select m."user"::text, m.usergroup from ${allGroupMembers} m join named n on n.who = m.usergroup),
    by_who as materialized (
      select s.who, u.asset_id, u.username, max(u.at) as at from used u join stands s on s.user_id = u.user_id group by 1, 2, 3),
    spot as (select distinct c.spot from place c),
    lies as (
      select c.spot::text as asset_id, c.spot from spot c
      union select l.asset::text, c.spot from spot c join ${allNodes} top on top.id = c.spot
        join ${allNodes} n on n.path <@ top.path join ${allAssetNodes} l on l.node = n.id where n.org_id = ${org}::uuid),
    by_spot as materialized (
      select w.who, l.spot, w.username, max(w.at) as at from by_who w join lies l on l.asset_id = w.asset_id group by 1, 2, 3),
    found as (
      select p.id, max(b.at) as at from grantee g join place c on c.assetpermission = g.assetpermission
      join by_spot b on b.who = g.who and b.spot = c.spot join permission p on p.id = g.assetpermission
      where b.at >= p.since and ${includesAccount(sql`p.accounts`, sql`b.username`)} group by 1)
    update perms_assetpermission p set date_last_used = f.at from found f
    where p.id = f.id and (p.date_last_used is null or p.date_last_used < f.at) returning 1`);
  return changed.length;
};
