import type { platformActions } from '@gatehouse/contract/actions/assets.ts';
import type { BodyOf } from '@gatehouse/contract/call/callTypes.ts';
import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { idArray } from '../../engine/fields/related.ts';
import { presentRows, readableFields } from '../../engine/present.ts';
import type { Row } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { uuids } from '../../platform/database.ts';
import { naturally } from '../../platform/naturalOrder.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';

/** Platforms of the named assets, of assets on or below the named nodes, and the named platforms. */
export const coveringPlatforms = async (
  named: BodyOf<typeof platformActions.shapes.filterNodesAssets>,
  ctx: Context,
): Promise<RowOf<typeof platformDefinition>[]> => {
  const platform = ctx.engine.resource(platformDefinition);
  const { node_ids = [], asset_ids = [], platform_ids = [] } = named;
  const rows = await ctx.db.rows<
    Row<typeof platformDefinition>
  >(sql`select p.* from ${await visibleRows('assets.platform', ctx)} p where
      p.id = any(${idArray(platform, platform_ids)})
      or p.id in (select t.platform from ${await visibleRows('assets.asset', ctx)} t where t.id = any(${uuids(asset_ids)})
        or t.id in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
          join ${allNodes} top on n.path <@ top.path where top.id = any(${uuids(node_ids)})))
    order by p.internal desc, ${naturally(sql`p.name`)}`);
  return presentRows(platform, rows, readableFields(platform, 'retrieve', {}, ctx), ctx);
};
