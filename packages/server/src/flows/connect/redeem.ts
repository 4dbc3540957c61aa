import { AppError } from '@gatehouse/contract/errors.ts';
import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import type { GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import type { ConnectionSecret, SecretAccount } from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { type Database, isUuid, uuids } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { sealedAccount } from '../../resources/accounts/account/secrets.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { accessOf, judge, refusalOf } from '../access/evaluate.ts';
import { labelledActions, type TokenDeps } from './connectionToken.ts';
import { loginSecretOf, noteLoginSecret, takesLoginSecret } from './loginSecret.ts';
import { type AssetRow, assetRow, first, labelled, placeOf, secretOf } from './place/placeOf.ts';
import { methodFacts } from './place/secretFacts.ts';
import { filtersFor, refuseUse, usernameOf } from './rules.ts';
import { noteRedeemed } from './tokens.ts';
import { type SaidUse, useOf } from './tokenUse.ts';
import { wireFilters } from './wireFilters.ts';

/** A connection token as stored. */
export type Token = {
  id: string;
  value: string;
  user: string;
  asset: string;
  account: string;
  protocol: string;
  connect_method: string;
  connect_options: Record<string, unknown>;
  input_username: string;
  input_secret: string | null;
  is_reusable: boolean;
  remote_addr: string | null;
  session_id: string | null;
  from_ticket: string | null;
};
type User = { id: string; name: string; username: string; email: string };

/** The users of tokens who may sign in. */
export const validUsers = (ids: readonly string[], db: Database): Promise<User[]> =>
  db.rows<User>(
    sql`select id::text as id, name, username, email from ${allUsers} u where id = any(${uuids(ids)}) and is_active and (date_expired is null or date_expired > now())`,
  );

/** The secret for an account without its own: the sign-in password, else a typed one. */
const secretFor = async (
  token: Token,
  account: GrantedAccount,
  { user, asset }: { user: User; asset: AssetRow },
  ctx: Context,
  settings: Settings,
): Promise<string> => {
  const place = { sessionId: token.session_id, userId: token.user, orgId: asset.org_id };
  const fromLogin = takesLoginSecret(account) ? await loginSecretOf(place, ctx, settings) : '';
  if (fromLogin) await noteLoginSecret(user, asset, ctx);
  return fromLogin || (token.input_secret ? ctx.engine.vault.open(token.input_secret) : '');
};

const accountFor = async (
  token: Token,
  account: GrantedAccount,
  user: User,
  secret: string,
  ctx: Context,
): Promise<SecretAccount> => {
  const { alias } = account;
  if (account.id) {
    const row = await sealedAccount(account.id, ctx.db);
    if (!row) throw new AppError('connection_token_invalid');
    const known = await secretOf(row, alias, ctx);
    return { ...known, secret: known.secret || secret };
  }
  const username = alias === '@USER' ? user.username : alias === '@INPUT' ? token.input_username : '';
  return {
    id: null,
    name: alias,
    alias,
    username,
    secret_type: labelled('password'),
    secret,
    passphrase: null,
    privileged: false,
    su_from: null,
  };
};

/**
 * Compares the expiry with the clock, not with the transaction's start: a request that waited for the row
 * must see that the token was used meanwhile.
 */
const openToken = (tokenId: string, ctx: Context): Promise<Token> =>
  isUuid(tokenId)
    ? first(
        ctx.db.rows<Token>(sql`select id::text as id, value, "user"::text as "user", asset::text as asset, account, protocol, connect_method, connect_options, input_username, input_secret, is_reusable, remote_addr, session_id, from_ticket::text as from_ticket
        from authentication_connectiontoken where id = ${tokenId} and "user" is not null and asset is not null and is_active and date_expired > clock_timestamp() for update`),
      )
    : Promise.reject(new AppError('connection_token_invalid'));

/**
 * Gives a component the secret of one connection. A named visitor must be the token's user; a component that
 * names none vouches for its user. The permission is checked again, and the rules at each address that counts; a
 * one-time token is used up, unless the component says that it will redeem it again before it expires.
 */
export const redeem = async (
  { tokenId, said, isKept = false }: { tokenId: string; said: SaidUse; isKept?: boolean },
  ctx: Context,
  { settings, ruleBook }: TokenDeps,
): Promise<ConnectionSecret> => {
  const token = await openToken(tokenId, ctx);
  const use = useOf(token, said, ctx.engine.vault);
  const user = await first(validUsers([token.user], ctx.db));
  const asset = await assetRow(token.asset, ctx);
  const verdict = judge(await accessOf(user, asset.id, ctx.db), {
    account: token.account,
    protocol: token.protocol,
  });
  if (!verdict.account) throw refusalOf(verdict, ctx);
  const { account } = verdict;
  const username = usernameOf(account, token.input_username);
  for (const address of use.judged)
    await refuseUse(
      {
        user,
        asset: { id: asset.id, org_id: asset.org_id, display: `${asset.name}(${asset.address})` },
        username,
        address,
        method: token.connect_method,
        ticket: token.from_ticket,
      },
      ruleBook,
      ctx,
    );
  const filters = await filtersFor({ user: user.id, asset, username }, ruleBook, ctx.db);
  const secret = await secretFor(token, account, { user, asset }, ctx, settings);
  const isUsedUp = !token.is_reusable && !isKept;
  await noteRedeemed(token.id, { component: ctx.actor.id, isUsedUp }, ctx.db);
  return {
    id: token.id,
    value: token.value,
    user,
    ...(await placeOf(asset, token.protocol, ctx)),
    account: await accountFor(token, account, user, secret, ctx),
    gateway: null,
    command_filter_acls: await wireFilters(filters, ctx.db),
    from_ticket: token.from_ticket,
    protocol: token.protocol,
    connect_method: methodFacts(token.connect_method),
    connect_options: token.connect_options ?? {},
    actions: labelledActions(account.actions, actionBits, ctx),
    expire_at: Math.floor(account.date_expired.getTime() / 1000),
    remote_addr: use.address,
    org_id: asset.org_id,
    org_name: ctx.engine.organizationName(asset.org_id) ?? '',
  };
};
