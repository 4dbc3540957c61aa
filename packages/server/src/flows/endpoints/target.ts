import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { allLabelBindings, allLabels } from '../../engine/fields/labels/relations.ts';
import { can } from '../../engine/permission.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { isUuid } from '../../platform/database.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { assetOfToken } from '../connect/tokens.ts';
import type { Target } from './chooseEndpoint.ts';

/** What a client says about its connection. */
export type Asked = {
  asset_id?: string | undefined;
  session_id?: string | undefined;
  token?: string | undefined;
  target_ip?: string | undefined;
};

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The asset with this id, if the caller may connect to it or see it. */
const assetById = async (id: string, ctx: Context): Promise<SQL> => {
  const seen = can(ctx.actor, 'assets.view_asset')
    ? sql`exists (select 1 from ${await visibleRows('assets.asset', ctx)} v where v.id = a.id)`
    : sql`false`;
  const user = isUuid(ctx.actor.id) ? ctx.actor.id : NOBODY;
  return sql`a.id = ${id}::uuid and (${seen} or exists (select from perms_permissions_for(${user}, a.id)))`;
};

/** The asset of a session that is the caller's own, or that the caller may see. */
const assetOfSession = async (id: string, ctx: Context): Promise<SQL> => {
  const seen = can(ctx.actor, 'terminal.view_session')
    ? sql`exists (select 1 from ${await visibleRows('terminal.session', ctx)} v where v.id = s.id)`
    : sql`false`;
  return sql`a.id::text = (select s.asset_id::text from ${allSessions} s
    where s.id = ${id}::uuid and (s.user_id::text = ${ctx.actor.id} or ${seen}))`;
};

const assetWhere = async ({ asset_id, session_id, token }: Asked, ctx: Context): Promise<SQL | undefined> => {
  if (isUuid(token)) return sql`a.id = ${assetOfToken(token, ctx.actor.id)}`;
  if (isUuid(session_id)) return assetOfSession(session_id, ctx);
  return isUuid(asset_id) ? assetById(asset_id, ctx) : undefined;
};

/**
 * The target of a connection. An asset that the caller may neither see nor connect to counts as none, so that
 * the answer tells nothing about it.
 */
export const targetOf = async (asked: Asked, ctx: Context): Promise<Target> => {
  const where = await assetWhere(asked, ctx);
  const [found] = where
    ? await ctx.db.rows<Target>(sql`select a.address, coalesce((select jsonb_agg(l.value) from ${allLabelBindings} b
        join ${allLabels} l on l.id = b.label
        where b.res_type = 'assets.asset' and b.res_id = a.id::text and l.name = 'endpoint' and l.org_id = a.org_id), '[]'::jsonb) as wishes
      from ${allAssets} a where ${where}`)
    : [];
  return { address: asked.target_ip || (found?.address ?? ''), wishes: found?.wishes ?? [] };
};
