import { sql } from 'drizzle-orm';

/** Users and service accounts of every organization, without their credentials. */
export const allUsers = sql`(select id, mfa_level, need_update_password, is_active, is_service_account, date_expired,
  date_password_last_updated, name, username, email, source, (otp_secret is not null) as has_otp,
  (coalesce(file_encryption_password, '') <> '') as has_file_password from users_user)`;

/** Members of groups. */
export const allGroupMembers = sql`(select id, "user", usergroup from users_user_groups)`;
