import type { Message } from '@gatehouse/contract/messages/messages.ts';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { accountcheckout } from '@gatehouse/contract/resources/accounts/accountcheckout.ts';
import { sql } from 'drizzle-orm';
import { type Context, displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import { allAccounts } from '../../resources/accounts/account/relations.ts';
import type { FailedReturn, Returned } from '../../resources/accounts/accountcheckout/statements.ts';
import { allAssets } from '../../resources/assets/asset/relations.ts';
import { allRoleBindings } from '../../resources/rbac/rolebinding/relations.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { addActivities } from '../audit/activity.ts';
import { notify } from '../notifications/notify.ts';

type Checkout = { id: string; org: string; account: string };

/** An account as logs and messages name it. */
export const titleOf = async (account: string, db: Database): Promise<string> =>
  (
    await db.rows<{ title: string }>(
      sql`select c.name || ' @ ' || a.name as title from ${allAccounts} c join ${allAssets} a on a.id = c.asset where c.id = ${account}::uuid`,
    )
  )[0]?.title ?? '';

/** What happens to a check-out: the action of the operate log, and the line of the account's activity. */
const events = {
  out: ['create', 'account_checked_out'],
  extended: ['update', 'account_checkout_extended'],
  in: ['close', 'account_checked_in'],
  expired: ['close', 'account_checkout_expired'],
  taken: ['close', 'account_checkout_taken'],
  failed: ['update', 'account_checkout_failed'],
  retried: ['update', 'account_checkout_retried'],
  released: ['close', 'account_checkout_released'],
  viewed: ['view', 'secret_viewed'],
} as const;

/** Writes what happened to a check-out to the operate log and to the activity of its account. */
export const logCheckout = async (
  { id, org, account }: Checkout,
  event: keyof typeof events,
  ctx: Context,
): Promise<void> => {
  const [action, line] = events[event];
  const resource = ctx.engine.resource(accountcheckout);
  const display = await titleOf(account, ctx.db);
  await ctx.engine.record([{ action, resource, row: { id, org_id: org }, display, diff: {} }], ctx);
  const params = { user: displayOf(ctx.actor) };
  await addActivities([{ type: 'O', resourceId: account, orgId: org, key: `activity.${line}`, params }], ctx);
};

/** Tells the holder that the check-out has ended without the holder's doing. */
export const tellHolder = async (
  { account, user, org }: Returned,
  by: string | undefined,
  ctx: Context,
): Promise<void> => {
  if (user === null) return;
  const title = await titleOf(account, ctx.db);
  const message: Message =
    by === undefined
      ? { key: 'checkout_expired', params: { account: title } }
      : { key: 'checkout_taken', params: { account: title, by } };
  await notify([user], message, ctx.db, { org });
};

/** Those who administer an organization, or all of them. */
const administrators = async (org: string, db: Database): Promise<string[]> =>
  (
    await db.rows<{
      id: string;
    }>(sql`select distinct u.id::text as id from ${allRoleBindings} b join ${allUsers} u on u.id = b."user"
      where u.is_active and not u.is_service_account and ((b.org = ${org}::uuid and b.role = ${builtinRoles.orgAdmin.id}::uuid)
        or b.role = ${builtinRoles.systemAdmin.id}::uuid)`)
  ).map(({ id }) => id);

/** Tells the administrators that the secret was not changed after a check-out, and that the account waits for them. */
export const tellFailure = async (
  { account, org, user_display: holder, failure }: FailedReturn,
  ctx: Context,
): Promise<void> => {
  const cause = failure ? ctx.t(`errors.${failure.key}`, failure.params) : '';
  const params = { account: await titleOf(account, ctx.db), holder, cause };
  await notify(await administrators(org, ctx.db), { key: 'checkout_not_changed', params }, ctx.db, { org });
};

/** Tells the other administrators that an account was released although its secret was not changed. */
export const tellRelease = async (
  { account, org, user_display: holder }: Returned,
  ctx: Context,
): Promise<void> => {
  const others = (await administrators(org, ctx.db)).filter((id) => id !== ctx.actor.id);
  const params = { account: await titleOf(account, ctx.db), holder, by: displayOf(ctx.actor) };
  await notify(others, { key: 'checkout_released', params }, ctx.db, { org });
};
