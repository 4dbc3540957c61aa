import { createHmac, randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database.ts';
import { keepToken, tokenSeed } from '../../resources/users/user/sessions.ts';

/**
 * Issues bearer tokens: for each user and address, one for sign-ins with a code and one for those without.
 * Until it expires, another request returns the same token with a new expiry.
 */
export type Tokens = {
  issue(
    options: { userId: string; remoteAddr: string; seconds: number; hasCode: boolean },
    db: Database,
  ): Promise<{ token: string; until: Date }>;
};

/**
 * Tokens are derived from a stored seed, so that the same one can be returned although only its hash is
 * stored.
 */
export const createTokens = (key: Buffer): Tokens => {
  const derive = (userId: string, remoteAddr: string, seed: string) =>
    createHmac('sha256', key).update(`${userId}|${remoteAddr}|${seed}`).digest('base64url').slice(0, 36);
  return {
    issue: async ({ userId, remoteAddr, seconds, hasCode }, db) => {
      const until = new Date(Date.now() + seconds * 1000);
      const owner = { userId, remoteAddr, hasCode };
      const seed = (await tokenSeed(owner, db)) ?? randomBytes(16).toString('base64url');
      const token = derive(userId, remoteAddr, seed);
      await keepToken(token, { ...owner, seed, until }, db);
      return { token, until };
    },
  };
};
