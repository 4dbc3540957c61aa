import type { gatheredaccount } from '@gatehouse/contract/resources/accounts/gatheredaccount.ts';
import { type SQL, sql } from 'drizzle-orm';
import { booleanOf } from '../../../engine/fields/boolean/boolean.ts';
import { Refused } from '../../../engine/fields/kind.ts';
import { inOrganization } from '../../../engine/organizationScope.ts';
import type { Behaviour, Filter } from '../../../engine/resource.ts';
import { pathOf } from '../../../engine/tree/store.ts';
import { containing, isUuid, uuids } from '../../../platform/database.ts';
import { naturally } from '../../../platform/naturalOrder.ts';
import { allAssetNodes, allAssets } from '../../assets/asset/relations.ts';
import { allNodes } from '../../assets/node/relations.ts';
import { allAccounts } from '../account/relations.ts';

const flag = (value: string): boolean => {
  const expected = booleanOf(value);
  if (expected === undefined) throw new Refused([{ key: 'invalid_boolean' }]);
  return expected;
};

/** What was found on the assets at or below a node, named by id or key; an unknown node does not limit the list. */
const belowNode: Filter = async (value, ctx) => {
  const [node] = await ctx.db.rows<{ key: string }>(
    sql`select key from ${allNodes} n where ${isUuid(value) ? sql`id = ${value}` : sql`key = ${value}`} and ${inOrganization(sql`org_id`, ctx)}`,
  );
  return node
    ? sql`t.asset in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node where n.path <@ ${pathOf(node.key)})`
    : undefined;
};

const ofAsset = (condition: SQL): SQL =>
  sql`t.asset in (select a.id from ${allAssets} a where a.org_id = t.org_id and ${condition})`;

/** Accounts that were found on machines (reference 04 §6). */
export const gatheredAccountBehaviour = (): Behaviour<typeof gatheredaccount> => ({
  filters: {
    asset_id: (value) => {
      if (!isUuid(value)) throw new Refused([{ key: 'invalid_uuid' }]);
      return sql`t.asset = ${value}::uuid`;
    },
    asset_name: (value) => ofAsset(sql`a.name ilike ${containing(value)}`),
    node_id: belowNode,
    has_account: (value) =>
      sql`exists (select 1 from ${allAccounts} c where c.asset = t.asset and c.username = t.username) = ${flag(value)}`,
  },
  orders: {
    asset: sql`(select ${naturally(sql`a.name`)} from ${allAssets} a where a.id = t.asset)`,
  },
  computed: {
    has_account: async (rows, ctx) => {
      const known = await ctx.db.rows<{ place: string }>(
        sql`select c.asset::text || ' ' || c.username as place from ${allAccounts} c
          where c.asset = any(${uuids(rows.map(({ asset }) => String(asset)))})
            and (c.asset, c.username) in (select f.asset, f.username from jsonb_to_recordset(${JSON.stringify(rows.map(({ asset, username }) => ({ asset, username })))}::jsonb) as f(asset uuid, username text))`,
      );
      const places = new Set(known.map(({ place }) => place));
      return rows.map(({ asset, username }) => places.has(`${asset} ${username}`));
    },
  },
});
