import type { hostkey } from '@gatehouse/contract/resources/terminal/hostkey.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import { authorize } from '../../../engine/permission.ts';
import type { Behaviour } from '../../../engine/resource.ts';

/** A machine with a trusted key gets secrets, so only users who may read them can trust a key (decision 0431). */
const authorizeTrust = (ctx: Context): void => authorize(ctx, 'accounts.view_accountsecret');

/**
 * Trusts one key of an asset's address and port and stops trusting all others of the same address and port.
 */
export const acceptKey = async (
  key: { id: string; asset: unknown; address: unknown; port: unknown; key_type: unknown },
  ctx: Context,
): Promise<void> => {
  authorizeTrust(ctx);
  await ctx.db.rows(
    sql`update terminal_hostkey set is_active = false where asset = ${String(key.asset)} and address = ${String(key.address)} and port = ${Number(key.port)} and id <> ${key.id}`,
  );
  await ctx.db.rows(
    sql`update terminal_hostkey set is_active = true, accepted_by = ${ctx.actor.name}, date_accepted = now() where id = ${key.id}`,
  );
};

/** Host keys: a row that a user creates counts as accepted by that user. */
export const hostkeyBehaviour = (): Behaviour<typeof hostkey> => ({
  beforeWrite: ({ before, values, ctx }) => {
    const isTrusted = before ? !before.is_active && values.is_active : values.is_active !== false;
    if (isTrusted) authorizeTrust(ctx);
    return before ? undefined : { accepted_by: ctx.actor.name, date_accepted: new Date().toISOString() };
  },
});
