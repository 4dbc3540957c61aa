import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Cache } from '../../../platform/cache.ts';
import { type Database, texts, uuids } from '../../../platform/database.ts';
import { publish } from '../../../platform/events.ts';
import { placeOf } from '../../../platform/places/places.ts';

/** Data stored with a web session besides its user. */
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

/** The provider that a web session was opened through: the user's name there, and its own session; `token` is sealed. */
export type SessionProvider = {
  source: string;
  subject: string;
  sid?: string | undefined;
  token?: string | undefined;
};

/** A web session as a request finds it. */
export type Session = { id: string; data: SessionData; expires_at: string; created_at: string };

/** The stored form of a bearer secret, useless to a reader of the table. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** A secret of 256 random bits. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Opens a web session; the returned `secret` is the value of its cookie. */
export const openSession = async (
  options: {
    userId: string;
    remoteAddr: string;
    data: SessionData;
    seconds: number;
    /** Sealed password of the sign-in. */
    loginSecret?: string;
    provider?: SessionProvider | undefined;
  },
  db: Database,
): Promise<{ id: string; secret: string; expiresAt: Date }> => {
  const [id, secret] = [randomUUID(), newSecret()];
  const expiresAt = new Date(Date.now() + options.seconds * 1000);
  const { provider } = options;
  await db.rows(sql`insert into system_session (id, token_hash, user_id, data, expires_at, remote_addr, login_secret,
      provider, provider_subject, provider_sid, provider_token)
    values (${id}, ${hashOf(secret)}, ${options.userId}, ${JSON.stringify(options.data)}::jsonb, ${expiresAt.toISOString()}, ${options.remoteAddr}, ${options.loginSecret ?? null},
      ${provider?.source ?? null}, ${provider?.subject ?? null}, ${provider?.sid ?? null}, ${provider?.token ?? null})`);
  return { id, secret, expiresAt };
};

/** Adds a new web session to the list of signed-in browsers. */
export const listSession = async (
  session: { id: string; expiresAt: Date },
  options: { userId: string; remoteAddr: string; userAgent: string; backend: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into audits_usersession (id, "user", type, ip, city, user_agent, backend, date_expired, session_id, date_created)
    values (${randomUUID()}, ${options.userId}, 'W', ${options.remoteAddr}, ${placeOf(options.remoteAddr)}, ${options.userAgent}, ${options.backend}, ${session.expiresAt.toISOString()}, ${session.id}, now())`);
  await publish(db, 'user_sessions');
};

/** Whether a web session of a user is still open. */
export const isSessionOpen = async (
  id: string | undefined,
  userId: string,
  db: Database,
): Promise<boolean> => {
  const rows = await db.rows(
    sql`select 1 from system_session where id::text = ${id} and user_id = ${userId} and expires_at > now()`,
  );
  return rows.length > 0;
};

/** Counts the open tabs of a web session up or down, never below zero; returns the number. */
export const countTab = async (id: string, step: 1 | -1, db: Database): Promise<number> => {
  const rows = await db.rows<{ tabs: number }>(sql`update system_session
    set data = jsonb_set(data, '{tabs}', to_jsonb(greatest(0, coalesce((data ->> 'tabs')::int, 0) + ${step}::int)))
    where id = ${id} returning (data ->> 'tabs')::int as tabs`);
  const tabs = rows[0]?.tabs ?? 0;
  // The browser has just come online or gone offline.
  if (tabs === (step === 1 ? 1 : 0)) await publish(db, 'user_sessions');
  return tabs;
};

/** Number of open tabs of a web session; undefined once it is gone. */
export const tabsOf = async (id: string, db: Database): Promise<number | undefined> => {
  const rows = await db.rows<{ tabs: number }>(
    sql`select coalesce((data ->> 'tabs')::int, 0) as tabs from system_session where id = ${id}`,
  );
  return rows[0]?.tabs;
};

/** Moves the expiry of a web session. */
export const extendSession = async (id: string, seconds: number, db: Database): Promise<void> => {
  const until = new Date(Date.now() + seconds * 1000).toISOString();
  await db.rows(sql`update system_session set expires_at = ${until} where id = ${id}`);
  await db.rows(sql`update audits_usersession set date_expired = ${until} where session_id = ${id}`);
};

/** Ends one web session. */
export const endSession = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`delete from system_session where id = ${id}`);
  await db.rows(sql`delete from audits_usersession where session_id = ${id}`);
  await publish(db, 'user_sessions');
};

/** The provider that a web session was opened through. */
export const providerOf = async (id: string, db: Database): Promise<SessionProvider | undefined> => {
  const [row] =
    await db.rows<SessionProvider>(sql`select provider as source, coalesce(provider_subject, '') as subject,
    provider_sid as sid, provider_token as token from system_session where id = ${id} and provider is not null`);
  return row;
};

/**
 * Ends the web sessions that a provider opened for one of its users, or for one of its own sessions; returns how many.
 */
export const endSessionsOfProvider = async (
  { source, ...by }: { source: string } & ({ subject: string } | { sid: string }),
  db: Database,
): Promise<number> => {
  const where = 'sid' in by ? sql`s.provider_sid = ${by.sid}` : sql`s.provider_subject = ${by.subject}`;
  const ended = await db.rows(sql`with gone as (
      delete from system_session s where s.provider = ${source} and ${where} returning s.id),
    listed as (delete from audits_usersession where session_id in (select id::text from gone))
    select 1 from gone`);
  if (ended.length > 0) await publish(db, 'user_sessions');
  return ended.length;
};

/** Ends all web sessions and tokens of a user, except the web session `exceptId`. */
export const endSessionsOf = async (userId: string, db: Database, exceptId?: string): Promise<void> => {
  const ended = await db.rows(sql`with gone as (
      delete from system_session where user_id = ${userId} and id::text is distinct from ${exceptId ?? null} returning id)
    delete from audits_usersession where session_id in (select id::text from gone) returning 1`);
  if (ended.length > 0) await publish(db, 'user_sessions');
  await db.rows(sql`delete from system_token where user_id = ${userId}`);
};

/** How many of a user's web sessions and tokens are open. */
export const countSignIns = async (userId: string, db: Database): Promise<number> => {
  const [row] = await db.rows<{ count: number }>(sql`select (
      (select count(*) from system_session where user_id = ${userId} and expires_at > now()) +
      (select count(*) from system_token where user_id = ${userId} and expires_at > now()))::int as count`);
  return row?.count ?? 0;
};

/** Web sessions by id, and bearer tokens by their hash. */
export type SignIns = { web: readonly string[]; tokens: readonly string[] };

/** Whether one of these web sessions and tokens is still open. */
export const isAnyOpen = async ({ web, tokens }: SignIns, db: Database): Promise<boolean> =>
  (
    await db.rows(sql`select 1 from system_session where id = any(${uuids(web)}) and expires_at > now()
      union all select 1 from system_token where token_hash = any(${texts(tokens)}) and expires_at > now() limit 1`)
  ).length > 0;

/** An open web session, or a bearer token by its hash: whose it is, and from where and when its user signed in. */
export type OpenSignIn = {
  kind: 'web' | 'token';
  id: string;
  user: string;
  address: string;
  /** Not known of tokens. */
  at: string | null;
};

/** Open sign-ins in a fixed order, after one of them. */
export const openSignInsAfter = (
  last: Pick<OpenSignIn, 'user' | 'kind' | 'id'> | undefined,
  limit: number,
  db: Database,
): Promise<OpenSignIn[]> =>
  db.rows<OpenSignIn>(sql`select o.kind, o.id, o."user", o.address, o.at from (
      select 'web' as kind, s.id::text as id, s.user_id::text as "user", s.remote_addr as address, s.created_at as at
        from system_session s where s.user_id is not null and s.expires_at > now()
      union all select 'token', t.token_hash, t.user_id::text, t.remote_addr, null from system_token t where t.expires_at > now()) o
    where (o."user", o.kind, o.id) > (${last?.user ?? ''}, ${last?.kind ?? ''}, ${last?.id ?? ''})
    order by o."user", o.kind, o.id limit ${limit}`);

/** Ends these web sessions and tokens. */
export const endSignIns = async ({ web, tokens }: SignIns, db: Database): Promise<void> => {
  await db.rows(sql`delete from system_session where id = any(${uuids(web)})`);
  await db.rows(sql`delete from audits_usersession where session_id = any(${texts(web)})`);
  await db.rows(sql`delete from system_token where token_hash = any(${texts(tokens)})`);
  await publish(db, 'user_sessions');
};

/** Deletes the sign-in passwords stored in a user's web sessions. */
export const forgetLoginSecrets = async (userId: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update system_session set login_secret = null where user_id = ${userId} and login_secret is not null`,
  );
};

/** Deletes every stored sign-in password, including those of pending sign-ins. */
export const forgetAllLoginSecrets = async (db: Database, cache: Cache): Promise<void> => {
  await db.rows(sql`update system_session set login_secret = null where login_secret is not null`);
  await cache.forgetUnder('pending_sign_in:', 'login_secret', db);
};

/** Stores a bearer token by its hash. */
export const keepToken = async (
  token: string,
  options: { userId: string; remoteAddr: string; hasCode: boolean; until: Date },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into system_token (token_hash, user_id, remote_addr, has_mfa, expires_at)
    values (${hashOf(token)}, ${options.userId}, ${options.remoteAddr}, ${options.hasCode}, ${options.until.toISOString()})`);
};

/** Deletes expired web sessions and tokens; called periodically. */
export const sweepSessions = async (db: Database): Promise<void> => {
  await db.rows(sql`delete from system_session where expires_at <= now()`);
  await db.rows(sql`delete from system_token where expires_at <= now()`);
  const expired = await db.rows(
    sql`delete from audits_usersession s where s.date_expired <= now() returning 1`,
  );
  if (expired.length > 0) await publish(db, 'user_sessions');
};
