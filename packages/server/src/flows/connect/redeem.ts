import { AppError } from '@gatehouse/contract/errors.ts';
import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import type { GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import type {
  ConnectionSecret,
  JumpHost,
  KnownHostKey,
  SecretAccount,
} from '@gatehouse/contract/wire/connection.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { valuesIn } from '../../engine/resource.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  type SealedAccount,
  sealedAccount,
  sealedLoginOf,
} from '../../resources/accounts/account/secrets.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allDomains } from '../../resources/assets/domain/relations.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { allHostKeys } from '../../resources/terminal/hostkey/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { accessOf, judge } from '../access/evaluate.ts';
import { labelledActions, type TokenDeps } from './connectionToken.ts';
import { loginSecretOf, noteLoginSecret, takesLoginSecret } from './loginSecret.ts';
import { filtersFor, refuseUse, usernameOf } from './rules.ts';
import { assetFacts, methodFacts, platformFacts } from './secretFacts.ts';
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
type AssetRow = {
  id: string;
  name: string;
  address: string;
  org_id: string;
  domain: string | null;
  protocols: { name: string; port: number | null }[];
  platform: number;
};
type PlatformRow = {
  id: number;
  name: string;
  charset: string;
  domain_enabled: boolean;
  protocols: { name: string; port: number; setting?: Record<string, unknown> }[];
};

const first = async <T>(rows: Promise<T[]>): Promise<T> => {
  const found = (await rows)[0];
  if (!found) throw new AppError('connection_token_invalid');
  return found;
};

/** The user of a token, if that user may sign in. */
export const validUsers = (userId: string, ctx: Context): Promise<User[]> =>
  ctx.db.rows<User>(
    sql`select id::text as id, name, username, email from ${allUsers} u where id = ${userId} and is_active and (date_expired is null or date_expired > now())`,
  );

/** The asset of a token; throws where it is not in use. */
export const assetRow = (assetId: string, ctx: Context): Promise<AssetRow> =>
  first(
    ctx.db.rows<AssetRow>(
      sql`select id::text as id, name, address, org_id::text as org_id, domain::text as domain, protocols, platform::int as platform from ${allAssets} a where id = ${assetId} and is_active and platform is not null`,
    ),
  );

const platformRow = (platformId: number, ctx: Context): Promise<PlatformRow> =>
  first(
    ctx.db.rows<PlatformRow>(
      sql`select id::int as id, name, charset, domain_enabled, protocols from ${allPlatforms} p where id = ${platformId}`,
    ),
  );

const labelled = (value: string) => ({ value, label: value });

const withPorts = (protocols: AssetRow['protocols']) =>
  protocols.filter(
    (protocol): protocol is { name: string; port: number } => !!protocol.port && protocol.port > 0,
  );

const secretOf = async (account: SealedAccount, alias: string, ctx: Context): Promise<SecretAccount> => ({
  id: account.id,
  name: account.name,
  alias,
  username: account.username === 'null' ? '' : account.username,
  secret_type: labelled(account.secret_type),
  secret: (await openedSecret(account.secret, ctx)) ?? '',
  passphrase: null,
  privileged: account.privileged,
  su_from: null,
});

const hostKeys = (assetId: string, address: string, port: number, ctx: Context): Promise<KnownHostKey[]> =>
  ctx.db.rows<KnownHostKey>(
    sql`select key_type, fingerprint, key from ${allHostKeys} h where asset = ${assetId} and address = ${address} and port = ${port} and is_active`,
  );

const sshPort = (protocols: AssetRow['protocols'], protocol = 'ssh') =>
  protocols.find((entry) => entry.name === protocol)?.port ?? 22;

const jumpHosts = async (domain: string, ctx: Context): Promise<JumpHost[]> => {
  const rows =
    await ctx.db.rows<AssetRow>(sql`select a.id::text as id, a.name, a.address, a.org_id::text as org_id, a.protocols, a.platform::int as platform
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform and p.name = 'Gateway' where a.domain = ${domain} and a.is_active
    order by case a.connectivity when 'ok' then 0 when '-' then 1 else 2 end, random()`);
  const hosts: JumpHost[] = [];
  for (const row of rows) {
    const account = await sealedLoginOf(row.id, ctx.db);
    if (!account) continue;
    const platform = await platformRow(row.platform, ctx);
    hosts.push({
      id: row.id,
      name: row.name,
      address: row.address,
      protocols: withPorts(row.protocols),
      platform: {
        protocols: platform.protocols.map((protocol) => ({
          name: protocol.name,
          port: protocol.port || 22,
          setting: protocol.setting ?? {},
        })),
      },
      account: await secretOf(account, account.name, ctx),
      known_host_keys: await hostKeys(row.id, row.address, sshPort(row.protocols), ctx),
    });
  }
  return hosts;
};

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

/** What our gateway needs of a platform: only protocols that have a port. */
const platformOnWire = (platform: PlatformRow, known: object) => {
  const shown: Record<string, unknown>[] = 'protocols' in known ? (known.protocols as never) : [];
  const byName = new Map(shown.map((protocol) => [protocol.name, protocol]));
  return {
    id: platform.id,
    name: platform.name,
    charset: labelled(platform.charset),
    protocols: platform.protocols
      .filter(({ port }) => port > 0)
      .map(({ name, port, setting = {} }) => {
        const told = byName.get(name);
        return { ...told, name, port, setting: { ...valuesIn(told?.setting), ...setting } };
      }),
  };
};

/** The gateways through which an asset is reached; null when there are none. */
const domainOf = async (domain: string | null, ctx: Context): Promise<ConnectionSecret['domain']> => {
  const gateways = domain ? await jumpHosts(domain, ctx) : [];
  if (!domain || gateways.length === 0) return null;
  const [found] = await ctx.db.rows<{ name: string }>(
    sql`select name from ${allDomains} d where id = ${domain}`,
  );
  return { id: domain, name: found?.name ?? '', gateways };
};

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
  const user = await first(validUsers(token.user, ctx));
  const asset = await assetRow(token.asset, ctx);
  const platform = await platformRow(asset.platform, ctx);
  const verdict = judge(await accessOf(user, asset.id, ctx.db), {
    account: token.account,
    protocol: token.protocol,
  });
  if (!verdict.account) throw new AppError(verdict.refusal);
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
  const domain = platform.domain_enabled ? await domainOf(asset.domain, ctx) : null;
  const protocols = withPorts(asset.protocols);
  const known = await platformFacts(platform.id, ctx);
  return {
    id: token.id,
    value: token.value,
    user,
    asset: {
      ...(await assetFacts(asset.id, ctx)),
      ...{ id: asset.id, name: asset.name, address: asset.address, org_id: asset.org_id, protocols },
    },
    account: await accountFor(token, account, user, secret, ctx),
    platform: { ...known, ...platformOnWire(platform, known) },
    domain,
    gateway: null,
    command_filter_acls: await wireFilters(filters, ctx.db),
    from_ticket: token.from_ticket,
    known_host_keys: await hostKeys(asset.id, asset.address, sshPort(asset.protocols, token.protocol), ctx),
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
