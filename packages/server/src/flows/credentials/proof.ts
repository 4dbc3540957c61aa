import type { Cache } from '../../platform/cache.ts';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { Database } from '../../platform/database.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import { passwordHashOf } from '../../resources/users/user/proofs.ts';

/** What checking a signed-in user's own password needs. */
export type ProofDeps = { db: Database; cache: Cache; passwords: Passwords };

/** Maximum number of attempts per user; further ones must wait. */
const mostTries = 10;
const waitSeconds = 600;

/**
 * Whether this is the password of a signed-in user. Repeated guesses must wait: a stolen web session must not
 * reveal the password.
 */
export const isOwnPassword = async (
  userId: string,
  password: string,
  { db, cache, passwords }: ProofDeps,
): Promise<boolean> => {
  const key = `own_password:${userId}`;
  const { count, left } = await cache.count(key, waitSeconds, db);
  if (count > mostTries) throw throttled('own_password', mostTries, left);
  const isRight = await passwords.matches(password, await passwordHashOf(userId, db));
  if (isRight) await cache.remove(key, db);
  return isRight;
};
