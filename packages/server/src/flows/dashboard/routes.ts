import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import { getAttention, getDashboardNumbers } from '@gatehouse/contract/calls/dashboard.ts';
import { bind } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, queryOf } from '../../engine/http.ts';
import type { Licence } from '../licence/licence.ts';
import { attentionOf } from './attention.ts';
import { commandsSince } from './commands.ts';
import { metrics } from './metrics.ts';
import { daysOf } from './span.ts';
import { totals } from './totals.ts';

type Numbers = AnswerInput<typeof getDashboardNumbers>;

/**
 * Only the requested numbers. The flag `all` requests every number, `total_count` every total; a flag counts
 * as set whatever its value.
 */
const requested = async (query: URLSearchParams, ctx: Context): Promise<Numbers> => {
  const days = daysOf(query);
  const wants = (flag: string) => query.has(flag) || query.has('all');
  const answer: Numbers = {};
  for (const [flag, total] of Object.entries(totals))
    if (wants(flag) || query.has('total_count')) Object.assign(answer, { [flag]: await total(days, ctx) });
  if (answer.total_count_commands !== undefined || answer.total_count_commands_danger !== undefined) {
    const { silent } = await commandsSince(days, ctx);
    if (silent.length > 0) answer.commands_not_counted = silent;
  }
  for (const [flag, metric] of Object.entries(metrics))
    if (wants(flag)) Object.assign(answer, await metric(days, ctx));
  return answer;
};

/** Numbers of the dashboards (reference 05 §7.1), and what needs attention. */
export const addDashboard = (ports: HttpPorts, licence: Licence): void => {
  bind(ports, getDashboardNumbers, async ({ ctx, request }) => requested(queryOf(request), ctx));
  bind(ports, getAttention, async ({ ctx }) => attentionOf(licence, ctx));
};
