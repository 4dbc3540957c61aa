import type { Message } from '@gatehouse/contract/errors.ts';
import type { HeldSecret, SecretChange } from '@gatehouse/contract/wire/machineWork.ts';
import type { Context } from '../../engine/context.ts';
import { randomPassword } from '../../platform/crypto/randomPassword.ts';
import { lockSecrets, takeOverPasswords } from '../../resources/accounts/account/statements.ts';
import type { ChangeSecretPlan } from '../../resources/accounts/changesecretautomation/statements.ts';
import {
  addRecords,
  noteDoubts,
  type OpenChange,
  openChanges,
  settleChanges,
} from '../../resources/accounts/changesecretrecord/statements.ts';
import { openedSecret } from '../../resources/accounts/secretValue.ts';

type Deps = Pick<Context, 'db' | 'engine'>;

/**
 * Stores new secrets for accounts, sealed, before any machine hears of them; returns for how many. An account whose last
 * change is not settled gets none.
 */
export const planChanges = async (
  { plan, work, accounts }: { plan: ChangeSecretPlan; work: string; accounts: readonly string[] },
  { db, engine }: Deps,
): Promise<number> => {
  const own = await openedSecret(plan.secret, { engine });
  return db.transaction(async (tx) => {
    const held = await lockSecrets(accounts, tx);
    const old = await engine.secrets.fetch(held.map(({ secret }) => secret));
    const changes = held.map(({ id }, index) => {
      const plain = plan.secret_strategy === 'random' ? randomPassword(plan.password_rules) : (own ?? '');
      return { account: id, old_secret: old[index] ?? null, new_secret: engine.vault.seal(plain) };
    });
    return addRecords({ work, changes }, tx);
  });
};

/** A change as a runner gets it, opened. */
export const changeOf = async (open: OpenChange, held: string | null, ctx: Deps): Promise<SecretChange> => ({
  username: open.username,
  secret_type: 'password',
  secret: ctx.engine.vault.open(open.new_secret),
  old_secret: (await openedSecret(held ?? open.old_secret, ctx)) ?? null,
});

/** What a runner found out about the secret of an account. */
export type Found = { account: string; holds: HeldSecret | null; failure: Message | null };

/**
 * Notes which secrets hold, in the transaction of the report. A new one becomes current; one of which nothing is known
 * is looked for again.
 */
export const takeFindings = async (found: readonly Found[], { db, engine }: Deps): Promise<void> => {
  const open = new Map(
    (
      await openChanges(
        found.map(({ account }) => account),
        db,
      )
    ).map((row) => [row.account, row]),
  );
  const about = found.flatMap(({ account, ...rest }) => {
    const change = open.get(account);
    return change ? [{ ...rest, change }] : [];
  });
  const current: { id: string; secret: string }[] = [];
  for (const { holds, change } of about)
    if (holds === 'new')
      current.push({ id: change.account, secret: await engine.secrets.keep(change.new_secret) });
  await takeOverPasswords(current, db);
  const settled = about.flatMap(({ holds, failure, change: { id } }) =>
    holds === null
      ? []
      : [
          {
            id,
            status: holds === 'new' ? ('success' as const) : ('failed' as const),
            failure: holds === 'new' ? null : failure,
          },
        ],
  );
  await settleChanges(settled, db);
  await noteDoubts(
    about.flatMap(({ holds, failure, change: { id } }) => (holds === null ? [{ id, failure }] : [])),
    db,
  );
};
