import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { inOrganization } from '../../engine/organizationScope.ts';

/** What the type tree counts. */
export type Counted = 'asset' | 'account';
/** Counts per platform. */
export type PlatformCounts = ReadonlyMap<string, number>;

/** Maximum number of pending changes; a reader that finds more merges them for later readers. */
const mostWaiting = 500;

/**
 * Merges pending changes into one row per organization and platform, in a single statement: concurrent
 * readers see either the old rows or the new ones, with equal totals (docs/decisions/0031).
 */
export const settleTotals = async ({ db }: Pick<Context, 'db'>): Promise<void> => {
  await db.rows(sql`with held as materialized (select id from assets_platformtotal for update skip locked),
    gone as (delete from assets_platformtotal t using held h where t.id = h.id returning t.org_id, t.platform, t.assets, t.accounts)
    insert into assets_platformtotal (org_id, platform, assets, accounts)
    select org_id, platform, sum(assets), sum(accounts) from gone group by 1, 2 having sum(assets) <> 0 or sum(accounts) <> 0`);
};

/** Number of assets, or of their accounts, per platform in the caller's organization. */
export const countByPlatform = async (counted: Counted, ctx: Context): Promise<PlatformCounts> => {
  const amount = counted === 'asset' ? sql`t.assets` : sql`t.accounts`;
  const rows = await ctx.db.rows<{ id: string | null; amount: number; changes: number }>(
    sql`select t.platform::text as id, sum(${amount})::int as amount, count(*)::int as changes
      from assets_platformtotal t where ${inOrganization(sql`t.org_id`, ctx)} group by t.platform`,
  );
  const waiting = rows.reduce((sum, { changes }) => sum + changes - 1, 0);
  if (waiting > mostWaiting) await settleTotals(ctx);
  return new Map(rows.map(({ id, amount }) => [id ?? '', amount]));
};
