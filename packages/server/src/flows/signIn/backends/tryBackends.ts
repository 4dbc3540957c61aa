import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from '../../../platform/settings.ts';
import type { Accepted, BackendContext, Candidate, Pass, PasswordBackend, Refused } from './backend.ts';
import type { Circuits } from './circuits.ts';

/** Why no backend accepted: which is named in the log, and what could not be asked. */
export type AllPassed = Pass & { backend: PasswordBackend | undefined; unavailable: readonly string[] };

/** The first answer that ends the attempt, with its backend; else why all passed. */
export type BackendOutcome = { backend: PasswordBackend; answer: Accepted | Refused } | AllPassed;

type Attempt = { username: string; password: string };
type Known = { settings: Pick<Settings, 'get'>; db: BackendContext['db']; user: Candidate | undefined };

/** Another system is asked only about its own users and unknown ones: it gets no password meant for others. */
const isAsked = ({ source }: PasswordBackend, user: Candidate | undefined): boolean =>
  source === 'local' || user === undefined || user.source === source;

/** The log names the backend of the user's source, else the first one for which the password was wrong. */
const namedOf = (
  asked: readonly (readonly [PasswordBackend, Pass['pass'] | undefined])[],
  user?: Candidate,
) =>
  (asked.find(([{ source }]) => source !== 'local' && source === user?.source) ??
    asked.find(([, pass]) => pass === 'password_failed') ??
    asked[0])?.[0];

/**
 * Asks the enabled backends in order until one accepts or refuses the user. A failure takes as long whether the name
 * is known or not: as long as the backends take that were not asked about it.
 */
export const tryBackends = async (
  backends: readonly PasswordBackend[],
  { username, password }: Attempt,
  { user, settings, db }: Known,
  circuits: Circuits,
): Promise<BackendOutcome> => {
  const asked: [PasswordBackend, Pass['pass'] | undefined][] = [];
  const unavailable: string[] = [];
  let usualMs = 0;
  for (const backend of backends) {
    if (!backend.isEnabled(settings)) continue;
    if (!isAsked(backend, user)) {
      usualMs += circuits.usualMs(backend.name);
      continue;
    }
    const answer = await circuits.ask(backend.name, backend.patienceMs?.(settings), (signal) =>
      backend.authenticate(username, password, { db, settings, user, signal }),
    );
    if ('unavailable' in answer) {
      unavailable.push(`${backend.name}: ${answer.unavailable}`);
      asked.push([backend, undefined]);
    } else if ('pass' in answer) asked.push([backend, answer.pass]);
    else return { backend, answer };
  }
  if (usualMs > 0) await sleep(usualMs);
  const pass = asked.some(([, why]) => why === 'password_failed') ? 'password_failed' : 'user_not_exist';
  return { pass, backend: namedOf(asked, user), unavailable };
};
