import { fieldError } from '@gatehouse/contract/errors.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Row, Values } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { openCheckouts } from '../accountcheckout/relations.ts';
import { openSecretChanges } from '../changesecretrecord/relations.ts';

type Account = Row<typeof account>;

/** What an open change of the secret is about: who signs in, and with what. */
const decisive = ['secret_type', 'username'] as const;

const isAnyHeld = async (ids: readonly string[], ctx: Context): Promise<boolean> =>
  (
    await ctx.db.rows(
      sql`select 1 from ${openCheckouts} h where h.account = any(${uuids(ids)}) and h.status = 'held' limit 1`,
    )
  ).length > 0;

/**
 * Refuses to turn an account into another one while it is not known which of its secrets holds, and another secret
 * while the one that it has is on its way to its machine: it could arrive after the other one. Neither is possible while a
 * user holds the account (decision 0472).
 */
export const refuseWhileOpen = async (
  values: Values<typeof account>,
  before: Account,
  ctx: Context,
): Promise<void> => {
  const isOther = (name: (typeof decisive)[number] | 'secret'): boolean =>
    values[name] !== undefined && (values[name] ?? null) !== (before[name] ?? null);
  const field = decisive.find(isOther) ?? (isOther('secret') ? 'secret' : undefined);
  if (!field) return;
  if (await isAnyHeld([before.id], ctx)) throw fieldError(field, 'checkout_holds_secret');
  const open = await ctx.db.rows<{ is_kept: boolean }>(
    sql`select o.is_kept from ${openSecretChanges} o where o.account = ${before.id}::uuid`,
  );
  if (open.some(({ is_kept }) => is_kept || field !== 'secret'))
    throw fieldError(field, 'account_change_open');
};

/**
 * Refuses an undo that gives accounts back a kind of secret of which no open change is, or a secret while another one is
 * on its way to their machines. While a user holds one of them, nothing of it is undone.
 */
export const refuseOtherKinds = async (rows: readonly Account[], ctx: Context): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  if (await isAnyHeld(ids, ctx)) throw fieldError('secret', 'checkout_holds_secret');
  const open = await ctx.db.rows<{
    account: string;
    secret_type: string;
    is_kept: boolean;
    new_secret: string;
  }>(
    sql`select o.account::text as account, o.secret_type, o.is_kept, o.new_secret from ${openSecretChanges} o where o.account = any(${uuids(ids)})`,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (open.some(({ account: id, secret_type }) => byId.get(id)?.secret_type !== secret_type))
    throw fieldError('secret_type', 'account_change_open');
  if (open.some(({ account: id, is_kept, new_secret }) => is_kept && byId.get(id)?.secret !== new_secret))
    throw fieldError('secret', 'account_change_open');
};
