import { AppError } from '@gatehouse/contract/errors.ts';
import type { CommandFilterRule } from '@gatehouse/contract/policy/rules.ts';
import type { ConnectionRenewal } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import { type Context, once } from '../../../engine/context.ts';
import { isUuid, uuids } from '../../../platform/database.ts';
import { instantOf } from '../../../platform/time.ts';
import { ownTerminal } from '../../../resources/ownTerminal.ts';
import { allSessions } from '../../../resources/terminal/session/relations.ts';
import { isRevoked } from '../../../resources/tickets/ticket/statements.ts';
import { judge } from '../../access/evaluate.ts';
import type { TokenDeps } from '../connectionToken.ts';
import type { Token } from '../redeem.ts';
import { filtersFor, isRuledOut, usernameOf } from '../rules.ts';
import { addressOfVisitor } from '../visitor.ts';
import { wireFilters } from '../wireFilters.ts';
import { type LookUps, lookUpEach } from './lookUps.ts';

type Redeemed = Pick<
  Token,
  | 'id'
  | 'user'
  | 'asset'
  | 'account'
  | 'protocol'
  | 'connect_method'
  | 'input_username'
  | 'remote_addr'
  | 'from_ticket'
>;
/** The address a connection comes from, and when it began. */
type Beginning = { address: string; now: Date };
type RuleDeps = Pick<TokenDeps, 'ruleBook'> & { lookUps: LookUps };

/** Redeemed tokens by their ids. */
export const redeemedTokens = async (
  ids: readonly string[],
  ctx: Context,
): Promise<ReadonlyMap<string, Redeemed>> => {
  const rows = await ctx.db.rows<Redeemed>(
    sql`select id::text as id, "user"::text as "user", asset::text as asset, account, protocol, connect_method, input_username, remote_addr, from_ticket::text as from_ticket
      from authentication_connectiontoken where id = any(${uuids(ids)}) and "user" is not null and asset is not null`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** A session of the calling component. */
export type OwnSession = {
  id: string;
  user: string | null;
  asset: string | null;
  remote_addr: string | null;
  at: string;
};

/** Those of the given sessions that the calling component holds, by their ids. */
export const ownSessions = async (
  ids: readonly string[],
  ctx: Context,
): Promise<ReadonlyMap<string, OwnSession>> => {
  const own = await ownTerminal(ctx);
  const rows = await ctx.db.rows<OwnSession>(
    sql`select s.id::text as id, s.user_id::text as "user", s.asset_id::text as asset, s.remote_addr, s.date_start as at
      from ${allSessions} s where s.id = any(${uuids(ids)}) and s.terminal = ${own}`,
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** Whether a token opened a session. */
export const isOf = ({ user, asset }: Redeemed, session: OwnSession): boolean =>
  session.user?.toLowerCase() === user && session.asset?.toLowerCase() === asset;

/** What the component reported about the session; otherwise the address at which the token was made, and now. */
export const beginningIn = (
  { remote_addr }: Redeemed,
  session: OwnSession | undefined,
  shown?: string,
): Beginning => ({
  address: shown ?? session?.remote_addr ?? remote_addr ?? '',
  now: (session && instantOf(session.at)) ?? new Date(),
});

/** A window that resumes the session proves its address by its mark. */
const beginningOf = async (
  token: Redeemed,
  { session, visitor }: Asked,
  ctx: Context,
): Promise<Beginning> => {
  const shown = visitor === undefined ? undefined : addressOfVisitor(visitor, token.user, ctx.engine.vault);
  if (visitor !== undefined && shown === undefined) throw new AppError('connection_token_invalid');
  if (!session || !isUuid(session)) return beginningIn(token, undefined, shown);
  const found = (await ownSessions([session], ctx)).get(session.toLowerCase());
  return beginningIn(token, found && isOf(token, found) ? found : undefined, shown);
};

/** What a component reports about the connection. */
type Asked = { session: string | undefined; visitor: string | undefined };
type Refusal = NonNullable<ConnectionRenewal['reason']>;

/** Filters as components receive them, shared by the connections of one request. */
const filtersOnWire = (filters: readonly CommandFilterRule[], ctx: Context) =>
  once(ctx, `filters on the wire ${filters.map(({ id }) => id).join()}`, () => wireFilters(filters, ctx.db));

const judgeRunning = async (
  token: Redeemed,
  beginning: () => Beginning | Promise<Beginning>,
  ctx: Context,
  { ruleBook, lookUps }: RuleDeps,
): Promise<Refusal | ConnectionRenewal> => {
  const { db } = ctx;
  if (token.from_ticket && (await isRevoked(token.from_ticket, db))) return 'permission_expired';
  const user = await lookUps.user(token.user);
  if (!user) return 'user_disabled';
  const asset = await lookUps.asset(token.asset);
  const { account } = asset ? judge(await lookUps.access(user, asset.id), token) : {};
  if (!asset || !account) return 'permission_expired';
  const connection = { user: user.id, asset, username: usernameOf(account, token.input_username) };
  const running = { ...connection, ...(await beginning()), method: token.connect_method };
  if (await isRuledOut(running, ruleBook, db, lookUps.facts)) return 'rule_refused';
  return {
    ok: true,
    msg: '',
    expire_at: Math.floor((instantOf(account.date_expired)?.getTime() ?? 0) / 1000),
    command_filter_acls: await filtersOnWire(await filtersFor(connection, ruleBook, db, lookUps.facts), ctx),
  };
};

/** Whether permission and rules still allow what a token opened; without a token, they do not. */
export const renewalOf = async (
  token: Redeemed | undefined,
  beginning: (token: Redeemed) => Beginning | Promise<Beginning>,
  ctx: Context,
  deps: RuleDeps,
): Promise<ConnectionRenewal> => {
  const refused = (reason: Refusal): ConnectionRenewal => ({
    ok: false,
    reason,
    msg: ctx.t(reason === 'rule_refused' ? 'errors.rule_refused' : 'errors.perm_expired'),
    expire_at: null,
  });
  if (!token) return refused('permission_expired');
  try {
    const judged = await judgeRunning(token, () => beginning(token), ctx, deps);
    return typeof judged === 'string' ? refused(judged) : judged;
  } catch (error) {
    if (error instanceof AppError) return refused('permission_expired');
    throw error;
  }
};

/**
 * Returns whether permission and rules still allow a running connection, until when, and the rules that decide its
 * commands from now on.
 */
export const renew = async (
  { tokenId, ...asked }: Asked & { tokenId: string },
  ctx: Context,
  deps: Pick<TokenDeps, 'ruleBook'>,
): Promise<ConnectionRenewal> => {
  const lookUps = lookUpEach(ctx.db);
  const token = (await redeemedTokens([tokenId], ctx)).get(tokenId.toLowerCase());
  return renewalOf(token, (found) => beginningOf(found, asked, ctx), ctx, { ...deps, lookUps });
};
