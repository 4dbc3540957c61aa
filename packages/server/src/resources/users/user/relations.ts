import { type SQL, sql } from 'drizzle-orm';

/** Users and service accounts of every organization, without their credentials. */
export const allUsers = sql`(select id, mfa_level, need_update_password, is_active, is_service_account, date_expired, date_joined,
  date_password_last_updated, name, username, email, source, is_first_login, comment, (otp_secret is not null) as has_otp,
  (coalesce(file_encryption_password, '') <> '') as has_file_password from users_user)`;

/** Users who can sign in with a password of this installation. */
export const passwordHolders = sql`(select id, date_expired, date_joined, greatest(last_login, date_api_key_last_used) as last_used
  from users_user where is_active and not is_service_account and source = 'local' and password_hash is not null
    and (date_expired is null or date_expired > now()))`;

/** A browser's web session, by the hash of its secret; none once it has expired. */
export const sessionByHash = (
  hash: string,
): SQL => sql`(select id, user_id, data, created_at, expires_at from system_session
  where token_hash = ${hash} and expires_at > now())`;

/** Web sessions that have not expired. */
export const openSessions = sql`(select id, data from system_session where expires_at > now())`;

/** The sealed sign-in password that an open web session of a user keeps. */
export const keptLoginSecret = (
  id: string,
  userId: string,
): SQL => sql`(select login_secret from system_session
  where id = ${id} and user_id = ${userId} and expires_at > now() and login_secret is not null)`;

/** A bearer token, by its hash; none once it has expired. */
export const tokenByHash = (hash: string): SQL =>
  sql`(select user_id, has_mfa from system_token where token_hash = ${hash} and expires_at > now())`;

/** Members of groups. */
export const allGroupMembers = sql`(select id, "user", usergroup from users_user_groups)`;

/** The table of members of groups, as images of an undo name it. */
export const memberTable = 'users_user_groups';
