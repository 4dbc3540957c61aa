import type { SignInFailure, SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { addLoginLog } from '../../resources/audits/userloginlog/statements.ts';
import { remoteAddrOf } from '../identify/identify.ts';

/** Origin of a sign-in attempt. */
export type Origin = { remoteAddr: string; userAgent: string; type: 'W' | 'T' | 'U' };

/**
 * Origin of a request: the client's address and user agent, and the type of sign-in (`U`, unknown, by
 * default).
 */
export const originOf = (request: FastifyRequest, type?: Origin['type']): Origin => {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, 512);
  return { remoteAddr: remoteAddrOf(request).slice(0, 39), userAgent, type: type ?? 'U' };
};

/** Writes an attempt to the login log, whatever its outcome. */
export const logSignIn = async (
  entry: {
    username: string;
    origin: Origin;
    backend: SignInMethod;
    mfa: 0 | 1 | 2;
    /** Why it failed; absent when it succeeded. */
    reason?: SignInFailure;
    /** It succeeded because a reviewer had approved it. */
    isApproved?: boolean;
    /** Name of the rule that decided it, or asked a reviewer. */
    rule?: string | undefined;
    /** What an administrator has to know of a failure, which the user is not told. */
    detail?: string | undefined;
  },
  db: Database,
): Promise<void> => {
  const { origin } = entry;
  await addLoginLog(
    {
      username: entry.username.slice(0, 128),
      type: origin.type,
      ip: origin.remoteAddr,
      userAgent: origin.userAgent,
      mfa: entry.mfa,
      reason: entry.reason ?? (entry.isApproved ? 'review_approved' : ''),
      rule: (entry.rule ?? '').slice(0, 128),
      detail: (entry.detail ?? '').slice(0, 1024),
      backend: entry.backend,
      status: entry.reason === undefined,
    },
    db,
  );
};
