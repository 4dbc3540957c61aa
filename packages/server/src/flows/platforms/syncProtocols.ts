import { AppError } from '@gatehouse/contract/errors.ts';
import { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { updateMany } from '../../engine/operations/write.ts';
import type { Row } from '../../engine/resource.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { platformOf } from '../../resources/assets/asset/platformOf.ts';
import { withPlatformProtocols } from '../../resources/assets/asset/protocolRules.ts';

/** Maximum number of assets changed per batch. */
const batch = 1000;

/** Adds a platform's protocols to each of its assets that lacks them; removes nothing. */
export const syncProtocols = async (platformId: string, ctx: Context): Promise<void> => {
  const platform = /^\d{1,15}$/.test(platformId) ? await platformOf(platformId, ctx) : undefined;
  if (!platform) throw new AppError('object_does_not_exist');
  const resource = ctx.engine.resource(asset);
  const assets = await ctx.db.rows<Row<typeof asset>>(
    sql`select t.* from ${await visibleRows('assets.asset', ctx)} t where t.platform = ${platform.id} order by t.id`,
  );
  const changes = assets.flatMap((row) => {
    const protocols = withPlatformProtocols(row.protocols, platform, row.address);
    return protocols.length > row.protocols.length ? [{ id: row.id, protocols }] : [];
  });
  for (let start = 0; start < changes.length; start += batch)
    await updateMany(resource, changes.slice(start, start + batch), 'patch', ctx);
};
