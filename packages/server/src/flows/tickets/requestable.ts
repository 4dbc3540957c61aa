import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { assetsGranted, loadGrants, nodesGranted } from '../permittedAssets/grants.ts';

/** Kinds of objects that can be requested. */
export type RequestableKind = 'assets.asset' | 'assets.node';

/**
 * Condition on the alias `t` for what a user may request in the context's organization; undefined when that
 * is everything.
 */
export const requestable = async (
  kind: RequestableKind,
  userId: string,
  settings: Settings,
  ctx: Context,
): Promise<SQL | undefined> => {
  const scope: string = settings.get('TICKET_APPLY_ASSET_SCOPE');
  if (scope === 'all') return undefined;
  const subject = { kind: 'user', id: userId, username: '' } as const;
  const grants = await loadGrants(subject, ctx, scope === 'permed' ? 'ever' : 'now');
  return kind === 'assets.asset' ? assetsGranted(grants) : nodesGranted(grants);
};

const relations = { 'assets.asset': allAssets, 'assets.node': allNodes } as const;

/** Those of the ids whose rows meet a condition on the alias `t`; all of them without a condition. */
export const narrowed = async (
  ids: string[],
  kind: RequestableKind,
  condition: SQL | undefined,
  ctx: Context,
): Promise<string[]> => {
  if (!condition || ids.length === 0) return ids;
  const rows = await ctx.db.rows<{ id: string }>(
    sql`select t.id::text as id from ${relations[kind]} t where t.id = any(${uuids(ids)}) and ${condition}`,
  );
  const kept = new Set(rows.map((row) => row.id));
  return ids.filter((id) => kept.has(id.toLowerCase()));
};
