import { fieldError } from '@gatehouse/contract/errors.ts';
import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Row, Values } from '../../../engine/resource.ts';
import { uuids } from '../../../platform/database.ts';
import { openSecretChanges } from '../changesecretrecord/relations.ts';

type Account = Row<typeof account>;

/** What an open change of the secret is about: who signs in, and with what. */
const decisive = ['secret_type', 'username'] as const;

/** Refuses to turn an account into another one while it is not known which of its secrets holds. */
export const refuseWhileOpen = async (
  values: Values<typeof account>,
  before: Account,
  ctx: Context,
): Promise<void> => {
  const field = decisive.find((name) => values[name] !== undefined && values[name] !== before[name]);
  if (!field) return;
  const open = await ctx.db.rows(
    sql`select 1 from ${openSecretChanges} o where o.account = ${before.id}::uuid limit 1`,
  );
  if (open.length > 0) throw fieldError(field, 'account_change_open');
};

/** Refuses an undo that gives accounts back a kind of secret of which no open change is. */
export const refuseOtherKinds = async (rows: readonly Account[], ctx: Context): Promise<void> => {
  const ids = rows.map(({ id }) => id);
  const kinds = await ctx.db.rows<{ account: string; secret_type: string }>(
    sql`select o.account::text as account, o.secret_type from ${openSecretChanges} o where o.account = any(${uuids(ids)})`,
  );
  const kindOf = new Map(rows.map((row) => [row.id, row.secret_type]));
  if (kinds.some(({ account: id, secret_type }) => kindOf.get(id) !== secret_type))
    throw fieldError('secret_type', 'account_change_open');
};
