import type { Passwords } from '../../platform/crypto/password.ts';
import type { Database } from '../../platform/database.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { passwordHashOf } from '../../resources/users/user/proofs.ts';

/** What checking a signed-in user's own password needs. */
export type ProofDeps = { db: Database; lockOut: LockOut; passwords: Passwords; settings: Settings };

/** A signed-in user who proves to know the password, and from where. */
export type Prover = { id: string; username: string; remoteAddr: string };

/**
 * Whether this is the password of a signed-in user. Repeated guesses must wait: a stolen web session must not
 * reveal the password.
 */
export const isOwnPassword = async (
  { id, username, remoteAddr }: Prover,
  password: string,
  { db, lockOut: { own }, passwords, settings }: ProofDeps,
): Promise<boolean> => {
  const block = (await own.find(username, remoteAddr, db)) ?? (await own.begin(username, remoteAddr, db));
  if (block) throw throttled('own_password', settings.get('SECURITY_LOGIN_LIMIT_COUNT'), block.minutes * 60);
  const isRight = await passwords.matches(password, await passwordHashOf(id, db));
  if (isRight) await own.succeed(username, remoteAddr, db);
  else await own.fail(username, remoteAddr, db);
  return isRight;
};
