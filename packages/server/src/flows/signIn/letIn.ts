import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { endSessionsOf, listSession, openSession } from '../../resources/users/user/sessions.ts';
import { noteSignedIn } from '../../resources/users/user/statements.ts';
import type { Person } from '../identify/person.ts';
import { logSignIn, type Origin } from './log.ts';

/** Opens the session of an authenticated user: session, online-session row, login log, all or nothing. */
export const letIn = (
  given: {
    person: Person;
    backend: SignInMethod;
    origin: Origin;
    isPersistent: boolean;
    hasCode: boolean;
    loginSecret?: string | undefined;
  },
  { db, settings }: { db: Database; settings: Settings },
): Promise<{ id: string; secret: string }> =>
  db.transaction(async (tx) => {
    const { person, backend, origin } = given;
    if (settings.get('USER_LOGIN_SINGLE_MACHINE_ENABLED')) await endSessionsOf(person.id, tx);
    const data = {
      login_time: Date.now(),
      backend,
      is_persistent: given.isPersistent,
      has_mfa: given.hasCode,
    };
    const session = await openSession(
      {
        userId: person.id,
        remoteAddr: origin.remoteAddr,
        data,
        seconds: settings.get('SESSION_COOKIE_AGE'),
        loginSecret: given.loginSecret,
      },
      tx,
    );
    const { remoteAddr, userAgent } = origin;
    await listSession(session, { userId: person.id, remoteAddr, userAgent, backend }, tx);
    await noteSignedIn(person.id, tx);
    await logSignIn({ username: displayOf(person), origin, backend, mfa: given.hasCode ? 1 : 0 }, tx);
    return session;
  });
