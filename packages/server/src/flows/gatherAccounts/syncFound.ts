import type { FieldErrors } from '@gatehouse/contract/errors.ts';
import { account } from '@gatehouse/contract/resources/accounts/account.ts';
import type { SQL } from 'drizzle-orm';
import type { Context } from '../../engine/context.ts';
import { createMany } from '../../engine/operations/write.ts';
import { withoutAccount } from '../../resources/accounts/gatheredaccount/statements.ts';

const first = '00000000-0000-0000-0000-000000000000';
/** Most accounts that are created at once. */
const atOnce = 200;

/**
 * Creates accounts, without secrets, for what was found and has none; returns how many, and
 * why one was refused. `within` gives each batch its request, so that a long run commits in between.
 */
export const createFound = async (
  found: SQL,
  db: Context['db'],
  within: <T>(work: (ctx: Context) => Promise<T>) => Promise<T>,
): Promise<{ created: number; refused: FieldErrors | undefined }> => {
  let created = 0;
  let refused: FieldErrors | undefined;
  for (let after = first; ; ) {
    const rows = await withoutAccount(found, after, atOnce, db);
    const last = rows.at(-1);
    if (!last) return { created, refused };
    after = last.id;
    const outcomes = await within((ctx) =>
      createMany(
        ctx.engine.resource(account),
        rows.map(({ asset, username }) => ({
          ...{ asset, username, name: username, secret_type: 'password' },
          ...{ source: 'collected', on_invalid: 'skip' },
        })),
        ctx,
      ),
    );
    refused ??= outcomes.find(({ errors }) => errors)?.errors;
    created += outcomes.filter(({ errors }) => !errors).length;
  }
};
