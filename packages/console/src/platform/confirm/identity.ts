import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { ConfirmLevel } from '@gatehouse/contract/call/defineCall.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import { CONFIRM_SECONDS } from '@gatehouse/contract/wire/confirmation.ts';
import { HttpError } from '../http/HttpError.ts';
import type { Http } from '../http/http.ts';
import type { Encrypt } from '../secret/encrypt.ts';
import type { SessionStore } from '../session/sessionStore.ts';
import type { PublicSettings } from '../session/wire.ts';

/** Page on which users set up MFA for themselves. */
export const MFA_PAGE = '/core/auth/profile/mfa/';

/** Number of digits of a one-time code. */
export const OTP_LENGTH = 6;

/** How the server lets the user confirm their identity. */
export type IdentityChallenge = AnswerOf<Calls['GET /api/v1/authentication/confirm/']>;

/** One method of confirming an identity. */
export type IdentityMethod = IdentityChallenge['content'][number];

const QUIET = { disableFlashErrorMsg: true, skipConfirm: true } as const;

/** Requests the methods for a level. */
export const fetchChallenge = (http: Http, level: string): Promise<IdentityChallenge> =>
  http.call('GET /api/v1/authentication/confirm/', {
    ...QUIET,
    query: { confirm_type: level as ConfirmLevel },
  });

const DEFAULT_MFA_SECONDS = 3600;

/**
 * Seconds for which the server accepts a confirmation of a level. The setting is read again, because it may
 * have been changed since the page was loaded.
 */
export const fetchValidSeconds = async (
  { http, session }: { http: Http; session: SessionStore },
  level: string,
): Promise<number> => {
  if (level !== 'mfa') return CONFIRM_SECONDS;
  const settings = await http
    .call('GET /api/v1/settings/public/', QUIET)
    .catch((): PublicSettings => session.get().settings);
  return settings.SECURITY_MFA_VERIFY_TTL ?? DEFAULT_MFA_SECONDS;
};

/** Sends the confirmation. For `relogin`, a sign-in within the last five minutes is enough. */
export const sendProof = async (
  { http, encrypt }: { http: Http; encrypt: Encrypt },
  proof: { confirm_type: ConfirmLevel; mfa_type: string; secret_key: string },
): Promise<unknown> =>
  http.call('POST /api/v1/authentication/confirm/', {
    ...QUIET,
    body: {
      ...proof,
      mfa_type: proof.confirm_type === 'password' ? '' : proof.mfa_type,
      secret_key: proof.confirm_type === 'password' ? await encrypt(proof.secret_key) : proof.secret_key,
    },
  });

/** Requests a code by SMS. */
export const sendSmsCode = (http: Http): Promise<unknown> =>
  http.call('POST /api/v1/authentication/mfa/select/', { ...QUIET, body: { type: 'sms' } });

/** The first usable method. */
export const firstUsable = (methods: readonly IdentityMethod[]): IdentityMethod | undefined =>
  methods.find((method) => !method.disabled);

/** What is wrong with the entered text, before it is sent. */
export const proofProblem = (method: string, value: string): 'empty' | 'sixDigits' | undefined => {
  if (method === 'otp' && value.length !== OTP_LENGTH) return 'sixDigits';
  return value === '' ? 'empty' : undefined;
};

/** Whether the user cannot confirm anything before having set up MFA. */
export const isMfaFirst = (error: unknown): boolean =>
  error instanceof HttpError && (error.body as { code?: unknown } | undefined)?.code === 'mfa_first';
