import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { NewRow } from '../../engine/resource.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import type { Licence } from './licence.ts';

/** Name of the lock under which new assets are counted. */
const lock = 'gatehouse_asset_limit';

/**
 * Refuses the new assets beyond the licence's limit, with a message for each. With a limit, transactions
 * count one after another, so that two of them cannot take the same free places.
 */
export const createAssetLimit =
  (licence: Licence) =>
  async (rows: NewRow<typeof asset>[], ctx: Context): Promise<void> => {
    const most = licence.isValid() ? licence.facts()?.asset_count : undefined;
    const fresh = rows.filter((row) => !row.errors && !row.instead);
    if (!most || fresh.length === 0) return;
    await ctx.db.rows(sql`select pg_advisory_xact_lock(hashtext(${lock}))`);
    const [found] = await ctx.db.rows<{ count: number }>(
      sql`select count(*)::int as count from ${allAssets} a`,
    );
    const room = Math.max(0, most - (found?.count ?? 0));
    for (const row of fresh.slice(room))
      row.errors = { non_field_errors: [{ key: 'licence_asset_limit', params: { most } }] };
  };
