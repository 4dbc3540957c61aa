import type { GrantedAccount } from '@gatehouse/contract/policy/access.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { isUuid } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { allVirtualAccounts } from '../../resources/accounts/virtualaccount/relations.ts';
import { keptLoginSecret } from '../../resources/users/user/relations.ts';
import { addActivities } from '../audit/activity.ts';

/**
 * Where to look for a sign-in password: the user's web session, and the organization of the asset it is for.
 */
type Place = { sessionId: string | null | undefined; userId: string; orgId: string };

const sealedIn = async (
  { sessionId, userId, orgId }: Place,
  { db }: Pick<Context, 'db'>,
  settings: Settings,
): Promise<string | undefined> => {
  if (!settings.get('CACHE_LOGIN_PASSWORD_ENABLED') || !isUuid(sessionId)) return undefined;
  const [found] = await db.rows<{ login_secret: string }>(
    sql`select login_secret from ${keptLoginSecret(sessionId, userId)} s where exists (select from ${allVirtualAccounts} v
        where org_id = ${orgId} and alias = '@USER' and secret_from_login)`,
  );
  return found?.login_secret;
};

/**
 * Whether an account may use the sign-in password: one of type password with the user's own username and
 * without a secret of its own.
 */
export const takesLoginSecret = (account: GrantedAccount): boolean =>
  account.is_own && !account.has_secret && account.secret_type === 'password';

/** Whether the web session holds a sign-in password that accounts of the organization may use. */
export const hasLoginSecret = async (place: Place, ctx: Context, settings: Settings): Promise<boolean> =>
  (await sealedIn(place, ctx, settings)) !== undefined;

/**
 * The sign-in password, while its web session lasts and both the settings and the organization let accounts
 * use it; otherwise empty.
 */
export const loginSecretOf = async (place: Place, ctx: Context, settings: Settings): Promise<string> => {
  const sealed = await sealedIn(place, ctx, settings);
  return sealed ? ctx.engine.vault.open(sealed) : '';
};

/** Records, for asset and user, that a sign-in password was sent. */
export const noteLoginSecret = async (
  user: { id: string; name: string; username: string },
  asset: { id: string; name: string; org_id: string },
  ctx: Context,
): Promise<void> => {
  const params = { user: `${user.name}(${user.username})`, asset: asset.name };
  const note = { type: 'S', key: 'activity.login_secret_used', params, orgId: asset.org_id } as const;
  await addActivities(
    [asset.id, user.id].map((resourceId) => ({ ...note, resourceId })),
    ctx,
  );
};
