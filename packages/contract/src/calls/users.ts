import { z } from 'zod';
import { anyObject, refusal } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { media } from '../call/media.ts';
import { orShort, rowOf } from '../call/rowOf.ts';
import { user } from '../resources/users/user.ts';
import { keyFacts, profile } from '../users/profile.ts';
import { passwordForm, profileForm, publicKeyForm } from '../users/profileForms.ts';

export const getProfile = defineCall('GET /api/v1/users/profile/', {
  summary: 'You, and what you may do in the organization of the request',
  permission: 'public',
  query: z.object({
    fields_size: z.string().optional(),
    token: z.string().optional().describe('A valid connection token, in the place of a session'),
  }),
  shows: { form: profileForm },
  answer: orShort(profile, rowOf(user)),
  errors: ['not_authenticated'],
});

export const changeProfile = defineCall(['PUT /api/v1/users/profile/', 'PATCH /api/v1/users/profile/'], {
  summary: 'Changes your own profile',
  permission: 'validUser',
  body: profileForm,
  answer: profile,
  errors: ['user_confirm_required'],
});

export const describePassword = defineCall('GET /api/v1/users/profile/password/', {
  summary: 'An empty object; OPTIONS describes the form',
  permission: 'validUser',
  shows: { form: passwordForm },
  answer: z.object({}),
});

export const changePassword = defineCall(
  ['PUT /api/v1/users/profile/password/', 'PATCH /api/v1/users/profile/password/'],
  {
    summary: 'Changes your password; your other sessions end',
    permission: 'validUser',
    body: passwordForm,
    answer: z.object({}),
  },
);

export const getPublicKey = defineCall('GET /api/v1/users/profile/public-key/', {
  summary: 'Comment and fingerprint of your SSH public key',
  permission: 'validUser',
  shows: { form: publicKeyForm },
  answer: z.object(keyFacts),
});

export const changePublicKey = defineCall(
  ['PUT /api/v1/users/profile/public-key/', 'PATCH /api/v1/users/profile/public-key/'],
  {
    summary: 'Changes your SSH public key',
    permission: 'validUser',
    body: publicKeyForm,
    answer: z.object(keyFacts),
  },
);

export const generateKeyPair = defineCall('GET /core/auth/profile/pubkey/generate/', {
  summary: 'Creates a key pair for you: the public key is stored, the private key is only in this answer',
  permission: 'validUser',
  changes: true,
  answer: media('application/x-pem-file'),
});

export const refuseMfaReset = defineCall('GET /api/v1/users/profile/mfa/reset/', {
  summary: 'Refuses: your own second factor is reset on the page of your profile',
  permission: 'validUser',
  otherwise: { 400: refusal },
});

const values = z.record(z.string(), z.record(z.string(), z.unknown()));
const category = z.object({
  category: z.string().optional().describe('The program whose preferences they are: lina, luna or koko'),
});

export const getPreferences = defineCall('GET /api/v1/users/preference/', {
  summary: 'Your preferences for one program, by group',
  permission: 'validUser',
  query: category,
  answer: values,
});

export const changePreferences = defineCall(
  ['PUT /api/v1/users/preference/', 'PATCH /api/v1/users/preference/'],
  {
    summary: 'Changes the preferences that are sent; OPTIONS describes them',
    permission: 'validUser',
    query: category,
    body: anyObject,
    answer: values,
  },
);
