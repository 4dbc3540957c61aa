import { fieldError } from '@gatehouse/contract/errors.ts';
import type { superconnectiontoken } from '@gatehouse/contract/resources/authentication/superconnectiontoken.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import type { Behaviour, Row } from '../../engine/resource.ts';
import { guardRank, rankRefusals } from '../../resources/rank.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { type TokenDeps, tokenColumns, tokenTimes } from './connectionToken.ts';
import { knownAddress } from './tokenUse.ts';

type Token = Row<typeof superconnectiontoken>;

/** Why the caller may not act for the user of each token. */
const outranked = (tokens: readonly Token[], ctx: Context) =>
  rankRefusals(
    tokens.map(({ user, org_id }) => ({ user: user ?? '', org: org_id })),
    ctx,
  );

/** What a token is called in the operate log. */
export const tokenTitle = (token: Pick<Token, 'user_display' | 'asset_display'>): string =>
  `${token.user_display} → ${token.asset_display}`;

const activeUser = async (userId: string, ctx: Context) => {
  const [found] = await ctx.db.rows<{ id: string; username: string; name: string }>(
    sql`select id::text as id, username, name from ${allUsers} u where id = ${userId} and not is_service_account
      and is_active and (date_expired is null or date_expired > now())`,
  );
  if (!found) throw fieldError('user', 'does_not_exist', { pk: userId });
  return found;
};

/**
 * Connection tokens of every user. What a new one permits is what its user may do, and neither it nor its
 * value is for a caller whom that user outranks (docs/decisions/0269).
 */
export const superConnectionTokenBehaviour = (deps: TokenDeps): Behaviour<typeof superconnectiontoken> => ({
  visibleTo: () => undefined,
  beforeWrite: async ({ ctx, values, before }) => {
    if (before) return undefined;
    const user = await activeUser(String(values.user), ctx);
    await guardRank([{ user: user.id, org: values.org_id ?? ctx.org.id }], ctx);
    // Where the user is only a component can know; the caller's own address says nothing about it.
    const address = ctx.actor.isServiceAccount ? knownAddress(values.remote_addr) : '';
    // No web session: the password of a sign-in is for those who typed it.
    return tokenColumns(values, { ...user, address, sessionId: null }, ctx, deps);
  },
  refusals: { expire: [outranked] },
  logNames: async (rows) => rows.map(tokenTitle),
  computed: {
    ...tokenTimes,
    value: async (rows, ctx) => {
      const refused = await outranked(rows, ctx);
      return rows.map((row, index) => (refused[index] ? '' : row.value));
    },
  },
});
