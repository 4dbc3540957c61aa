import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { ClientKeys } from '../../../platform/crypto/clientKeys.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { User } from '../../identify/user.ts';
import { type Backends, passwordBackends } from '../backends/all.ts';
import type { MustChange, Refusal, Refused } from '../backends/backend.ts';
import { type AllPassed, tryBackends } from '../backends/tryBackends.ts';
import type { Origin } from '../log.ts';
import { type Arrived, arrivedAs, type SettleDeps } from '../ways/arrivedAs.ts';
import { findCandidate } from './candidate.ts';
import { createGate, type GateDeps } from './gate.ts';

/** What checking a name and a password needs. */
export type AuthenticateDeps = GateDeps &
  SettleDeps & { clientKeys: ClientKeys; vault: Vault; backends: Backends };

/** A user who may go on to MFA and reviews, and the way by which. */
export type Entrant = {
  user: User;
  backend: SignInMethod;
  mustChange?: MustChange | undefined;
  loginSecret?: string | undefined;
  provider?: Arrived['provider'];
  refusal?: undefined;
};

/** Outcome of an attempt. */
export type Verdict = Entrant | { user?: undefined; refusal: Refusal };

/** The password as the web session stores it for accounts that use it; undefined unless settings allow it. */
export const keptSecret = (
  password: string,
  { settings, vault }: { settings: Pick<Settings, 'get'>; vault: Vault },
): string | undefined => (settings.get('CACHE_LOGIN_PASSWORD_ENABLED') ? vault.seal(password) : undefined);

type Attempt = { username: string; password: string; origin: Origin };

const refusalIn = ({ refusal }: Refused): Verdict => ({ refusal });

/** Checks a username and a password in the order of reference 02 §6.1; logs every refusal. */
export const createAuthenticate = (deps: AuthenticateDeps) => {
  const { db, settings, clientKeys, lockOut, backends } = deps;
  const gate = createGate(deps);

  const ask = async (username: string, password: string) => {
    const found = await findCandidate(username, db);
    const user = found?.is_service_account ? undefined : found;
    return tryBackends(
      passwordBackends(backends),
      { username, password },
      { db, settings, user },
      backends.circuits,
    );
  };

  const refusePassed = (
    { username, origin }: Attempt,
    { pass, backend, unavailable }: AllPassed,
  ): Promise<Refused> =>
    gate.failPassword(
      { username, origin, backend: backend?.name ?? 'password' },
      { reason: pass, cause: unavailable.join('; '), isComplete: unavailable.length === 0 },
    );

  return async (attempt: Attempt): Promise<Verdict> => {
    const { username, origin } = attempt;
    const first = { username, origin, backend: 'password' as const };
    const blocked = await gate.beginPassword(first);
    if (blocked) return refusalIn(blocked);
    const password = clientKeys.open(attempt.password);
    const unread = 'password_decrypt_failed';
    if (password === undefined)
      return refusalIn(await gate.refuse(first, { refusal: { code: unread }, reason: unread }));
    const outcome = await ask(username, password);
    if ('pass' in outcome) return refusalIn(await refusePassed(attempt, outcome));
    const { backend, answer } = outcome;
    const named = { username, origin, backend: backend.name };
    if ('refusal' in answer) return refusalIn(await gate.refuse(named, answer));
    const arrived = await arrivedAs(answer, backend, origin, deps);
    if ('refusal' in arrived) return refusalIn(await gate.refuse(named, arrived));
    const { user, provider } = arrived;
    const refused = await gate.judge(user, origin, backend, username);
    if (refused) return refusalIn(refused);
    await lockOut.succeed(username, origin.remoteAddr, db);
    const loginSecret = answer.isPassword ? keptSecret(password, deps) : undefined;
    const mustChange = 'mustChange' in answer ? answer.mustChange : undefined;
    return { user, backend: backend.name, mustChange, loginSecret, provider };
  };
};

/** Checks one attempt. */
export type Authenticate = ReturnType<typeof createAuthenticate>;
