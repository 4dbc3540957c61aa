import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Data stored with a session besides its user. */
export type SessionData = {
  /** Unix milliseconds of the sign-in. */
  login_time: number;
  backend: string;
  /** Whether the browser keeps the cookie when it closes. */
  is_persistent: boolean;
  /** Whether it was opened with a second-factor code. */
  has_mfa: boolean;
  /** Organization for pages opened without naming one. */
  org_id?: string;
};

/** A session as a request finds it. */
export type Session = { id: string; data: SessionData; expires_at: string; created_at: string };

/** The stored form of a bearer secret, useless to a reader of the table. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A secret of 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Opens a session and returns its cookie value. */
export const openSession = async (
  given: {
    userId: string;
    remoteAddr: string;
    data: SessionData;
    seconds: number;
    /** Sealed password of the sign-in. */
    loginSecret?: string;
  },
  db: Database,
): Promise<{ id: string; secret: string; expiresAt: Date }> => {
  const [id, secret] = [randomUUID(), newSecret()];
  const expiresAt = new Date(Date.now() + given.seconds * 1000);
  await db.rows(sql`insert into system_session (id, token_hash, user_id, data, expires_at, remote_addr, login_secret)
    values (${id}, ${hashOf(secret)}, ${given.userId}, ${JSON.stringify(given.data)}::jsonb, ${expiresAt.toISOString()}, ${given.remoteAddr}, ${given.loginSecret ?? null})`);
  return { id, secret, expiresAt };
};

/** Moves the expiry of a session. */
export const extendSession = async (id: string, seconds: number, db: Database): Promise<void> => {
  const until = new Date(Date.now() + seconds * 1000).toISOString();
  await db.rows(sql`update system_session set expires_at = ${until} where id = ${id}`);
  await db.rows(sql`update audits_usersession set date_expired = ${until} where session_id = ${id}`);
};

/** Ends one session. */
export const endSession = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from system_session where id = ${id}`);
  await db.rows(sql`delete from audits_usersession where session_id = ${id}`);
};

/** Ends all sessions and tokens of a user, except the given session. */
export const endSessionsOf = async (userId: string, db: Database, exceptId?: string): Promise<void> => {
  await db.rows(sql`with gone as (
      delete from system_session where user_id = ${userId} and id::text is distinct from ${exceptId ?? null} returning id)
    delete from audits_usersession where session_id in (select id::text from gone)`);
  await db.rows(sql`delete from system_token where user_id = ${userId}`);
};

/** Deletes the sign-in passwords stored in a user's sessions. */
export const forgetLoginSecrets = async (userId: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update system_session set login_secret = null where user_id = ${userId} and login_secret is not null`,
  );
};

/** Deletes every stored sign-in password, including those of pending sign-ins. */
export const forgetAllLoginSecrets = async (db: Database): Promise<void> => {
  await db.rows(sql`update system_session set login_secret = null where login_secret is not null`);
  await db.rows(
    sql`update system_cache set value = value - 'login_secret' where key like 'pending_sign_in:%' and value ? 'login_secret'`,
  );
};

/** Deletes expired sessions; called periodically. */
export const sweepSessions = async (db: Database): Promise<void> => {
  await db.rows(sql`delete from system_session where expires_at <= now()`);
  await db.rows(sql`delete from system_token where expires_at <= now()`);
  await db.rows(sql`delete from audits_usersession s where s.date_expired <= now()`);
};
