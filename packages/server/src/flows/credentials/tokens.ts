import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { hashOf } from '../../resources/users/user/sessions.ts';

/**
 * Issues bearer tokens, one per user, address and proof: another request returns the same token with a new
 * expiry.
 */
export type Tokens = {
  issue(
    given: { userId: string; remoteAddr: string; seconds: number; hasCode: boolean },
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
      const known = await db.rows<{ seed: string }>(
        sql`select seed from system_token where user_id = ${userId} and remote_addr = ${remoteAddr}
          and has_mfa = ${hasCode} and expires_at > now()`,
      );
      const seed = known[0]?.seed ?? randomBytes(16).toString('base64url');
      const token = derive(userId, remoteAddr, seed);
      await db.rows(sql`insert into system_token (token_hash, user_id, remote_addr, seed, has_mfa, expires_at)
        values (${hashOf(token)}, ${userId}, ${remoteAddr}, ${seed}, ${hasCode}, ${until.toISOString()})
        on conflict (token_hash) do update set expires_at = excluded.expires_at`);
      return { token, until };
    },
  };
};
