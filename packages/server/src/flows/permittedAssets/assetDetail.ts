import type { AnswerInput } from '@gatehouse/contract/call/callTypes.ts';
import type { getAssetOfUser } from '@gatehouse/contract/calls/perms.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { actionBits } from '@gatehouse/contract/permissions/actionBits.ts';
import { grantedFields } from '@gatehouse/contract/perms/grantedFields.ts';
import type { GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import { asset as assetDefinition } from '@gatehouse/contract/resources/assets/asset.ts';
import { withheldFrom } from '@gatehouse/policy/access/withheld.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { findRow } from '../../engine/operations/read.ts';
import type { Row } from '../../engine/resource.ts';
import type { Settings } from '../../platform/settings.ts';
import { formatDatetime } from '../../platform/time.ts';
import { allPlatforms } from '../../resources/assets/platform/relations.ts';
import { accessOf } from '../access/evaluate.ts';
import { labelledActions } from '../connect/connectionToken.ts';
import { hasLoginSecret, takesLoginSecret } from '../connect/loginSecret.ts';
import type { Subject } from './subject.ts';

type Protocol = { name: string; port: number | null };
type PlatformProtocol = { name: string; public?: boolean; setting?: Record<string, unknown> };

const platformProtocols = async (platform: unknown, ctx: Context): Promise<Map<string, PlatformProtocol>> => {
  const [found] = await ctx.db.rows<{ protocols: PlatformProtocol[] }>(
    sql`select protocols from ${allPlatforms} p where id = ${platform}`,
  );
  return new Map((found?.protocols ?? []).map((protocol) => [protocol.name, protocol]));
};

const permedProtocols = async (asset: Row<typeof assetDefinition>, granted: string[], ctx: Context) => {
  const known = await platformProtocols(asset.platform, ctx);
  const offered = (asset.protocols as Protocol[]).filter(
    ({ name }) => granted.includes('all') || granted.includes(name),
  );
  return offered.map(({ name, port }) => ({
    name,
    port,
    public: known.get(name)?.public !== false,
    setting: known.get(name)?.setting ?? {},
  }));
};

/** Where the check-outs of an account stand, for the user whose account it is. */
const checkoutOf = ({ checkout }: GrantedAccount, user: string, ctx: Context) => {
  if (!checkout) return null;
  const { open, minutes } = checkout;
  const isOwn = open?.user === user;
  return {
    id: open?.id ?? null,
    minutes,
    withheld: withheldFrom(checkout, user, new Date())?.why ?? null,
    is_own: isOwn,
    holder: open?.holder ?? '',
    date_expired: open?.state === 'held' ? formatDatetime(open.until, ctx.zone) : null,
    can_extend: isOwn && open.can_extend,
  };
};

const permedAccount = (account: GrantedAccount, hasLogin: boolean, user: string, ctx: Context) => ({
  id: account.id ?? account.alias,
  alias: account.alias,
  name: account.id ? account.name : ctx.t(`accounts.virtualaccount.choices.alias.${account.alias}`),
  username: account.username,
  has_username: !account.username.startsWith('@'),
  has_secret: account.has_secret || (hasLogin && takesLoginSecret(account)),
  // The console asks before sending the sign-in password (docs/decisions/0046).
  from_login: hasLogin && takesLoginSecret(account),
  secret_type: account.secret_type,
  privileged: account.privileged === true,
  actions: labelledActions(account.actions, actionBits, ctx),
  checkout: checkoutOf(account, user, ctx),
});

/** A granted asset with the accounts and protocols the user may use on it; 404 when it is not granted. */
export const grantedAsset = async (
  subject: Subject,
  assetId: string,
  ctx: Context,
  settings: Settings,
): Promise<AnswerInput<typeof getAssetOfUser>> => {
  const resource = ctx.engine.resource(assetDefinition);
  const asset = await findRow(resource, assetId, ctx);
  const access = await accessOf(subject, asset.id, ctx.db);
  if (!access.protocols.length) throw new AppError('object_does_not_exist');
  // Another user's web session is unknown here, so that user's accounts count as without a sign-in password.
  const sessionId = subject.id === ctx.actor.id ? ctx.sessionId : undefined;
  const place = { sessionId, userId: subject.id, orgId: asset.org_id };
  const hasLogin = access.accounts.some(takesLoginSecret) && (await hasLoginSecret(place, ctx, settings));
  const [wire] = await ctx.engine.present(resource, [asset], ['spec_info', ...grantedFields], ctx);
  return {
    ...wire,
    permed_protocols: await permedProtocols(asset, access.protocols, ctx),
    permed_accounts: access.accounts.map((account) => permedAccount(account, hasLogin, subject.id, ctx)),
  };
};
