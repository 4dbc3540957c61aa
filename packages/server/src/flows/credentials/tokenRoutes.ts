import { fieldError } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type Context, displayOf } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts } from '../../engine/http.ts';
import { formatDatetime } from '../../platform/time.ts';
import type { Person } from '../identify/person.ts';
import { countAttempt } from '../signIn/attempts.ts';
import type { Refusal } from '../signIn/authenticate.ts';
import type { SignInDeps } from '../signIn/deps.ts';
import { logSignIn, originOf } from '../signIn/log.ts';
import type { Tokens } from './tokens.ts';

/** Makes the profile body of a person. */
export type ProfileOf = (person: Person, ctx: Context) => Promise<Record<string, unknown>>;

const textOf = (refusal: Refusal, ctx: Context): string => {
  const { code, ...params } = refusal;
  return ctx.t(`signIn.failures.${code}`, params);
};

const refused = (error: string, msg: string): Answer => ({ status: 400, body: { error, msg } });

const readCredentials = (request: FastifyRequest): { username: string; password: string } => {
  const { username, password } = (request.body ?? {}) as { username?: unknown; password?: unknown };
  if (typeof username !== 'string' || username === '') throw fieldError('username', 'required');
  if (typeof password !== 'string' || password === '') throw fieldError('password', 'required');
  return { username: username.slice(0, 128), password };
};

/** Registers signing in for programs: name and password against a bearer token (protocol reference §2). */
export const addTokenRoutes = (
  ports: HttpPorts,
  deps: SignInDeps & { tokens: Tokens; profileOf: ProfileOf },
): void => {
  const { db, settings, limits, tokens } = deps;
  const handle = async (ctx: Context, request: FastifyRequest): Promise<Answer> => {
    const origin = originOf(request, 'U');
    const given = readCredentials(request);
    await countAttempt(limits, origin.remoteAddr, given.username);
    const verdict = await deps.authenticate({ ...given, origin });
    if (verdict.refusal) return refused(verdict.refusal.code, textOf(verdict.refusal, ctx));
    await limits.forget('account', given.username);
    const { person, backend, mustChange } = verdict;
    if (mustChange) return refused('password_expired', ctx.t(`signIn.new_lead.${mustChange}`));
    const seconds = settings.get('TOKEN_EXPIRATION');
    const { token, until } = await db.transaction(async (tx) => {
      await tx.rows(sql`update users_user set last_login = now() where id = ${person.id}`);
      await logSignIn({ username: displayOf(person), origin, backend, mfa: 0 }, tx);
      return tokens.issue(person.id, origin.remoteAddr, seconds, tx);
    });
    return {
      status: 201,
      headers: { 'cache-control': 'no-store' },
      body: {
        token,
        keyword: 'Bearer',
        date_expired: formatDatetime(until, ctx.zone),
        user: await deps.profileOf(person, ctx),
      },
    };
  };
  for (const path of ['auth', 'tokens'])
    addRoute(ports, {
      method: 'POST',
      url: `/api/v1/authentication/${path}/`,
      need: 'public',
      noTransaction: true,
      handle,
    });
};
