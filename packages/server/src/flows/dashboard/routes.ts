import type { Context } from '../../engine/context.ts';
import { addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import { metrics } from './metrics.ts';
import { daysOf } from './span.ts';
import { totals } from './totals.ts';

/** Only the numbers that are asked for; `all` and `total_count` stand for many flags, any value is yes. */
const asked = async (query: URLSearchParams, ctx: Context): Promise<Record<string, unknown>> => {
  const days = daysOf(query);
  const wants = (flag: string) => query.has(flag) || query.has('all');
  const answer: Record<string, unknown> = {};
  for (const [flag, total] of Object.entries(totals))
    if (wants(flag) || query.has('total_count')) answer[flag] = await total(days, ctx);
  for (const [flag, metric] of Object.entries(metrics))
    if (wants(flag)) Object.assign(answer, await metric(days, ctx));
  return answer;
};

/** Numbers of the dashboards (reference 05 §7.1). */
export const addDashboard = (ports: HttpPorts): void =>
  addRoute(ports, {
    method: 'GET',
    url: '/api/v1/index/',
    need: 'rbac.view_audit|rbac.view_console',
    handle: async (ctx, request) => ({ body: await asked(queryOf(request), ctx) }),
  });
