import { fieldError } from '@gatehouse/contract/errors.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { existing, idOf } from '../../engine/fields/related.ts';
import { uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allNodes } from '../../resources/assets/node/relations.ts';
import { assetsGranted, loadGrants, nodesGranted } from '../permittedAssets/grants.ts';

/** Kinds of objects that can be requested. */
export type RequestableKind = 'assets.asset' | 'assets.node';

/**
 * Condition over alias `t` for what a user may request in the context's organization; undefined: everything.
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

/** Most assets, and most nodes, per request, because approvers must read them. */
const mostRequested = 500;

/**
 * A list without entries outside the organization, which are dropped silently (reference 06 §C.3). Invalid
 * lists and entries without an id are kept for the field to refuse.
 */
export const insideOnly = async (
  name: string,
  ids: unknown,
  kind: RequestableKind,
  inside: Context,
): Promise<unknown> => {
  if (!Array.isArray(ids)) return ids;
  if (ids.length > mostRequested) throw fieldError(name, 'max_items', { max: mostRequested });
  const known = await existing(ids.map(idOf), kind, inside);
  return ids.filter((value) => {
    const named = idOf(value);
    return named === undefined || known.has(named);
  });
};

const relations = { 'assets.asset': allAssets, 'assets.node': allNodes } as const;

/** Those ids for which a condition over alias `t` holds. */
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
