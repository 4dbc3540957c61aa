import { AppError } from '@gatehouse/contract/errors.ts';
import { operatelog } from '@gatehouse/contract/resources/audits/operatelog.ts';
import { userloginlog } from '@gatehouse/contract/resources/audits/userloginlog.ts';
import { usersession } from '@gatehouse/contract/resources/audits/usersession.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { implement } from '../../engine/actions/implement.ts';
import { type Context, displayOf } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf, rowId } from '../../engine/http.ts';
import { findRow, listRows, presentOne } from '../../engine/operations/read.ts';
import { everywhere } from '../../engine/organizationScope.ts';
import { scopeOf } from '../../engine/query.ts';
import type { Row } from '../../engine/resource.ts';
import { fieldChoice, pageOf } from '../../engine/routes/resourceRoutes.ts';
import { uuids } from '../../platform/database.ts';
import { diffLines } from '../../resources/audits/operatelog.ts';
import { endSession } from '../../resources/users/user/sessions.ts';
import { activitiesOf } from './activities.ts';

const base = '/api/v1/audits';

/** What concerns the whole installation is in the system organization; its details are shown to everybody who may see logs. */
const findOperation = async (id: string, ctx: Context): Promise<Row<typeof operatelog>> => {
  const resource = ctx.engine.resource(operatelog);
  try {
    return await findRow(resource, id, ctx);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'object_does_not_exist') throw error;
    return findRow(resource, id, { ...ctx, org: { id: SYSTEM_ORG_ID, name: 'SYSTEM', isRoot: false } });
  }
};

const addOperateLogs = (ports: HttpPorts) =>
  addRoute(ports, {
    method: 'GET',
    url: `${base}/operate-logs/:id/`,
    need: 'audits.view_operatelog',
    handle: async (ctx, request: FastifyRequest) => {
      const row = await findOperation(rowId(request), ctx);
      const query = queryOf(request);
      if (query.get('type') === 'action_detail') return { body: { diff: diffLines(row, ctx) } };
      return {
        body: await presentOne(ctx.engine.resource(operatelog), row, ctx, fieldChoice(query)),
      };
    },
  });

const addOwnLogins = (ports: HttpPorts) => {
  addRoute(ports, {
    method: 'GET',
    url: `${base}/my-login-logs/`,
    need: 'validUser',
    shows: { rows: 'audits.userloginlog' },
    handle: async (ctx, request) => {
      const own = sql`t.username in (${ctx.actor.username}, ${displayOf(ctx.actor)})`;
      const result = await listRows(ctx.engine.resource(userloginlog), queryOf(request), everywhere(ctx), {
        allowed: true,
        where: own,
      });
      return { body: pageOf(result, request) };
    },
  });
};

/** Ends other people's sessions, and one's own others; the one in use is left alone. */
const signOut = async (body: unknown, ctx: Context): Promise<void> => {
  const ids = (body as { ids?: unknown } | null)?.ids;
  const resource = ctx.engine.resource(usersession);
  const rows = await ctx.db.rows<Row<typeof usersession>>(
    sql`select t.* from audits_usersession t where t.id = any(${uuids(Array.isArray(ids) ? ids.map(String) : [])}) and ${await scopeOf(resource, ctx)}`,
  );
  for (const row of rows) if (row.session_id !== ctx.sessionId) await endSession(row.session_id, ctx.db);
};

/** Routes served here instead of by the engine. */
export const replacedByAudits = [`GET ${base}/operate-logs/:id/`, `GET ${base}/activities/`];

/** Registers what logs offer beyond lists (reference 05 §6). */
export const addAuditRoutes = (ports: HttpPorts): void => {
  addOperateLogs(ports);
  addOwnLogins(ports);
  addRoute(ports, {
    method: 'GET',
    url: `${base}/activities/`,
    need: 'audits.view_activitylog',
    handle: async (ctx, request) => {
      const query = queryOf(request);
      const rows = await activitiesOf(query.get('resource_id') ?? '', ctx);
      const whole = (name: string) => Math.max(0, Math.trunc(Number(query.get(name)) || 0));
      const [limit, offset] = [whole('limit'), whole('offset')];
      if (!limit) return { body: rows };
      const page = { rows: rows.slice(offset, offset + limit), count: rows.length, limit, offset };
      return { body: pageOf(page, request) };
    },
  });
  implement(ports, usersession, {
    offline: async ({ ctx, request }) => {
      await signOut(request.body, ctx);
      return { status: 200 };
    },
  });
};
