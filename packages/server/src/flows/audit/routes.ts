import { userSessionActions } from '@gatehouse/contract/actions/audits.ts';
import { getOperation, listActivities, listOwnLogins } from '@gatehouse/contract/calls/audits.ts';
import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { usersession } from '@gatehouse/contract/resources/audits/usersession.ts';
import { sql } from 'drizzle-orm';
import { refuseForbidden } from '../../engine/abilities.ts';
import { implement } from '../../engine/actions/implement.ts';
import { bind } from '../../engine/calls/bind.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import { listRows, presentOne } from '../../engine/operations/read.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import type { Row } from '../../engine/resource.ts';
import { fieldChoice, pageOf } from '../../engine/routes/resourceRoutes.ts';
import { visibleRows } from '../../engine/visibleRows.ts';
import { uuids } from '../../platform/database.ts';
import { diffLines } from '../../resources/audits/operatelog/index.ts';
import { endSession } from '../../resources/users/user/sessions.ts';
import { activitiesOf } from './activities.ts';
import { findOperation } from './findOperation.ts';

const addOperateLogs = (ports: HttpPorts) =>
  bind(ports, getOperation, async ({ ctx, params, request }) => {
    const row = await findOperation(params.id, ctx);
    const query = queryOf(request);
    if (query.get('type') === 'action_detail') return { diff: diffLines(row, ctx) };
    return presentOne(ctx.engine.resource(operatelog), row, ctx, fieldChoice(query));
  });

const addOwnLogins = (ports: HttpPorts) =>
  bind(ports, listOwnLogins, async ({ ctx, request }) => {
    const own = sql`t.username in (${ctx.actor.username}, ${displayOf(ctx.actor)})`;
    const resource = ctx.engine.resource(userloginlog);
    const options = { allowed: true as const, where: own };
    return pageOf(await listRows(resource, queryOf(request), everywhere(ctx), options), request);
  });

/** Ends users' web sessions, except that of the request; none if a rule refuses one. */
const signOut = async (ids: string[], ctx: Context): Promise<void> => {
  const rows = await ctx.db.rows<Row<typeof usersession>>(
    sql`select t.* from ${await visibleRows('audits.usersession', ctx)} t where t.id = any(${uuids(ids)})`,
  );
  const others = rows.filter((row) => row.session_id !== ctx.sessionId);
  const resource = ctx.engine.resource(usersession);
  await refuseForbidden(resource, 'offline', others, ctx);
  const names = (await resource.behaviour.logNames?.(others, ctx)) ?? [];
  for (const row of others) await endSession(row.session_id, ctx.db);
  await ctx.engine.record(
    others.map((row, index) => ({
      action: 'delete',
      resource,
      row,
      display: names[index] ?? '',
      diff: {},
    })),
    ctx,
  );
};

/** Routes served here instead of by the engine. */
export const replacedByAudits: readonly string[] = [getOperation, listActivities].flatMap(
  ({ addresses }) => addresses,
);

/**
 * Registers operation details, the caller's own sign-ins, activities, and ending web sessions (reference 05
 * §6).
 */
export const addAuditRoutes = (ports: HttpPorts): void => {
  addOperateLogs(ports);
  addOwnLogins(ports);
  bind(ports, listActivities, async ({ ctx, query, request }) => {
    const rows = await activitiesOf(query.resource_id ?? '', ctx);
    const search = queryOf(request);
    const count = (name: string) => Math.max(0, Math.trunc(Number(search.get(name)) || 0));
    const [limit, offset] = [count('limit'), count('offset')];
    if (!limit) return rows;
    const page = { rows: rows.slice(offset, offset + limit), count: rows.length, limit, offset };
    return pageOf(page, request);
  });
  implement(ports, userSessionActions, {
    offline: async ({ ctx, body }) => signOut((await body()).ids, ctx),
  });
};
