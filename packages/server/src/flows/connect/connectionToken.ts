import { randomBytes } from 'node:crypto';
import { fieldError } from '@gatehouse/contract/errors.ts';
import type { connectiontoken } from '@gatehouse/contract/resources/authentication/connectiontoken.ts';
import { assetpermission } from '@gatehouse/contract/resources/perms/assetpermission.ts';
import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import { preferences } from '@gatehouse/contract/users/preferences.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../engine/context.ts';
import { bitNames } from '../../engine/fields/bits/bits.ts';
import { choiceLabel } from '../../engine/labels.ts';
import type { Behaviour, Row, Values } from '../../engine/resource.ts';
import { isSlowToOpen, openingLimits } from '../../platform/crypto/isSlowToOpen.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { instantOf } from '../../platform/time.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { preferencesOf } from '../../resources/users/user/statements.ts';
import { accessOf, judge, refusalOf } from '../access/evaluate.ts';
import { noteRefusal } from '../accessRules/connectionRecords.ts';
import type { RuleBook } from '../accessRules/ruleBook.ts';
import { connectMethodValues } from '../components/connectMethods.ts';
import { judgeByRules, methodsTakenFrom, usernameOf } from './rules.ts';
import { ticketInfos } from './ticketInfo.ts';

type Asset = {
  id: string;
  name: string;
  address: string;
  org_id: string;
  is_active: boolean;
  category: string;
  protocols: { name: string; port: number }[];
};

/** 16 characters that fit in a terminal prompt. */
const newValue = () => randomBytes(12).toString('base64url');

const assetOf = async (assetId: string, ctx: Context): Promise<Asset> => {
  const found = (
    await ctx.db.rows<Asset>(
      sql`select id::text as id, name, address, org_id::text as org_id, is_active, category, protocols from ${allAssets} a where id = ${assetId}`,
    )
  )[0];
  if (!found?.is_active) throw fieldError('asset', 'does_not_exist', { pk: assetId });
  return found;
};

const displayOfAsset = ({ name, address }: Pick<Asset, 'name' | 'address'>): string => `${name}(${address})`;

/**
 * The user who connects with a token, the address from which, empty if it is not known, and the web session whose
 * password the token may use.
 */
export type TokenUser = {
  id: string;
  username: string;
  name: string;
  address: string;
  sessionId: string | null;
};

/**
 * Checks a requested connection of a user and returns the columns of its token; throws the refusal for the
 * client.
 */
const judgeConnection = async (
  request: {
    asset: string;
    account: string;
    protocol: string;
    input_username: string;
    hasInputSecret: boolean;
    method: string;
  },
  subject: TokenUser,
  ctx: Context,
  ruleBook: RuleBook,
) => {
  const asset = await assetOf(request.asset, ctx);
  if (request.account === '@ANON' && !['web', 'custom'].includes(asset.category))
    throw fieldError('account', 'anonymous_not_here');
  if (!asset.protocols.some((protocol) => protocol.name === request.protocol))
    throw fieldError('protocol', 'protocol_not_on_asset', { protocol: request.protocol, asset: asset.name });
  const verdict = judge(await accessOf(subject, asset.id, ctx.db), request);
  if (!verdict.account) throw refusalOf(verdict, ctx);
  const { account } = verdict;
  const asset_display = displayOfAsset(asset);
  const username = usernameOf(account, request.input_username);
  const { ticket, approval, until } = await judgeByRules(
    {
      user: subject,
      asset: { id: asset.id, org_id: asset.org_id, display: asset_display },
      username,
      address: subject.address,
      method: request.method,
    },
    ruleBook,
    ctx,
  );
  return {
    org_id: asset.org_id,
    from_ticket: ticket ?? approval ?? null,
    waits: ticket !== undefined,
    until,
    account: account.alias,
    actions: account.actions,
    input_username: account.alias === '@INPUT' ? request.input_username : '',
    keepsInputSecret: !account.has_secret,
    permission: { date_expired: account.date_expired.toISOString() },
    asset_display,
  };
};

/** The user's terminal preferences, with the default of each that is not set. */
const preferredOptions = async (userId: string, ctx: Context): Promise<Record<string, unknown>> => {
  const basic = preferences.koko.basic;
  const chosen = await preferencesOf(userId, 'koko', ctx.db);
  return Object.fromEntries(
    Object.entries(basic).map(([name, field]) => [name, chosen.get(name) ?? field.default]),
  );
};

const lifetime = (settings: Settings, reusable: boolean) =>
  settings.get(reusable ? 'CONNECTION_TOKEN_REUSABLE_EXPIRATION' : 'CONNECTION_TOKEN_ONETIME_EXPIRATION');

const expiry = (row: Row<typeof connectiontoken>) => instantOf(row.date_expired)?.getTime() ?? 0;

/** What making tokens needs. */
export type TokenDeps = { settings: Settings; ruleBook: RuleBook };

/** Refuses a way to connect that a rule takes from the user. */
const refuseTakenMethod = async (
  { method, values, subject }: { method: string; values: Values<typeof connectiontoken>; subject: TokenUser },
  ctx: Context,
  ruleBook: RuleBook,
): Promise<void> => {
  const taken = (await methodsTakenFrom(subject.id, subject.address, ruleBook, ctx.db)).get(method);
  if (!taken) return;
  const asset = await assetOf(String(values.asset), ctx);
  const alias = String(values.account);
  const connection = {
    user: subject,
    asset: { id: asset.id, org_id: asset.org_id, display: displayOfAsset(asset) },
    username: usernameOf({ alias, username: alias }, values.input_username ?? ''),
    address: subject.address,
    method,
  };
  noteRefusal('connectmethodacl', taken, connection, ctx);
  throw fieldError('connect_method', 'method_taken', { method });
};

/** How long a token waits for its ticket, in seconds; an approval starts its lifetime. */
const waitingSeconds = CONFIRMATION_MINUTES * 60;

/** The columns of a new token of a user, checked (reference 04 §17). */
export const tokenColumns = async (
  values: Values<typeof connectiontoken>,
  subject: TokenUser,
  ctx: Context,
  { settings, ruleBook }: TokenDeps,
) => {
  const method = String(values.connect_method);
  if (!connectMethodValues.has(method))
    throw fieldError('connect_method', 'invalid_choice', { value: method });
  await refuseTakenMethod({ method, values, subject }, ctx, ruleBook);
  const reusable = values.is_reusable === true && settings.get('CONNECTION_TOKEN_REUSABLE');
  const judged = await judgeConnection(
    {
      asset: String(values.asset),
      account: String(values.account),
      protocol: values.protocol ?? 'ssh',
      input_username: values.input_username ?? '',
      hasInputSecret: Boolean(values.input_secret),
      method,
    },
    subject,
    ctx,
    ruleBook,
  );
  const { keepsInputSecret, permission, waits, until, ...columns } = judged;
  const seconds = lifetime(settings, reusable);
  const ends = Date.now() + (waits ? waitingSeconds : seconds) * 1000;
  const input_secret = keepsInputSecret ? (values.input_secret ?? null) : null;
  // Opening such a key would block the gateway for all other users.
  if (input_secret && isSlowToOpen(ctx.engine.vault.open(input_secret)))
    throw fieldError('input_secret', 'ssh_key_too_slow', openingLimits);
  return {
    ...columns,
    permission: { ...permission, seconds },
    input_secret,
    value: newValue(),
    user: subject.id,
    user_display: displayOf(subject),
    remote_addr: subject.address || null,
    session_id: subject.sessionId,
    is_active: !waits,
    // An approval is for one connection.
    is_reusable: reusable && columns.from_ticket === null,
    connect_options: {
      ...(await preferredOptions(subject.id, ctx)),
      ...(values.connect_options as object),
    },
    // An approval that holds for a while lets nothing through after it.
    date_expired: new Date(Math.min(ends, until?.getTime() ?? ends)).toISOString(),
  };
};

/** How long tokens are still valid. */
export const tokenTimes = {
  expire_time: (rows) => rows.map((row) => Math.max(0, Math.round((expiry(row) - Date.now()) / 1000))),
  is_expired: (rows) => rows.map((row) => expiry(row) <= Date.now()),
  from_ticket_info: (rows, ctx) => ticketInfos(rows, ctx),
} satisfies Behaviour<typeof connectiontoken>['computed'];

/** The caller's own unexpired connection tokens, checked when created. */
export const connectionTokenBehaviour = (deps: TokenDeps): Behaviour<typeof connectiontoken> => ({
  visibleTo: (ctx) =>
    sql`t."user" = ${isUuid(ctx.actor.id) ? ctx.actor.id : null} and t.date_expired > now()`,
  beforeWrite: async ({ ctx, values, before }) => {
    if (before) return undefined;
    const { id, username, name } = ctx.actor;
    const own = { id, username, name, address: ctx.remoteAddr, sessionId: ctx.sessionId ?? null };
    return tokenColumns(values, own, ctx, deps);
  },
  computed: tokenTimes,
});

/** Bits as labelled actions. */
export const labelledActions = (bits: number, names: readonly string[], ctx: Context) => {
  const resource = ctx.engine.resource(assetpermission);
  return bitNames(names, bits).map((value) => ({
    value,
    label: choiceLabel({ name: 'actions', resource, ctx }, value),
  }));
};
