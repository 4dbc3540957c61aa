import { randomUUID } from 'node:crypto';
import type { SignInFailure, SignInMethod } from '@gatehouse/contract/authentication/signIn.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Database } from '../../platform/database.ts';
import { remoteAddrOf } from '../identify/identify.ts';

/** Where an attempt to sign in came from. */
export type Origin = { remoteAddr: string; userAgent: string; type: 'W' | 'T' | 'U' };

/** Origin of a request. Browsers identify as Mozilla; everything else is a program. */
export const originOf = (request: FastifyRequest, type?: Origin['type']): Origin => {
  const userAgent = String(request.headers['user-agent'] ?? '').slice(0, 512);
  return { remoteAddr: remoteAddrOf(request).slice(0, 39), userAgent, type: type ?? 'U' };
};

/** Writes the login log: every attempt, whatever its outcome. */
export const logSignIn = async (
  entry: {
    username: string;
    origin: Origin;
    backend: SignInMethod;
    mfa: 0 | 1 | 2;
    /** Why it failed; absent when it succeeded. */
    reason?: SignInFailure;
  },
  db: Database,
): Promise<void> => {
  const { origin } = entry;
  await db.rows(sql`insert into audits_userloginlog (id, username, type, ip, city, user_agent, mfa, reason, backend, status, datetime)
    values (${randomUUID()}, ${entry.username.slice(0, 128)}, ${origin.type}, ${origin.remoteAddr}, '', ${origin.userAgent}, ${entry.mfa},
      ${entry.reason ?? ''}, ${entry.backend}, ${entry.reason === undefined}, clock_timestamp())`);
};
