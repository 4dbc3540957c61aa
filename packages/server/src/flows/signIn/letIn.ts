import { randomUUID } from 'node:crypto';
import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { sql } from 'drizzle-orm';
import { displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { endSessionsOf, openSession } from '../../resources/users/user/sessions.ts';
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
    await tx.rows(sql`insert into audits_usersession (id, "user", type, ip, city, user_agent, backend, date_expired, session_id, date_created)
      values (${randomUUID()}, ${person.id}, 'W', ${origin.remoteAddr}, '', ${origin.userAgent}, ${backend}, ${session.expiresAt.toISOString()}, ${session.id}, now())`);
    await tx.rows(sql`update users_user set last_login = now() where id = ${person.id}`);
    await logSignIn({ username: displayOf(person), origin, backend, mfa: given.hasCode ? 1 : 0 }, tx);
    return session;
  });
