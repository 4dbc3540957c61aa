import type { SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { displayOf } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { holdApproval, noteOpened } from '../../resources/tickets/ticket/statements.ts';
import {
  endSessionsOf,
  listSession,
  openSession,
  type SessionProvider,
} from '../../resources/users/user/sessions.ts';
import { noteSignedIn } from '../../resources/users/user/statements.ts';
import type { User } from '../identify/user.ts';
import { logSignIn, type Origin } from './log.ts';

/** Whether a sign-in ends all other sign-ins of its user. */
export const isOnlyOne = (settings: Pick<Settings, 'get'>): boolean =>
  settings.get('USER_LOGIN_SINGLE_MACHINE_ENABLED');

/**
 * Opens the web session of an authenticated user; web session, online-session row and login log are stored
 * together or not at all. None is opened for an approval that was taken back.
 */
export const letIn = (
  signIn: {
    user: User;
    backend: SignInMethod;
    origin: Origin;
    isPersistent: boolean;
    hasCode: boolean;
    loginSecret?: string | undefined;
    provider?: SessionProvider | undefined;
    /** The ticket whose approval lets the user in, where a rule asked for one. */
    approval?: string | undefined;
    /** Name of the rule that lets the user in, or that asked for the approval. */
    rule?: string | undefined;
  },
  { db, settings }: { db: Database; settings: Settings },
): Promise<{ id: string; secret: string } | undefined> =>
  db.transaction(async (tx) => {
    const { user, backend, origin, approval } = signIn;
    if (approval && !(await holdApproval(approval, tx))) return undefined;
    if (isOnlyOne(settings)) await endSessionsOf(user.id, tx);
    const data = {
      login_time: Date.now(),
      backend,
      is_persistent: signIn.isPersistent,
      has_mfa: signIn.hasCode,
    };
    const session = await openSession(
      {
        userId: user.id,
        remoteAddr: origin.remoteAddr,
        data,
        seconds: settings.get('SESSION_COOKIE_AGE'),
        loginSecret: signIn.loginSecret,
        provider: signIn.provider,
      },
      tx,
    );
    if (approval) await noteOpened(approval, { kind: 'web', id: session.id }, tx);
    const { remoteAddr, userAgent } = origin;
    await listSession(session, { userId: user.id, remoteAddr, userAgent, backend }, tx);
    await noteSignedIn(user.id, tx);
    const mfa = signIn.hasCode ? 1 : 0;
    const decided = { isApproved: approval !== undefined, rule: signIn.rule };
    await logSignIn({ username: displayOf(user), origin, backend, mfa, ...decided }, tx);
    return session;
  });
