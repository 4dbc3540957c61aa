import type { account } from '@gatehouse/contract/resources/accounts/account.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Row } from '../../../engine/resource.ts';
import { isSameSealed } from '../../../platform/crypto/vault.ts';
import { isUuid } from '../../../platform/database.ts';
import { allUsers } from '../../users/user/relations.ts';

/** The version of an account's next save: one more than the highest in its history. */
export const nextVersion = async (accountId: string, ctx: Context): Promise<number> =>
  (
    await ctx.db.rows<{ next: number }>(
      sql`select coalesce(max(version), 0)::int + 1 as next from accounts_historicalaccount where account = ${accountId}`,
    )
  )[0]?.next ?? 1;

const isNew = ({
  row,
  before,
}: {
  row: Row<typeof account>;
  before: Row<typeof account> | undefined;
}): boolean => !before || !isSameSealed(row.secret, before.secret) || row.secret_type !== before.secret_type;

/** Adds to the history the secrets of new accounts, and of those whose secret or secret type has changed. */
export const keepSecrets = async (
  written: { row: Row<typeof account>; before: Row<typeof account> | undefined }[],
  ctx: Context,
): Promise<void> => {
  const kept = written.filter(isNew).map(({ row }) => row.id);
  if (!kept.length) return;
  const by = isUuid(ctx.actor.id) ? ctx.actor.id : null;
  await ctx.db.rows(sql`insert into accounts_historicalaccount (org_id, account, secret, secret_type, version, history_user, history_date)
    select a.org_id, a.id, a.secret, a.secret_type, a.version, (select u.id from ${allUsers} u where u.id = ${by}), clock_timestamp()
    from accounts_account a where a.id = any(${`{${kept.join(',')}}`}::uuid[]) order by a.id`);
};
