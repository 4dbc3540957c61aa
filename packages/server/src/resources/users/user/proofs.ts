import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** The password hash of a user, over alias `u` of `allUsers`. */
export const passwordHash = sql`(select p.password_hash from users_user p where p.id = u.id)`;

/** Hash of a user's password; undefined for a user without one. */
export const passwordHashOf = async (userId: string, db: Database): Promise<string | undefined> => {
  const [row] = await db.rows<{ password_hash: string | null }>(
    sql`select password_hash from users_user where id = ${userId}`,
  );
  return row?.password_hash ?? undefined;
};

/** Sealed secret of a user's one-time-password app; undefined when none is set up. */
export const otpSecretOf = async (userId: string, db: Database): Promise<string | undefined> => {
  const [row] = await db.rows<{ otp_secret: string | null }>(
    sql`select otp_secret from users_user where id = ${userId}`,
  );
  return row?.otp_secret || undefined;
};

/**
 * Uses up a step of a one-time-password secret; false if it or a later one was used, or the secret was
 * replaced.
 */
export const useOtpStep = async (
  userId: string,
  { sealed, step }: { sealed: string; step: number },
  db: Database,
): Promise<boolean> => {
  const taken = await db.rows(
    sql`update users_user set otp_last_step = ${step} where id = ${userId} and otp_secret = ${sealed}
      and (otp_last_step is null or otp_last_step < ${step}) returning 1`,
  );
  return taken.length > 0;
};

/** Sealed password for encrypting a user's exported secrets; undefined when none is set. */
export const filePasswordOf = async (userId: string, db: Database): Promise<string | undefined> => {
  const [row] = await db.rows<{ file_encryption_password: string | null }>(
    sql`select file_encryption_password from users_user where id = ${userId}`,
  );
  return row?.file_encryption_password || undefined;
};
