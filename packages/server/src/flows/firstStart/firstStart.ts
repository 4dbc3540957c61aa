import { randomInt } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { Database } from '../../platform/database.ts';
import { allUsers } from '../../resources/users/user/relations.ts';
import { seedAdmin, seedBuiltins } from './seed.ts';

/** Number of the advisory lock for the first start: servers that start together take turns. */
const lockKey = 7_204_432;

/** Without letters and digits that look alike, as users copy this by hand. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

const randomPassword = (length = 20): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Where the first administrator's password is stored until it is changed. */
export const initialPasswordFile = (home: string): string => join(home, 'keys', 'initial-admin-password');

/** Deletes the first password; called when the administrator has chosen another. */
export const forgetInitialPassword = (home: string): Promise<void> =>
  rm(initialPasswordFile(home), { force: true });

/**
 * Ensures that everything built in exists. The first start also creates the user `admin` with a random
 * password. Before the user is added, the password is written to a file that only the file's owner can read,
 * so that a crash in between locks nobody out.
 */
export const firstStart = async (deps: {
  db: Database;
  passwords: Passwords;
  home: string;
  tell: (line: string) => void;
}): Promise<void> => {
  const { db, passwords, home, tell } = deps;
  const password = await db.transaction(async (tx) => {
    await tx.rows(sql`select pg_advisory_xact_lock(${lockKey})`);
    await seedBuiltins(tx);
    const users = await tx.rows(sql`select 1 from ${allUsers} u where not is_service_account limit 1`);
    if (users.length) return undefined;
    const made = randomPassword();
    const file = initialPasswordFile(home);
    await mkdir(join(home, 'keys'), { recursive: true, mode: 0o700 });
    await writeFile(file, `${made}\n`, { mode: 0o600 });
    return (await seedAdmin(await passwords.hash(made), tx)) ? made : undefined;
  });
  if (password === undefined) return;
  tell(
    `First sign-in: user admin, password ${password} (also in ${initialPasswordFile(home)} until you change it)`,
  );
};
