import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { ConfirmLevel } from '@gatehouse/contract/resource/defineResource.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { type Answer, addRoute, type HttpPorts, queryOf } from '../../engine/http.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { isOwnPassword, type ProofDeps } from '../credentials/proof.ts';
import type { SignedIn } from '../identify/credentials.ts';
import { type ConfirmDeps, effectiveLevel, rememberProof } from './confirmation.ts';

const base = '/api/v1/authentication/';
const levels: readonly string[] = ['relogin', 'password', 'mfa'];

/** How long after signing in nothing more is asked, in milliseconds. */
const freshLoginMs = 5 * 60_000;

const levelOf = (given: unknown, fallback: ConfirmLevel): ConfirmLevel => {
  if (given === undefined || given === null || given === '') return fallback;
  if (typeof given === 'string' && levels.includes(given)) return given as ConfirmLevel;
  throw fieldError('confirm_type', 'invalid_choice', { value: String(given).slice(0, 64) });
};

const signedInOf = (request: FastifyRequest): SignedIn => {
  if (!request.signedIn) throw new AppError('not_authenticated');
  return request.signedIn;
};

const wrong = (key: string, ctx: Context): Answer => ({
  status: 400,
  body: { error: ctx.t(`errors.${key}`) },
});

const offer = (level: ConfirmLevel, ctx: Context) => ({
  confirm_type: level,
  content:
    level === 'password'
      ? [
          {
            name: 'password',
            disabled: false,
            display_name: ctx.t('signIn.password'),
            placeholder: ctx.t('signIn.confirm_placeholder'),
          },
        ]
      : [],
});

const isProven = async (
  level: ConfirmLevel,
  signedIn: SignedIn,
  secret: string,
  deps: ProofDeps,
): Promise<boolean> => {
  const { person, credential } = signedIn;
  if (level === 'password') return isOwnPassword(person.id, secret, deps);
  return credential.scheme === 'session' && Date.now() - credential.session.data.login_time < freshLoginMs;
};

/** Registers how a person proves himself again, and the check of his own password. */
export const addConfirmRoutes = (
  ports: HttpPorts,
  deps: ConfirmDeps & ProofDeps & { limits: RateLimits },
): void => {
  addRoute(ports, {
    method: 'GET',
    url: `${base}confirm/check/`,
    need: 'validUser',
    handle: async (_ctx, request) => {
      await ports.confirmed(request, levelOf(queryOf(request).get('confirm_type'), 'password'));
      return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '"ok"' };
    },
  });
  addRoute(ports, {
    method: 'GET',
    url: `${base}confirm/`,
    need: 'validUser',
    handle: async (ctx, request) => {
      const asked = levelOf(queryOf(request).get('confirm_type'), 'password');
      return { body: offer(effectiveLevel(asked, signedInOf(request).person), ctx) };
    },
  });
  addRoute(ports, {
    method: 'POST',
    url: `${base}confirm/`,
    need: 'validUser',
    noTransaction: true,
    handle: async (ctx, request) => {
      const body = (request.body ?? {}) as { confirm_type?: unknown; secret_key?: unknown };
      if (body.confirm_type === undefined) throw fieldError('confirm_type', 'required');
      const signedIn = signedInOf(request);
      const level = effectiveLevel(levelOf(body.confirm_type, 'password'), signedIn.person);
      await deps.limits.take('sign_in', ctx.remoteAddr);
      const secret = typeof body.secret_key === 'string' ? ctx.decrypt(body.secret_key) : '';
      if (!(await isProven(level, signedIn, secret, deps)))
        return wrong(level === 'password' ? 'passwd_invalid' : 'login_too_long_ago', ctx);
      await rememberProof(signedIn.credential, level, deps);
      return { headers: { 'content-type': 'application/json; charset=utf-8' }, body: '"ok"' };
    },
  });
  addRoute(ports, {
    method: 'POST',
    url: `${base}password/verify/`,
    need: 'validUser',
    noTransaction: true,
    handle: async (ctx, request) => {
      const given = (request.body as { password?: unknown } | null)?.password;
      if (typeof given !== 'string') throw fieldError('password', 'required');
      await deps.limits.take('sign_in', ctx.remoteAddr);
      if (!(await isOwnPassword(ctx.actor.id, ctx.decrypt(given), deps)))
        throw new AppError('passwd_invalid');
      return { status: 200 };
    },
  });
};
