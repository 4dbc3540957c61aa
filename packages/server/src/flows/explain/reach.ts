import type { AssetAccount } from '@gatehouse/contract/policy/access.ts';
import { allows, compileAccess } from '@gatehouse/policy/access/compileAccess.ts';
import { type SQL, sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { inForce } from '../../resources/perms/assetpermission/filters.ts';
import {
  allGrants,
  allPermissionGroups,
  allPermissionUsers,
} from '../../resources/perms/assetpermission/relations.ts';
import { allGroupMembers, allUsers } from '../../resources/users/user/relations.ts';
import { accountsOfEach } from '../access/evaluate.ts';
import { permissionsOn } from '../permissions/covered.ts';
import { type Link, linksBetween, type Path } from './links.ts';
import type { AskedAsset } from './question.ts';

/** How a user reaches an asset: as what, and by which permissions in force. */
export type Reach = {
  accounts: string[];
  protocols: string[];
  paths: (Pick<Link, 'id' | 'name'> & Path)[];
  /** When the last of the accounts expires. */
  date_expired: string | null;
};

/** Condition that the user `t` may sign in, and that a permission in force leads from there to the asset. */
export const reaching = ({ id, org_id }: AskedAsset): SQL => {
  const granting = sql`select p.id from ${allGrants} p where p.id in (${permissionsOn(id)})
    and p.org_id = ${org_id} and ${inForce(sql`p`)} and (p.actions & 1) = 1`;
  return sql`(t.is_active and not t.is_service_account and (t.date_expired is null or t.date_expired > now()) and t.id in (
    select pu."user" from ${allPermissionUsers} pu where pu.assetpermission in (${granting})
    union select m."user" from ${allPermissionGroups} pg join ${allGroupMembers} m on m.usergroup = pg.usergroup
      where pg.assetpermission in (${granting})))`;
};

const isInForce = (link: Link, now: Date): boolean =>
  link.is_active && link.date_start <= now && link.date_expired > now;

const reachOf = (links: readonly Link[], accounts: readonly AssetAccount[], username: string): Reach => {
  const access = compileAccess(links, { accounts, username });
  const open = access.accounts.filter(({ actions }) => allows(actions, 'connect'));
  const ends = open.map(({ date_expired }) => date_expired.getTime());
  return {
    accounts: open.map(({ alias }) => alias),
    protocols: access.protocols,
    date_expired: ends.length > 0 ? new Date(Math.max(...ends)).toISOString() : null,
    paths: links.map(({ id, name, is_direct, groups, is_on_asset, nodes }) => ({
      ...{ id, name, is_direct, groups, is_on_asset, nodes },
    })),
  };
};

const usernamesOf = async (users: readonly string[], db: Database): Promise<Map<string, string>> => {
  const rows = await db.rows<{ id: string; username: string }>(
    sql`select u.id::text as id, u.username from ${allUsers} u where u.id = any(${uuids(users)})`,
  );
  return new Map(rows.map(({ id, username }) => [id, username]));
};

/**
 * How each of some users reaches each of some assets, by the evaluator that decides connections; one side is a single
 * row, and the answer is by the other.
 */
export const reachBetween = async (
  { users, assets, by }: { users: readonly string[]; assets: readonly string[]; by: 'user' | 'asset' },
  db: Database,
): Promise<(id: string) => Reach> => {
  const now = new Date();
  const found = await linksBetween(users, assets, db);
  const links = Map.groupBy(
    found.filter((link) => isInForce(link, now)),
    (link) => link[by],
  );
  const usernames = await usernamesOf(users, db);
  const accounts = await accountsOfEach(assets, db);
  return (id) => {
    const [user, asset] = by === 'user' ? [id, assets[0] ?? ''] : [users[0] ?? '', id];
    return reachOf(links.get(id) ?? [], accounts.get(asset) ?? [], usernames.get(user) ?? '');
  };
};
