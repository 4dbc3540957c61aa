import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { displayOf } from '../../../engine/context.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Block, LockOut } from '../../../resources/users/user/lockOut.ts';
import type { RuleBook } from '../../accessRules/ruleBook.ts';
import type { User } from '../../identify/user.ts';
import type { Refused, SignInBackend } from '../backends/backend.ts';
import { logSignIn, type Origin } from '../log.ts';
import { judgeSignIn } from './rules.ts';

/** What the gate needs. */
export type GateDeps = {
  db: Database;
  settings: Pick<Settings, 'get'>;
  lockOut: LockOut;
  ruleBook: RuleBook;
};

/** Why a user may not sign in at all, whatever the password. */
export const stateOf = (
  user: Pick<User, 'is_active' | 'is_expired'>,
): 'user_expired' | 'user_inactive' | undefined => {
  if (user.is_expired) return 'user_expired';
  return user.is_active ? undefined : 'user_inactive';
};

/** Whether a user may sign in by a backend: only by that of the user's own source, if the setting requires it. */
export const mayUse = (
  { source }: Pick<User, 'source'>,
  backend: Pick<SignInBackend, 'source'>,
  settings: Pick<Settings, 'get'>,
): boolean => source === backend.source || !settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE');

/** Who tries to sign in, by which way and from where. */
export type Attempt = { username: string; origin: Origin; backend: SignInMethod };

/**
 * What every way to sign in passes, and where every refusal is logged: blocked addresses and names, states of users,
 * their sources, and login rules. MFA and reviews come after it, in `admit`.
 */
export const createGate = (deps: GateDeps) => {
  const { db, settings, lockOut } = deps;

  /** Writes a refusal to the login log. */
  const refuse = async (attempt: Attempt, refused: Refused, rule = ''): Promise<Refused> => {
    const { reason, cause } = refused;
    await logSignIn({ ...attempt, mfa: 2, reason, rule, detail: cause }, db);
    return refused;
  };

  const refuseBlock = async (attempt: Attempt, block: Block | undefined): Promise<Refused | undefined> => {
    if (!block) return undefined;
    const code = block.by === 'user' ? 'block_login' : 'block_global_ip_login';
    return refuse(attempt, { refusal: { code, minutes: block.minutes }, reason: 'login_blocked' });
  };

  /** Rules that refuse do so before a code is asked for; a review comes after it. */
  const refuseByRule = async (attempt: Attempt, user: User): Promise<Refused | undefined> => {
    const { outcome, rule, isWithoutReviewer } = await judgeSignIn(user, attempt.origin, deps);
    if (outcome !== 'reject') return undefined;
    const code = isWithoutReviewer ? 'no_reviewer' : 'acl_not_allow';
    return refuse(attempt, { refusal: { code }, reason: 'acl_not_allow' }, rule?.name);
  };

  return {
    refuse,
    /** Whether address or name are blocked; counts the attempt, which a password is checked in next. */
    beginPassword: async (attempt: Attempt): Promise<Refused | undefined> => {
      const { username, origin } = attempt;
      const block =
        (await lockOut.find(username, origin.remoteAddr, db)) ??
        (await lockOut.begin(username, origin.remoteAddr, db));
      return refuseBlock(attempt, block);
    },
    /** Counts a failed password. */
    failPassword: async (
      attempt: Attempt,
      { reason, cause, isComplete }: Pick<Refused, 'reason' | 'cause'> & { isComplete: boolean },
    ): Promise<Refused> => {
      const { left, minutes } = await lockOut.fail(attempt.username, attempt.origin.remoteAddr, db);
      const code = isComplete ? 'password_failed' : 'backend_unavailable';
      const refusal =
        left > 0 ? ({ code, left, minutes } as const) : ({ code: 'block_login', minutes } as const);
      return refuse(attempt, { refusal, reason, cause });
    },
    /** Whether the address is blocked from which a user arrives who is not known yet. */
    beginArrival: async (attempt: Attempt): Promise<Refused | undefined> =>
      refuseBlock(attempt, await lockOut.findAddress(attempt.origin.remoteAddr, db)),
    /** Counts an arrival without a valid proof. Its user is not known, so only the address is counted. */
    failArrival: async (attempt: Attempt, refused: Refused): Promise<Refused> => {
      await lockOut.failAddress(attempt.origin.remoteAddr, db);
      return refuse(attempt, refused);
    },
    /** Whether the name is blocked of a user who arrived by another way than a password. */
    findBlock: async (attempt: Attempt): Promise<Refused | undefined> =>
      refuseBlock(attempt, await lockOut.findName(attempt.username, attempt.origin.remoteAddr, db)),
    /** Why a proven user may not come in. */
    judge: async (
      user: User,
      origin: Origin,
      backend: Pick<SignInBackend, 'name' | 'source'>,
      username = displayOf(user),
    ): Promise<Refused | undefined> => {
      const attempt = { username, origin, backend: backend.name };
      const state = stateOf(user);
      if (state) return refuse(attempt, { refusal: { code: state }, reason: state });
      const foreign = 'only_local_users_are_allowed';
      if (!mayUse(user, backend, settings))
        return refuse(attempt, { refusal: { code: foreign }, reason: foreign });
      return refuseByRule(attempt, user);
    },
  };
};
