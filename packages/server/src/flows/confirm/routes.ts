import type { ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import {
  checkConfirmation,
  confirmBinding,
  confirmIdentity,
  getConfirmation,
  verifyOwnPassword,
} from '@gatehouse/contract/calls/signIn/authentication.ts';
import { AppError } from '@gatehouse/contract/errors.ts';
import { RELOGIN_SECONDS } from '@gatehouse/contract/wire/confirmation.ts';
import type { FastifyRequest } from 'fastify';
import { bind, type CallHandler, whole } from '../../engine/calls/bind.ts';
import type { Context } from '../../engine/context.ts';
import { type HttpPorts, refusedSaying } from '../../engine/http.ts';
import type { RateLimits } from '../../platform/limits/rateLimits.ts';
import { isOwnPassword, type ProofDeps } from '../credentials/proof.ts';
import type { SignedIn } from '../identify/credentials.ts';
import type { CheckCode } from '../mfa/checkCode.ts';
import { mfaStateOf } from '../mfa/duty.ts';
import type { SmsCodes } from '../mfa/smsCodes.ts';
import { refusalText } from '../signIn/refusalText.ts';
import { type ConfirmDeps, effectiveLevel, rememberProof } from './confirmation.ts';

const signedInOf = (request: FastifyRequest): SignedIn => {
  if (!request.signedIn) throw new AppError('not_authenticated');
  return request.signedIn;
};

/** The ways to confirm a level. Codes come from the authenticator app, or as text messages to those with a phone. */
const methodsOf = async (level: ConfirmLevel, { user }: SignedIn, smsCodes: SmsCodes, ctx: Context) => {
  const method = (name: string, placeholder: string, disabled = false) => ({
    name,
    disabled,
    display_name: ctx.t(`signIn.${name}`),
    placeholder: ctx.t(`signIn.${placeholder}`),
  });
  if (level === 'relogin') return [];
  if (level === 'password') return [method('password', 'confirm_placeholder')];
  const sms = smsCodes.isOn() ? [method('sms', 'sms_placeholder', !(await smsCodes.reaches(user.id)))] : [];
  return [method('otp', 'code_placeholder'), ...sms];
};

const refused = (text: string) => whole(refusedSaying(text));

type Confirmation = { level: ConfirmLevel; signedIn: SignedIn; secret: string; mfaType: unknown };

/** Why a confirmation is refused; undefined when it is valid. */
const faultOf = async (
  { level, signedIn, secret, mfaType }: Confirmation,
  ctx: Context,
  deps: RouteDeps,
): Promise<string | undefined> => {
  const { user, credential } = signedIn;
  if (level === 'password')
    return (await isOwnPassword({ ...user, remoteAddr: ctx.remoteAddr }, secret, deps))
      ? undefined
      : ctx.t('errors.passwd_invalid');
  if (level === 'mfa') {
    const kind = mfaType || 'otp';
    if (kind !== 'otp' && !(kind === 'sms' && deps.smsCodes.isOn()))
      return ctx.t('errors.mfa_type_unsupported');
    const refusal = await deps.checkCode(user, secret, ctx.remoteAddr, kind);
    return refusal && refusalText(refusal, ctx);
  }
  const isFresh =
    credential.scheme === 'session' &&
    Date.now() - credential.session.data.login_time < RELOGIN_SECONDS * 1000;
  return isFresh ? undefined : ctx.t('errors.login_too_long_ago');
};

type RouteDeps = ConfirmDeps & ProofDeps & { limits: RateLimits; checkCode: CheckCode; smsCodes: SmsCodes };

/** Registers confirming one's identity, and checking the caller's own password. */
export const addConfirmRoutes = (ports: HttpPorts, deps: RouteDeps): void => {
  /** Users without MFA cannot confirm what requires it; they are told where to set it up. */
  const lacksMfa = (level: ConfirmLevel, { user }: SignedIn) =>
    level === 'mfa' && !mfaStateOf(user, deps.settings).isUsable;
  const mfaFirst = (ctx: Context) =>
    whole({ status: 400, body: { error: ctx.t('errors.mfa_first'), code: 'mfa_first' } });
  bind(ports, checkConfirmation, async ({ query, request }) => {
    await ports.confirmed(request, query.confirm_type);
    return 'ok' as const;
  });
  bind(ports, getConfirmation, async ({ ctx, query, request }) => {
    const signedIn = signedInOf(request);
    const level = effectiveLevel(query.confirm_type, signedIn.user, deps.settings);
    if (lacksMfa(level, signedIn)) return mfaFirst(ctx);
    return { confirm_type: level, content: await methodsOf(level, signedIn, deps.smsCodes, ctx) };
  });
  const confirm: CallHandler<typeof confirmIdentity> = async ({ ctx, request, body }) => {
    const { confirm_type, mfa_type, secret_key } = await body();
    const signedIn = signedInOf(request);
    const level = effectiveLevel(confirm_type, signedIn.user, deps.settings);
    if (lacksMfa(level, signedIn)) return mfaFirst(ctx);
    await deps.limits.take('sign_in', ctx.remoteAddr);
    const secret = secret_key === undefined ? '' : ctx.decrypt(secret_key);
    const fault = await faultOf({ level, signedIn, secret, mfaType: mfa_type }, ctx, deps);
    if (fault) return refused(fault);
    await rememberProof(signedIn.credential, level, deps);
    return 'ok' as const;
  };
  bind(ports, confirmIdentity, confirm, { noTransaction: true });
  bind(ports, confirmBinding, async () => 'ok' as const);
  const verify: CallHandler<typeof verifyOwnPassword> = async ({ ctx, body }) => {
    const { password } = await body();
    await deps.limits.take('sign_in', ctx.remoteAddr);
    if (!(await isOwnPassword({ ...ctx.actor, remoteAddr: ctx.remoteAddr }, ctx.decrypt(password), deps)))
      throw new AppError('passwd_invalid');
    return undefined;
  };
  bind(ports, verifyOwnPassword, verify, { noTransaction: true });
};
