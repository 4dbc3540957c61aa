import { AppError } from '@gatehouse/contract/errors.ts';
import type { AssetFacts, UserFacts } from '@gatehouse/contract/policy/selector.ts';
import { sql } from 'drizzle-orm';
import { allLabelBindings } from '../../engine/fields/labels/relations.ts';
import { type Database, uuids } from '../../platform/database.ts';
import { allAssetNodes, allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allGroupMembers, allUsers } from '../../resources/users/user/relations.ts';

type UserColumns = {
  id: string;
  name: string;
  username: string;
  email: string;
  comment: string | null;
  is_active: boolean;
  is_first_login: boolean;
  system_roles: string[];
  org_roles: string[];
  groups: string[];
};
type AssetColumns = {
  id: string;
  org: string;
  name: string;
  address: string;
  comment: string | null;
  platform: number;
  category: string;
  type: string;
  protocols: string[];
  nodes: string[];
  labels: string[];
};

/**
 * Users as rules see them, by id. Organization roles are those held in `org`, or in any organization where a rule
 * belongs to none.
 */
export const factsOfUsers = async (
  ids: readonly string[],
  org: string | undefined,
  db: Database,
): Promise<Map<string, UserFacts>> => {
  const roles = (scope: 'system' | 'org') =>
    sql`array(select distinct b.role::text from ${allRoleBindings} b where b."user" = u.id and b.scope = ${scope}
      ${scope === 'org' && org ? sql`and b.org = ${org}` : sql``} order by 1)`;
  const rows = await db.rows<UserColumns>(
    sql`select u.id::text as id, u.name, u.username, u.email, u.comment, u.is_active, u.is_first_login,
      ${roles('system')} as system_roles, ${roles('org')} as org_roles,
      array(select m.usergroup::text from ${allGroupMembers} m where m."user" = u.id order by 1) as groups
      from ${allUsers} u where u.id = any(${uuids(ids)})`,
  );
  return new Map(
    rows.map(({ id, ...attributes }) => [id, { id, version: JSON.stringify(attributes), attributes }]),
  );
};

/** A user as rules see one (see `factsOfUsers`); undefined when there is none. */
export const userFacts = async (
  userId: string,
  org: string | undefined,
  db: Database,
): Promise<UserFacts | undefined> => (await factsOfUsers([userId], org, db)).get(userId.toLowerCase());

type PlacedAsset = AssetFacts & { org: string };

/** Assets as rules see them, by id, with the organizations they belong to. */
export const factsOfAssets = async (
  ids: readonly string[],
  db: Database,
): Promise<Map<string, PlacedAsset>> => {
  const rows = await db.rows<AssetColumns>(
    sql`select a.id::text as id, a.org_id::text as org, a.name, a.address, a.comment, a.platform::int as platform, a.category, a.type,
      array(select p.value ->> 'name' from jsonb_array_elements(a.protocols) p) as protocols,
      array(select n.key from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where l.asset = a.id order by 1) as nodes,
      array(select b.label::text from ${allLabelBindings} b where b.res_type = 'assets.asset' and b.res_id = a.id::text order by 1) as labels
      from ${allAssets} a where a.id = any(${uuids(ids)})`,
  );
  return new Map(
    rows.map(({ id, org, ...attributes }) => [
      id,
      { id, org, version: JSON.stringify(attributes), attributes },
    ]),
  );
};

/** An asset as rules see one (see `factsOfAssets`); undefined when there is none. */
export const assetFacts = async (assetId: string, db: Database): Promise<PlacedAsset | undefined> =>
  (await factsOfAssets([assetId], db)).get(assetId.toLowerCase());

/**
 * What rules ask about, undefined while there are none. Throws where it is not found: rules that cannot be asked never
 * count as rules that let pass.
 */
export const neededFacts = async <Facts>(
  { rules }: { rules: readonly unknown[] },
  read: () => Promise<Facts | undefined>,
): Promise<Facts | undefined> => {
  if (rules.length === 0) return undefined;
  const facts = await read();
  if (!facts) throw new AppError('object_does_not_exist');
  return facts;
};
