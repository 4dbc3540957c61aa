import { keyMethods, pushingMethods } from '@gatehouse/contract/assets/automationMethods.ts';
import { rowOfOwnMethod } from '@gatehouse/contract/assets/ownMethods.ts';
import { fieldError, type Message } from '@gatehouse/contract/errors.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Values } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { allAssets } from '../../assets/asset/relations.ts';
import { allPlatforms } from '../../assets/platform/relations.ts';
import { checkedParams } from '../methodParams.ts';

type Account = Values<typeof account>;
/** What decides whether an account can be pushed. */
type Pushed = {
  [name in 'username' | 'secret_type']?: string | undefined;
} & { secret?: string | null | undefined; privileged?: boolean | undefined };
/** What the platform of an asset says about switching users and pushing accounts, by the kinds of their secrets. */
export type AssetPlatform = { id: string; platform: string; switches: boolean; pushes: readonly string[] };

const [methods, ofKeys]: (readonly unknown[])[] = [pushingMethods, keyMethods];

/** The kinds of secrets with which a platform pushes accounts. */
const pushedBy = (automation: { [name: string]: unknown } | null): string[] => {
  const { ansible_enabled, push_account_enabled, push_account_method: method } = automation ?? {};
  if (ansible_enabled !== true || push_account_enabled !== true) return [];
  if (!methods?.includes(method) && rowOfOwnMethod(method) === undefined) return [];
  return ofKeys?.includes(method) ? ['password', 'ssh_key'] : ['password'];
};

/** The platforms of assets, as far as accounts need them. */
export const platformsOf = async (
  assets: readonly string[],
  ctx: Context,
): Promise<Map<string, AssetPlatform>> => {
  const rows = await ctx.db.rows<{
    id: string;
    platform: string;
    switches: boolean;
    automation: { [name: string]: unknown } | null;
  }>(sql`select a.id::text as id, p.name as platform, p.su_enabled as switches, p.automation
    from ${allAssets} a join ${allPlatforms} p on p.id = a.platform where a.id = any(${uuids(assets)})`);
  return new Map(
    rows.map(({ id, platform, switches, automation }) => [
      id,
      { id, platform, switches: switches === true, pushes: pushedBy(automation) },
    ]),
  );
};

/** Why an account is not pushed; undefined if it is. */
export const whyNotPushed = (
  { username, secret_type, secret, privileged }: Pushed,
  on: AssetPlatform | undefined,
): Message | undefined => {
  const type = secret_type ?? 'password';
  if (!on || on.pushes.length === 0 || (type === 'ssh_key' && !on.pushes.includes(type)))
    return { key: 'push_now_platform', params: { platform: on?.platform ?? '' } };
  if (privileged || ['root', 'administrator'].includes((username ?? '').toLowerCase()))
    return { key: 'push_now_ruler', params: {} };
  const isSet = secret && username && on.pushes.includes(type);
  return isSet ? undefined : { key: 'push_now_secret', params: {} };
};

/** What a write says about pushing; refuses it to callers who may not push, and parameters that do not exist. */
export const checkedPush = ({ push_now, params }: Account, ctx: Context): Account => {
  if (!push_now) return {};
  authorize(ctx, 'accounts.push_account');
  return params ? { params: checkedParams('push_account', params) } : {};
};

/** Refuses to push an account, as it will be, where it would be left alone. */
export const refusePush = async (account: Pushed, asset: string, ctx: Context): Promise<void> => {
  const why = whyNotPushed(account, (await platformsOf([asset], ctx)).get(asset));
  if (why) throw fieldError('push_now', why.key, why.params);
};
