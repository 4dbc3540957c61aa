import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { type SQL, sql } from 'drizzle-orm';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { Refused } from '../../../engine/fields/kind.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Filter, Filters } from '../../../engine/resource.ts';
import { pathOf } from '../../../engine/tree/store.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { allAssetNodes, allAssets } from '../../assets/asset/relations.ts';
import { allNodes } from '../../assets/node/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';

const ofAsset = (value: string): SQL => {
  const ids = value.split(',').map((part) => part.trim());
  if (!ids.every(isUuid)) throw new Refused([{ key: 'invalid_uuid' }]);
  return sql`t.asset = any(${uuids(ids)})`;
};

const assetsWhere = (condition: SQL): SQL =>
  sql`t.asset in (select a.id from ${allAssets} a where ${condition})`;

const ofPlatform = (condition: SQL): SQL =>
  assetsWhere(sql`a.platform in (select p.id from ${allPlatforms} p where ${condition})`);

/**
 * Accounts of the assets at or below a node, which is named by id or key; an unknown node does not limit the
 * list.
 */
const belowNode: Filter = async (value, ctx) => {
  const node = (
    await ctx.db.rows<{ key: string }>(
      sql`select key from ${allNodes} n where ${isUuid(value) ? sql`id = ${value}` : sql`key = ${value}`} and ${inOrganization(sql`org_id`, ctx)}`,
    )
  )[0];
  return node
    ? sql`t.asset in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.path <@ ${pathOf(node.key)})`
    : undefined;
};

const flag = (value: string): boolean => {
  const expected = booleanOf(value);
  if (expected === undefined) throw new Refused([{ key: 'invalid_boolean' }]);
  return expected;
};

const atAddress = (value: string) => assetsWhere(sql`a.address = ${value}`);

/** Query parameters of account lists (reference 04 §1.1). */
export const accountFilters: Filters<typeof account> = {
  asset: ofAsset,
  assets: ofAsset,
  asset_id: ofAsset,
  name: (value) => sql`t.name = ${value}`,
  hostname: (value) => sql`t.name = ${value}`,
  address: atAddress,
  ip: atAddress,
  nodes: belowNode,
  node_id: belowNode,
  platform: (value) => {
    if (!/^\d{1,15}$/.test(value)) throw new Refused([{ key: 'invalid_integer' }]);
    return assetsWhere(sql`a.platform = ${value}`);
  },
  category: (value) => ofPlatform(sql`p.category = ${value}`),
  type: (value) => ofPlatform(sql`p.type = ${value}`),
  version: (value) => {
    if (!/^\d{1,9}$/.test(value)) throw new Refused([{ key: 'invalid_integer' }]);
    return sql`t.version = ${value}`;
  },
  privileged: (value) => sql`t.privileged = ${flag(value)}`,
  is_active: (value) => sql`t.is_active = ${flag(value)}`,
  has_secret: (value) => sql`(coalesce(t.secret, '') <> '') = ${flag(value)}`,
};
