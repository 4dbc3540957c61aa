import type { ConnectionRenewals } from '@gatehouse/contract/wire/connection.ts';
import type { Context } from '../../../engine/context.ts';
import type { TokenDeps } from '../connectionToken.ts';
import { lookUpTogether } from './lookUps.ts';
import { beginningIn, isOf, ownSessions, redeemedTokens, renewalOf } from './renew.ts';

/** How many connections are judged at a time, so that a call does not use up the database connections. */
const AT_ONCE = 4;

type Asked = { id: string; session: string };

/**
 * The same as `renew` for sessions of the calling component. Sessions that it does not hold, or that the token did not
 * open, are left out.
 */
export const renewMany = async (
  asked: readonly Asked[],
  ctx: Context,
  deps: Pick<TokenDeps, 'ruleBook'>,
): Promise<ConnectionRenewals> => {
  const sessions = await ownSessions(
    asked.map(({ session }) => session),
    ctx,
  );
  const tokens = await redeemedTokens(
    asked.map(({ id }) => id),
    ctx,
  );
  const lookUps = await lookUpTogether([...tokens.values()], ctx.db);
  const renewals: ConnectionRenewals['renewals'] = [];
  const lists = new Map<ConnectionRenewals['filters'][number], number>();
  const placeOf = (filters: ConnectionRenewals['filters'][number] | undefined) => {
    if (!filters) return null;
    if (!lists.has(filters)) lists.set(filters, lists.size);
    return lists.get(filters) ?? null;
  };
  const judge = async ({ id, session }: Asked) => {
    const held = sessions.get(session.toLowerCase());
    const token = tokens.get(id.toLowerCase());
    if (!held || (token && !isOf(token, held))) return;
    const answer = await renewalOf(token, (found) => beginningIn(found, held), ctx, { ...deps, lookUps });
    const { command_filter_acls, ...rest } = answer;
    renewals.push({ ...rest, session, filters: placeOf(command_filter_acls) });
  };
  const waiting = [...asked];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await judge(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { renewals, filters: [...lists.keys()] };
};
