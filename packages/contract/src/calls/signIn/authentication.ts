import { z } from 'zod';
import { ok, optionalText, refusal, written, writtenId } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { defineForm } from '../../call/defineForm.ts';
import { rowWith, writeOf } from '../../call/rowOf.ts';
import { field } from '../../resource/fields.ts';
import { accesskey } from '../../resources/authentication/accesskey.ts';
import { profile } from '../../users/profile.ts';
import {
  connectionRenewalSchema,
  connectionRenewalsSchema,
  connectionSecretSchema,
  MOST_RENEWALS,
} from '../../wire/connection.ts';

/** What API clients receive when a sign-in is refused or needs another step. */
const signInRefusal = z.object({ error: z.string(), msg: z.string() });
/** No sign-in waits for the code; `detail` and `code` are those of any other 401. */
const noneWaits = { detail: z.string().optional(), code: z.string().optional() };
const goesOn = z.object({ msg: z.literal('ok') });
const waitsForReviewer = signInRefusal
  .extend({ error: z.literal('login_confirm_wait'), data: z.object({ ticket_id: z.string() }) })
  .describe('Waits for a reviewer');

export const createAccessKey = defineCall('POST /api/v1/authentication/access-keys/', {
  summary: 'Creates an access key; its secret is only in this answer',
  permission: 'authentication.add_accesskey',
  confirm: 'password',
  body: writeOf(accesskey),
  status: 201,
  answer: rowWith(accesskey, { secret: z.string() }),
  noStore: true,
  otherwise: { 400: z.array(z.string()).describe('You already have the maximum number of keys') },
});

export const signInProgram = defineCall(
  ['POST /api/v1/authentication/auth/', 'POST /api/v1/authentication/tokens/'],
  {
    summary: 'Signs a program in: a bearer token for username and password',
    permission: 'public',
    body: z.object({
      username: z.string('required').nullish(),
      password: optionalText.describe('Not needed again after the code has been verified'),
    }),
    status: 201,
    answer: z.object({
      token: z.string(),
      keyword: z.literal('Bearer'),
      date_expired: z.string(),
      user: profile,
    }),
    noStore: true,
    otherwise: {
      200: z.union([
        waitsForReviewer,
        signInRefusal
          .extend({ data: z.object({ choices: z.array(z.string()), url: z.string() }) })
          .describe('A code is needed first'),
      ]),
      401: signInRefusal.extend(noneWaits).describe('Another request used the sign-in'),
      400: signInRefusal.describe('Refused'),
    },
    errors: ['throttled'],
  },
);

export const verifyMfaCode = defineCall(
  ['POST /api/v1/authentication/mfa/verify/', 'POST /api/v1/authentication/mfa/challenge/'],
  {
    summary: 'Verifies the code of a pending sign-in',
    permission: 'public',
    body: z.object({ type: optionalText, code: optionalText }),
    answer: goesOn,
    otherwise: {
      400: refusal.describe('No such kind of code'),
      401: signInRefusal.extend(noneWaits).describe('The code is wrong, or no sign-in waits for one'),
    },
    errors: ['throttled'],
  },
);

export const sendMfaCode = defineCall(
  ['POST /api/v1/authentication/mfa/select/', 'POST /api/v1/authentication/mfa/send-code/'],
  {
    summary: 'Sends a code as a text message, once a minute at most',
    permission: 'public',
    body: z.object({ type: optionalText }),
    status: 201,
    answer: z.object({ type: z.string() }),
    otherwise: { 400: refusal, 401: signInRefusal.extend(noneWaits).describe('No sign-in waits for a code') },
    errors: ['invalid', 'interval_too_short'],
  },
);

const level = z.enum(['relogin', 'password', 'mfa', '']);
const levelOrPassword = (requested: z.output<typeof level> | null | undefined) => requested || 'password';
const levelQuery = z.object({ confirm_type: level.optional().transform(levelOrPassword) });

/** What clients of the protocol expect of the address; both calls have parameters and a body of their own. */
const confirmation = defineForm({
  app: 'forms',
  name: 'confirmation',
  mode: 'create',
  fields: {},
  mentions: {
    confirm_type: field.choice({ plain: true, required: true, choices: ['relogin', 'password', 'mfa'] }),
    mfa_type: field.choice({ plain: true, choices: ['otp', 'sms', 'otp_radius', 'mfa_custom'] }),
    secret_key: field.text({ writeOnly: true }),
  },
});

export const checkConfirmation = defineCall('GET /api/v1/authentication/confirm/check/', {
  summary: 'Whether a confirmation of this level is still valid',
  permission: 'validUser',
  query: levelQuery,
  shows: { form: confirmation },
  answer: ok,
  errors: ['user_confirm_required'],
});

/** The code says when the user has to set up a second factor first, so that a page can lead there. */
const confirmRefusal = refusal.extend({ code: z.literal('mfa_first').optional() });

export const getConfirmation = defineCall('GET /api/v1/authentication/confirm/', {
  summary: 'Ways to confirm your identity at a level',
  permission: 'validUser',
  shows: { form: confirmation, also: ['POST'] },
  query: levelQuery,
  answer: z.object({
    confirm_type: z.enum(['relogin', 'password', 'mfa']),
    content: z.array(
      z.object({
        name: z.string(),
        disabled: z.boolean(),
        display_name: z.string(),
        placeholder: z.string(),
      }),
    ),
  }),
  otherwise: { 400: confirmRefusal.describe('You must set up a second factor first') },
});

export const confirmIdentity = defineCall('POST /api/v1/authentication/confirm/', {
  summary: 'Confirms your identity',
  permission: 'validUser',
  body: z.object({
    confirm_type: level.nullable().transform(levelOrPassword),
    mfa_type: z.unknown().optional(),
    secret_key: optionalText.describe('Password or code'),
  }),
  answer: ok,
  otherwise: { 400: confirmRefusal.describe('Wrong password or code, or no second factor yet') },
  errors: ['throttled'],
});

export const confirmBinding = defineCall('GET /api/v1/authentication/confirm-oauth/', {
  summary: 'Whether you signed in recently enough to bind another account to yours',
  permission: 'validUser',
  confirm: 'relogin',
  answer: ok,
});

export const verifyOwnPassword = defineCall('POST /api/v1/authentication/password/verify/', {
  summary: 'Whether this is your password',
  permission: 'validUser',
  body: z.object({ password: z.string('required') }),
  errors: ['passwd_invalid', 'throttled'],
});

export const openTab = defineCall('GET /api/v1/authentication/user-session/', {
  summary: 'Counts one more open tab of your session',
  permission: 'public',
});

export const closeTab = defineCall('DELETE /api/v1/authentication/user-session/', {
  summary: 'Counts one open tab less; the last one may end the session',
  permission: 'public',
  status: 204,
  otherwise: { 200: z.undefined().describe('You have no session') },
});

export const checkApproval = defineCall('GET /api/v1/authentication/login-confirm-ticket/status/', {
  summary: 'Whether your sign-in still waits for approval',
  permission: 'public',
  answer: z.union([
    goesOn,
    waitsForReviewer,
    signInRefusal
      .extend({
        error: z.literal('login_confirm_error'),
        data: z.object({ ticket_id: z.string(), username: z.string() }),
      })
      .describe('Refused, or no sign-in waits'),
  ]),
});

export const giveUpSignIn = defineCall('DELETE /api/v1/authentication/login-confirm-ticket/status/', {
  summary: 'Cancels a pending sign-in',
  permission: 'public',
});

export const unbindOwnMessenger = defineCall('POST /api/v1/authentication/:backend/qr/unbind/', {
  summary: 'Unlinks a messenger account from your account',
  permission: 'validUser',
  confirm: 'relogin',
  errors: ['not_found'],
});

export const unbindMessenger = defineCall('POST /api/v1/authentication/:backend/qr/unbind/:user/', {
  summary: 'Unlinks a messenger account from a user',
  permission: 'superuser',
  errors: ['not_found'],
});

export const redeemConnectionToken = defineCall(
  'POST /api/v1/authentication/super-connection-token/secret/',
  {
    summary: 'For components: the secret of one connection of their user',
    permission: 'authentication.view_superconnectiontokensecret',
    body: z.object({
      id: writtenId,
      visitor: written.optional().describe("The user's mark, as the gateway received it"),
      remote_addr: optionalText.describe('Where the user is, from a component that has no mark'),
      expire_now: z.boolean().optional().catch(undefined).describe('With `false` it can be redeemed again'),
    }),
    answer: connectionSecretSchema,
    noStore: true,
    errors: ['connection_token_invalid', 'perm_account_invalid', 'perm_expired', 'acl_reject', 'acl_review'],
  },
);

export const renewConnection = defineCall('PATCH /api/v1/authentication/super-connection-token/renewal/', {
  summary: 'For components: whether a running connection is still permitted, and until when',
  permission: 'authentication.add_superconnectiontoken',
  body: z.object({
    id: writtenId,
    session: optionalText.describe('The session that runs, whose address rules are asked about'),
    visitor: written
      .optional()
      .describe('The mark of a window that resumes it, whose address counts instead'),
  }),
  answer: connectionRenewalSchema,
});

export const renewConnections = defineCall('PATCH /api/v1/authentication/super-connection-token/renewals/', {
  summary: "For components: the same for some of the component's own sessions at once",
  permission: 'authentication.add_superconnectiontoken',
  body: z.object({
    connections: z.array(z.object({ id: writtenId, session: written })).max(MOST_RENEWALS),
  }),
  answer: connectionRenewalsSchema,
});
