import type { Http } from '../http/http.ts';
import type { Encrypt } from '../secret/encrypt.ts';

const CONFIRM_URL = '/api/v1/authentication/confirm/';
/** Digits of a one-time code. */
export const OTP_LENGTH = 6;

/** One way to prove who you are. */
export type IdentityMethod = { name: string; disabled: boolean; display_name: string; placeholder: string };

/** What the server asks for: the strongest way this person has. */
export type IdentityChallenge = { confirm_type: 'relogin' | 'password' | 'mfa'; content: IdentityMethod[] };

const QUIET = { disableFlashErrorMsg: true, skipConfirm: true } as const;

/** Asks which way to use for a level. */
export const fetchChallenge = (http: Http, level: string): Promise<IdentityChallenge> =>
  http.get<IdentityChallenge>(CONFIRM_URL, { ...QUIET, params: { confirm_type: level } });

/** Sends the proof; a sign-in within the last five minutes is proof enough for `relogin`. */
export const sendProof = async (
  { http, encrypt }: { http: Http; encrypt: Encrypt },
  proof: { confirm_type: string; mfa_type: string; secret_key: string },
): Promise<unknown> =>
  http.post(
    CONFIRM_URL,
    {
      ...proof,
      mfa_type: proof.confirm_type === 'password' ? '' : proof.mfa_type,
      secret_key: proof.confirm_type === 'password' ? await encrypt(proof.secret_key) : proof.secret_key,
    },
    QUIET,
  );

/** Has a code sent to the phone. */
export const sendSmsCode = (http: Http): Promise<unknown> =>
  http.post('/api/v1/authentication/mfa/select/', { type: 'sms' }, QUIET);

/** The first method that can be used. */
export const firstUsable = (methods: readonly IdentityMethod[]): IdentityMethod | undefined =>
  methods.find((method) => !method.disabled);

/** What is wrong with a proof before it is sent. */
export const proofProblem = (method: string, value: string): 'empty' | 'sixDigits' | undefined => {
  if (method === 'otp' && value.length !== OTP_LENGTH) return 'sixDigits';
  return value === '' ? 'empty' : undefined;
};
