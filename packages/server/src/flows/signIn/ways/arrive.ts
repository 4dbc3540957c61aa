import { displayOf } from '../../../engine/context.ts';
import type { Arrival, AssertionBackend, ElsewhereBackend, Refused } from '../backends/backend.ts';
import { within } from '../backends/circuits.ts';
import type { AuthenticateDeps, Verdict } from '../gate/authenticate.ts';
import { createGate } from '../gate/gate.ts';
import type { Origin } from '../log.ts';
import { arrivedAs } from './arrivedAs.ts';

type Arriving = {
  backend: ElsewhereBackend | AssertionBackend;
  /** Asks the backend who arrives. */
  ask: (signal: AbortSignal) => Promise<Arrival>;
  origin: Origin;
};

const failed = (cause: string): Refused => ({
  refusal: { code: 'provider_failed' },
  reason: 'provider_failed',
  cause,
});

/**
 * Lets a user through the gate who signed in by another way than a password. A failed arrival does not make the backend
 * rest (docs/decisions/0485): a stranger could cause it.
 */
export const createArrive = (deps: AuthenticateDeps) => {
  const gate = createGate(deps);
  return async ({ backend, ask, origin }: Arriving): Promise<Verdict> => {
    const refusalIn = ({ refusal }: Refused): Verdict => ({ refusal });
    const attempt = { username: '', origin, backend: backend.name };
    const blocked = await gate.beginArrival(attempt);
    if (blocked) return refusalIn(blocked);
    const arrival = await within(backend.patienceMs(deps.settings), ask);
    if ('unavailable' in arrival) return refusalIn(await gate.refuse(attempt, failed(arrival.unavailable)));
    if ('refusal' in arrival) return refusalIn(await gate.failArrival(attempt, arrival));
    const username = 'user' in arrival ? displayOf(arrival.user) : arrival.identity.username;
    const arrived = await arrivedAs(arrival, backend, origin, deps);
    if ('refusal' in arrived) return refusalIn(await gate.refuse({ ...attempt, username }, arrived));
    const { user, provider } = arrived;
    const refused =
      (await gate.findBlock({ ...attempt, username: user.username })) ??
      (await gate.judge(user, origin, backend));
    return refused ? refusalIn(refused) : { user, backend: backend.name, provider };
  };
};

/** Lets a user through the gate who arrived. */
export type Arrive = ReturnType<typeof createArrive>;
