import { sql } from 'drizzle-orm';
import type { Cache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';
import { allUsers } from '../../../resources/users/user/relations.ts';
import { hashOf, newSecret } from '../../../resources/users/user/sessions.ts';
import { type User, userColumns } from '../../identify/user.ts';

/** Why a user may set a password without the old one; `reset` came by a link. */
export type ResetReason = 'need_update_password' | 'password_expired' | 'reset';

/** A user with a valid token. */
export type Resetting = { user: User; reason: ResetReason };

/** How many seconds a token opens the page that sets a new password. */
const tokenSeconds = 3600;

type Stored = { user_id: string; reason: ResetReason; stamp: string };

const keyOf = (token: string) => `password_reset:${hashOf(token)}`;

/** Changes with the password and the email address, so that a token expires when either changes. */
const stampColumn = sql`coalesce(u.date_password_last_updated::text, '') || u.email`;

/** The address at which the holder of a token sets a password. */
export const resetUrl = (site: string, token: string): string => {
  const url = new URL('/core/auth/password/reset/', site);
  url.searchParams.set('token', token);
  return url.href;
};

/** Tokens for the new-password page: each is for one user and works once. */
export const createResetTokens = ({ cache, db }: { cache: Cache; db: Database }) => ({
  make: async (userId: string, reason: ResetReason, at: Database = db): Promise<string> => {
    const token = newSecret();
    const rows = await at.rows<{ stamp: string }>(
      sql`select ${stampColumn} as stamp from ${allUsers} u where u.id = ${userId}`,
    );
    const stored: Stored = { user_id: userId, reason, stamp: rows[0]?.stamp ?? '' };
    await cache.set(keyOf(token), stored, tokenSeconds, at);
    return token;
  },
  find: async (token: string): Promise<Resetting | undefined> => {
    const stored = token ? await cache.get<Stored>(keyOf(token), db) : undefined;
    if (!stored) return undefined;
    const rows = await db.rows<User & { stamp: string }>(
      sql`select ${userColumns}, ${stampColumn} as stamp from ${allUsers} u
        where u.id = ${stored.user_id} and u.source = 'local' and u.is_active`,
    );
    const user = rows[0];
    return user && user.stamp === stored.stamp ? { user, reason: stored.reason } : undefined;
  },
  /** Uses up the token; false when another request just did. */
  take: async (token: string, tx: Database): Promise<boolean> =>
    (await cache.take<Stored>(keyOf(token), tx)) !== undefined,
});

/** The store of tokens for the new-password page. */
export type ResetTokens = ReturnType<typeof createResetTokens>;
