import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import { platform as platformDefinition } from '@gatehouse/contract/resources/assets/platform.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { idArray, idOf } from '../../engine/fields/related.ts';
import { presentRows, readableFields } from '../../engine/present.ts';
import type { Row, Values } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { uuids } from '../../platform/database.ts';
import { allAssetNodes } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';

const idsIn = (body: unknown, name: string): string[] => {
  const list = (body as Values | null)?.[name];
  return Array.isArray(list) ? list.flatMap((value) => idOf(value) ?? []) : [];
};

/** Platforms of the named assets, of assets below the named nodes, and the named platforms. */
export const coveringPlatforms = async (
  body: unknown,
  ctx: Context,
): Promise<RowOf<typeof platformDefinition>[]> => {
  const platform = ctx.engine.resource(platformDefinition);
  const nodeIds = uuids(idsIn(body, 'node_ids'));
  const rows = await ctx.db.rows<
    Row<typeof platformDefinition>
  >(sql`select p.* from ${await visibleRows('assets.platform', ctx)} p where
      p.id = any(${idArray(platform, idsIn(body, 'platform_ids'))})
      or p.id in (select t.platform from ${await visibleRows('assets.asset', ctx)} t where t.id = any(${uuids(idsIn(body, 'asset_ids'))})
        or t.id in (select l.asset from ${allAssetNodes} l join ${allNodes} n on n.id = l.node
          join ${allNodes} top on n.path <@ top.path where top.id = any(${nodeIds})))
    order by p.internal desc, p.name`);
  return presentRows(platform, rows, readableFields(platform, 'retrieve', {}, ctx), ctx);
};
