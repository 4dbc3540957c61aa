import { AppError } from '@gatehouse/contract/errors.ts';
import type { Passwords } from '../../platform/crypto/password.ts';
import type { Database } from '../../platform/database.ts';
import { throttled } from '../../platform/limits/rateLimits.ts';
import type { Settings } from '../../platform/settings.ts';
import { userOfIdentity } from '../../resources/users/user/identities.ts';
import type { LockOut } from '../../resources/users/user/lockOut.ts';
import { passwordHashOf } from '../../resources/users/user/proofs.ts';
import { storedUsers } from '../../resources/users/user/statements.ts';
import { type Backends, passwordBackends } from '../signIn/backends/all.ts';
import { findCandidate } from '../signIn/gate/candidate.ts';
import { mayUse } from '../signIn/gate/gate.ts';

/** What checking a signed-in user's own password needs. */
export type ProofDeps = {
  db: Database;
  lockOut: LockOut;
  passwords: Passwords;
  settings: Settings;
  backends: Backends;
};

/** A signed-in user who proves to know the password, and from where. */
export type Prover = { id: string; username: string; remoteAddr: string };

/** Whether the system that the user comes from accepts the password as that of this user. */
const isRightElsewhere = async (
  { id, username }: Prover,
  password: string,
  { db, settings, backends }: ProofDeps,
): Promise<boolean> => {
  const user = await findCandidate(username, db);
  const own = passwordBackends(backends).find(({ source }) => source !== 'local' && source === user?.source);
  if (!own || !user) return false;
  const answer = await backends.circuits.ask(own.name, own.patienceMs?.(settings), (signal) =>
    own.authenticate(username, password, { db, settings, user, signal }),
  );
  if ('unavailable' in answer) throw new AppError('error', {}, { messageKey: 'directory_unavailable' });
  if ('user' in answer) return answer.user.id === id;
  if (!('identity' in answer)) return false;
  const joined = await userOfIdentity(answer.identity, db);
  return joined ? joined.id === id : answer.identity.username === username;
};

/** The password stored here does not count for users who sign in by their own source only. */
const isRightHere = async (
  { id }: Prover,
  password: string,
  { db, passwords, settings }: ProofDeps,
): Promise<boolean> => {
  const isRight = await passwords.matches(password, await passwordHashOf(id, db));
  const [user] = isRight ? await storedUsers([id], db) : [];
  return user !== undefined && mayUse(user, { source: 'local' }, settings);
};

/**
 * Whether this is the password of a signed-in user, here or at the system the user comes from. Repeated guesses must
 * wait: a stolen web session must not reveal the password.
 */
export const isOwnPassword = async (prover: Prover, password: string, deps: ProofDeps): Promise<boolean> => {
  const { username, remoteAddr } = prover;
  const { db, settings } = deps;
  const { own } = deps.lockOut;
  const block = (await own.find(username, remoteAddr, db)) ?? (await own.begin(username, remoteAddr, db));
  if (block) throw throttled('own_password', settings.get('SECURITY_LOGIN_LIMIT_COUNT'), block.minutes * 60);
  const isRight =
    (await isRightHere(prover, password, deps)) || (await isRightElsewhere(prover, password, deps));
  if (isRight) await own.succeed(username, remoteAddr, db);
  else await own.fail(username, remoteAddr, db);
  return isRight;
};
