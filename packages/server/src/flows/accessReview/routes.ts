import { accessReviewActions } from '@gatehouse/contract/actions/perms.ts';
import type { accessreview } from '@gatehouse/contract/resources/perms/accessreview.ts';
import { sql } from 'drizzle-orm';
import { type ActionInput, implement } from '../../engine/actions/implement.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows } from '../../engine/operations/read.ts';
import { authorize } from '../../engine/permission.ts';
import { pageOf } from '../../engine/routes/resourceRoutes.ts';
import { texts } from '../../platform/database.ts';
import { formatDatetime, instantOf } from '../../platform/time.ts';
import { accountOf, includesAccount } from '../../resources/perms/assetpermission/lastUse.ts';
import { allPermissions } from '../../resources/perms/assetpermission/relations.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { coveredAssets, reachedUsers } from '../permissions/covered.ts';
import { decide, restore } from './decide.ts';

type Use = { id: string; at: string };

/** The latest session through a permission, by user or asset. */
const usesOf = async (rows: Promise<Use[]>, ctx: Context): Promise<(id: string) => string | null> => {
  const known = new Map((await rows).map(({ id, at }) => [id, instantOf(at)]));
  return (id) => {
    const at = known.get(id);
    return at ? formatDatetime(at, ctx.zone) : null;
  };
};

type Input = ActionInput<typeof accessreview>;

const users = async ({ ctx, row, request }: Input) => {
  const { permission, org_id } = await row();
  authorize(ctx, 'users.view_user');
  const result = await listRows(ctx.engine.resource('users.user'), queryOf(request), ctx, {
    allowed: true,
    where: sql`t.id in (${reachedUsers(permission)}) and not t.is_service_account`,
    fields: ['id', 'name', 'username'],
    sought: true,
  });
  const ids = result.rows.map(({ id }) => String(id));
  const lastUse = await usesOf(
    ctx.db.rows<Use>(sql`select s.user_id as id, max(s.date_start)::text as at from ${allSessions} s join ${allPermissions} p on p.id = ${permission}
      where s.org_id = ${org_id}::uuid and s.user_id = any(${texts(ids)})
        and s.asset_id in (select c.asset::text from (${coveredAssets(permission)}) c) and s.date_start >= greatest(p.date_created, p.date_start)
        and ${includesAccount(sql`p.accounts`, accountOf(sql`s.account`))} group by 1`),
    ctx,
  );
  const rows = result.rows.map(({ id, name, username }) => ({
    user: String(id),
    user_display: `${String(name)}(${String(username)})`,
    date_last_used: lastUse(String(id)),
  }));
  return pageOf({ ...result, rows }, request);
};

const assets = async ({ ctx, row, request }: Input) => {
  const { permission, org_id } = await row();
  authorize(ctx, 'assets.view_asset');
  const result = await listRows(ctx.engine.resource('assets.asset'), queryOf(request), ctx, {
    allowed: true,
    where: sql`t.id in (${coveredAssets(permission)})`,
    fields: ['id', 'name', 'address'],
    sought: true,
  });
  const ids = result.rows.map(({ id }) => String(id));
  const lastUse = await usesOf(
    ctx.db.rows<Use>(sql`select s.asset_id as id, max(s.date_start)::text as at from ${allSessions} s join ${allPermissions} p on p.id = ${permission}
      where s.org_id = ${org_id}::uuid and s.asset_id = any(${texts(ids)})
        and s.user_id in (select u."user"::text from (${reachedUsers(permission)}) u) and s.date_start >= greatest(p.date_created, p.date_start)
        and ${includesAccount(sql`p.accounts`, accountOf(sql`s.account`))} group by 1`),
    ctx,
  );
  const rows = result.rows.map(({ id, name, address }) => ({
    asset: String(id),
    asset_display: `${String(name)}(${String(address)})`,
    date_last_used: lastUse(String(id)),
  }));
  return pageOf({ ...result, rows }, request);
};

/** Registers the decisions on access reviews, and the lists of whom and what they concern. */
export const addAccessReviewRoutes = (ports: HttpPorts): void =>
  implement(ports, accessReviewActions, {
    decide: async ({ ctx, body }) => decide(await body(), ctx),
    restore: async ({ ctx, body }) => restore((await body()).ids, ctx),
    users,
    assets,
  });
