import type { Category } from '@gatehouse/contract/assets/categories.ts';
import type { asset } from '@gatehouse/contract/resources/assets/asset.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Computed, Row, Values } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { allNodes } from '../node/relations.ts';
import { platformsOf } from './platformOf.ts';

/** Default where the platform sets nothing. */
const unsaid = { ansible_enabled: false };

/**
 * What the platform allows and automates; it has no settings for removing accounts, so that is always off.
 */
const autoConfig = async (rows: Row<typeof asset>[], ctx: Context): Promise<Values[]> => {
  const platforms = await platformsOf(
    rows.map((row) => row.platform),
    ctx,
  );
  return rows.map((row) => {
    const platform = platforms.get(row.platform);
    if (!platform) return {};
    return {
      su_enabled: platform.su_enabled,
      domain_enabled: platform.domain_enabled,
      ...unsaid,
      ...platform.automation,
      id: Number(platform.id),
      platform: Number(platform.id),
      remove_account_enabled: false,
      remove_account_method: null,
      remove_account_params: {},
    };
  });
};

const webInfo = (row: Row<typeof asset>): Values => {
  if (row.autofill === 'basic')
    return {
      autofill: row.autofill,
      username_selector: row.username_selector,
      password_selector: row.password_selector,
      submit_selector: row.submit_selector,
      script: row.script ?? [],
    };
  return row.autofill === 'script'
    ? { autofill: row.autofill, script: row.script }
    : { autofill: row.autofill };
};

const specOf: Partial<Record<Category, (row: Row<typeof asset>) => Values>> = {
  database: (row) => ({
    db_name: row.db_name ?? '',
    use_ssl: row.use_ssl ?? false,
    allow_invalid_cert: row.allow_invalid_cert ?? false,
  }),
  web: webInfo,
  gpt: (row) => ({ proxy: row.proxy ?? '' }),
};

const nodesDisplay = async (rows: Row<typeof asset>[], ctx: Context): Promise<string[][]> => {
  const paths = await ctx.db.rows<{
    asset: string;
    path: string;
  }>(sql`select l.asset::text as asset, n.full_value as path
    from assets_asset_nodes l join ${allNodes} n on n.id = l.node
    where l.asset = any(${uuids(rows.map((row) => row.id))}) order by n.full_value`);
  const byAsset = Map.groupBy(paths, (path) => path.asset);
  return rows.map((row) => (byAsset.get(row.id) ?? []).map(({ path }) => path));
};

/** Computed fields of assets of every category. */
export const assetComputed: Computed<typeof asset> = {
  auto_config: autoConfig,
  spec_info: (rows) => rows.map((row) => specOf[row.category]?.(row) ?? {}),
  nodes_display: nodesDisplay,
};
