import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { ConfirmLevel } from '@gatehouse/contract/resource/defineResource.ts';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../engine/context.ts';
import { addRoute, answerOk, type HttpPorts, queryOf, refusedSaying } from '../../engine/http.ts';
import type { RateLimits } from '../../platform/rateLimits.ts';
import { isOwnPassword, type ProofDeps } from '../credentials/proof.ts';
import type { SignedIn } from '../identify/credentials.ts';
import type { CheckCode } from '../mfa/checkCode.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import { refusalText } from '../signIn/refusalText.ts';
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

/** The ways to prove a level; codes come from the authenticator app only. */
const methodsOf = (level: ConfirmLevel, ctx: Context) => {
  if (level === 'relogin') return [];
  const [name, label, placeholder] =
    level === 'mfa' ? ['otp', 'otp', 'code_placeholder'] : ['password', 'password', 'confirm_placeholder'];
  return [
    {
      name,
      disabled: false,
      display_name: ctx.t(`signIn.${label}`),
      placeholder: ctx.t(`signIn.${placeholder}`),
    },
  ];
};

type Given = { level: ConfirmLevel; signedIn: SignedIn; secret: string; mfaType: unknown };

/** What is wrong with a proof; nothing when it holds. */
const faultOf = async (
  { level, signedIn, secret, mfaType }: Given,
  ctx: Context,
  deps: RouteDeps,
): Promise<string | undefined> => {
  const { person, credential } = signedIn;
  if (level === 'password')
    return (await isOwnPassword(person.id, secret, deps)) ? undefined : ctx.t('errors.passwd_invalid');
  if (level === 'mfa') {
    if (!['', 'otp', undefined, null].includes(mfaType as string))
      return ctx.t('errors.mfa_type_unsupported');
    const refusal = await deps.checkCode(person, secret, ctx.remoteAddr);
    return refusal && refusalText(refusal, ctx);
  }
  const isFresh =
    credential.scheme === 'session' && Date.now() - credential.session.data.login_time < freshLoginMs;
  return isFresh ? undefined : ctx.t('errors.login_too_long_ago');
};

type RouteDeps = ConfirmDeps & ProofDeps & { limits: RateLimits; checkCode: CheckCode };

/** Registers how a person proves himself again, and the check of his own password. */
export const addConfirmRoutes = (ports: HttpPorts, deps: RouteDeps): void => {
  /** Who must have MFA and has none can confirm nothing that asks for it. */
  const owesMfa = (level: ConfirmLevel, { person }: SignedIn) =>
    level === 'mfa' && mfaStateOf(person, deps.settings).isOwed;
  addRoute(ports, {
    method: 'GET',
    url: `${base}confirm/check/`,
    need: 'validUser',
    handle: async (_ctx, request) => {
      await ports.confirmed(request, levelOf(queryOf(request).get('confirm_type'), 'password'));
      return answerOk;
    },
  });
  addRoute(ports, {
    method: 'GET',
    url: `${base}confirm/`,
    need: 'validUser',
    handle: async (ctx, request) => {
      const asked = levelOf(queryOf(request).get('confirm_type'), 'password');
      const signedIn = signedInOf(request);
      const level = effectiveLevel(asked, signedIn.person, deps.settings);
      if (owesMfa(level, signedIn)) return refusedSaying(ctx.t('signIn.failures.mfa_unset'));
      return { body: { confirm_type: level, content: methodsOf(level, ctx) } };
    },
  });
  addRoute(ports, {
    method: 'POST',
    url: `${base}confirm/`,
    need: 'validUser',
    noTransaction: true,
    handle: async (ctx, request) => {
      const body = (request.body ?? {}) as Record<'confirm_type' | 'mfa_type' | 'secret_key', unknown>;
      if (body.confirm_type === undefined) throw fieldError('confirm_type', 'required');
      const signedIn = signedInOf(request);
      const level = effectiveLevel(levelOf(body.confirm_type, 'password'), signedIn.person, deps.settings);
      if (owesMfa(level, signedIn)) return refusedSaying(ctx.t('signIn.failures.mfa_unset'));
      await deps.limits.take('sign_in', ctx.remoteAddr);
      const secret = typeof body.secret_key === 'string' ? ctx.decrypt(body.secret_key) : '';
      const fault = await faultOf({ level, signedIn, secret, mfaType: body.mfa_type }, ctx, deps);
      if (fault) return refusedSaying(fault);
      await rememberProof(signedIn.credential, level, deps);
      return answerOk;
    },
  });
  // Whoever is about to bind another account must have signed in, or proved himself, a moment ago.
  addRoute(ports, {
    method: 'GET',
    url: `${base}confirm-oauth/`,
    need: 'validUser',
    confirm: 'relogin',
    handle: async () => answerOk,
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
