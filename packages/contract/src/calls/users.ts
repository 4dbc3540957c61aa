import { defineCall } from '../call/defineCall.ts';
import { media } from '../call/media.ts';

export const generateKeyPair = defineCall('GET /core/auth/profile/pubkey/generate/', {
  summary: 'Makes a key pair for you: the public half is stored, the private half is in this answer only',
  permission: 'validUser',
  changes: true,
  answer: media('application/x-pem-file'),
});
