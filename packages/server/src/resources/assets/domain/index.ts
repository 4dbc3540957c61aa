import { GATEWAY_PLATFORM } from '@gatehouse/contract/assets/platforms.ts';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { allAssets } from '../asset/relations.ts';
import { allPlatforms } from '../platform/relations.ts';

const amounts = async (rows: Row<typeof domain>[], ctx: Context): Promise<number[]> => {
  const counts = await ctx.db.rows<{
    domain: string;
    amount: number;
  }>(sql`select a.domain::text as domain, count(*)::int as amount
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform
    where a.domain = any(${uuids(rows.map((row) => row.id))}) and p.name <> ${GATEWAY_PLATFORM} group by a.domain`);
  const byDomain = new Map(counts.map((count) => [count.domain, count.amount]));
  return rows.map((row) => byDomain.get(row.id) ?? 0);
};

const refuseUnreachable = async (
  field: 'assets' | 'gateways',
  ids: string[] | undefined,
  ctx: Context,
): Promise<void> => {
  if (!ids?.length) return;
  const [outside] = await ctx.db.rows<{
    name: string;
  }>(sql`select a.name from ${allAssets} a join ${allPlatforms} p on p.id = a.platform
    where a.id = any(${uuids(ids)}) and not p.domain_enabled limit 1`);
  if (outside) throw fieldError(field, 'domain_not_for_platform', { name: outside.name });
};

/**
 * Zones: each counts its assets without the gateway assets, and accepts only assets whose platform allows
 * zones.
 */
export const domainBehaviour = (): Behaviour<typeof domain> => ({
  computed: { assets_amount: amounts },
  beforeWrite: async ({ values, ctx }) => {
    await refuseUnreachable('assets', values.assets, ctx);
    await refuseUnreachable('gateways', values.gateways, ctx);
    return undefined;
  },
});
