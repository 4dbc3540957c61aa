import { AppError } from '@gatehouse/contract/errors.ts';
import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isUuid } from '../../platform/database.ts';
import { instantOf } from '../../platform/time.ts';
import { ownTerminal } from '../../resources/ownTerminal.ts';
import { allSessions } from '../../resources/terminal/session/relations.ts';
import { isRevoked } from '../../resources/tickets/ticket/statements.ts';
import { accessOf, judge } from '../access/evaluate.ts';
import type { TokenDeps } from './connectionToken.ts';
import { assetRow } from './place/placeOf.ts';
import { type Token, validUsers } from './redeem.ts';
import { filtersFor, isRuledOut, usernameOf } from './rules.ts';
import { addressOfVisitor } from './visitor.ts';
import { wireFilters } from './wireFilters.ts';

type Redeemed = Pick<
  Token,
  | 'user'
  | 'asset'
  | 'account'
  | 'protocol'
  | 'connect_method'
  | 'input_username'
  | 'remote_addr'
  | 'from_ticket'
>;

const redeemed = async (tokenId: string, ctx: Context): Promise<Redeemed | undefined> =>
  isUuid(tokenId)
    ? (
        await ctx.db.rows<Redeemed>(
          sql`select "user"::text as "user", asset::text as asset, account, protocol, connect_method, input_username, remote_addr, from_ticket::text as from_ticket
            from authentication_connectiontoken where id = ${tokenId} and "user" is not null and asset is not null`,
        )
      )[0]
    : undefined;

/**
 * Where a connection comes from and when it began: what the component reported of its session, else where the token
 * was made, and now. A window that resumes the session says where it is by its mark.
 */
const beginningOf = async (
  { user, asset, remote_addr }: Redeemed,
  { session, visitor }: Asked,
  ctx: Context,
): Promise<{ address: string; now: Date }> => {
  const shown = visitor === undefined ? undefined : addressOfVisitor(visitor, user, ctx.engine.vault);
  if (visitor !== undefined && shown === undefined) throw new AppError('connection_token_invalid');
  const unknown = { address: shown ?? remote_addr ?? '', now: new Date() };
  if (!session || !isUuid(session)) return unknown;
  const own = await ownTerminal(ctx);
  const [found] = await ctx.db.rows<{ remote_addr: string | null; at: string }>(
    sql`select remote_addr, date_start as at from ${allSessions} s
      where s.id = ${session} and s.terminal = ${own} and s.user_id = ${user} and s.asset_id = ${asset}`,
  );
  if (!found) return unknown;
  return {
    address: shown ?? found.remote_addr ?? unknown.address,
    now: instantOf(found.at) ?? unknown.now,
  };
};

/** What a component says about the connection. */
type Asked = { session: string | undefined; visitor: string | undefined };
type Refusal = NonNullable<ConnectionRenewal['reason']>;

const judgeRunning = async (
  token: Redeemed,
  asked: Asked,
  ctx: Context,
  { ruleBook }: Pick<TokenDeps, 'ruleBook'>,
): Promise<Refusal | ConnectionRenewal> => {
  if (token.from_ticket && (await isRevoked(token.from_ticket, ctx.db))) return 'permission_expired';
  const [user] = await validUsers(token.user, ctx);
  if (!user) return 'user_disabled';
  const asset = await assetRow(token.asset, ctx);
  const { account } = judge(await accessOf(user, asset.id, ctx.db), token);
  if (!account) return 'permission_expired';
  const connection = { user: user.id, asset, username: usernameOf(account, token.input_username) };
  const beginning = await beginningOf(token, asked, ctx);
  const method = token.connect_method;
  if (await isRuledOut({ ...connection, ...beginning, method }, ruleBook, ctx.db)) return 'rule_refused';
  const filters = await filtersFor(connection, ruleBook, ctx.db);
  return {
    ok: true,
    msg: '',
    expire_at: Math.floor((instantOf(account.date_expired)?.getTime() ?? 0) / 1000),
    command_filter_acls: await wireFilters(filters, ctx.db),
  };
};

/**
 * Whether permission and rules still allow a running connection, until when, and the rules that decide its commands
 * from now on.
 */
export const renew = async (
  { tokenId, ...asked }: Asked & { tokenId: string },
  ctx: Context,
  deps: Pick<TokenDeps, 'ruleBook'>,
): Promise<ConnectionRenewal> => {
  const refused = (reason: Refusal): ConnectionRenewal => ({
    ok: false,
    reason,
    msg: ctx.t(reason === 'rule_refused' ? 'errors.rule_refused' : 'errors.perm_expired'),
    expire_at: null,
  });
  const token = await redeemed(tokenId, ctx);
  if (!token) return refused('permission_expired');
  try {
    const judged = await judgeRunning(token, asked, ctx, deps);
    return typeof judged === 'string' ? refused(judged) : judged;
  } catch (error) {
    if (error instanceof AppError) return refused('permission_expired');
    throw error;
  }
};
