import { randomUUID } from 'node:crypto';
import type { Message } from '@gatehouse/contract/errors.ts';
import { sql } from 'drizzle-orm';
import type { Passwords } from '../../../platform/crypto/password.ts';
import type { Database } from '../../../platform/database.ts';
import type { Settings } from '../../../platform/settings.ts';
import { addPasswordChange } from '../../audits/passwordchangelog/statements.ts';
import { passwordFaults, passwordRules } from './passwordPolicy.ts';
import { endSessionsOf, forgetLoginSecrets } from './sessions.ts';

/** What storing a password needs. */
export type PasswordDeps = { passwords: Passwords; settings: Settings };

/** The user whose password is checked or stored. */
export type PasswordOwner = { id: string; name: string; username: string; isAdmin: boolean };

/** Why a user may not have this password: it violates the rules or was used recently; empty if it is fine. */
export const judgePassword = async (
  password: string,
  owner: PasswordOwner,
  { passwords, settings }: PasswordDeps,
  db: Database,
): Promise<Message[]> => {
  const faults = passwordFaults(password, passwordRules(settings, owner.isAdmin));
  if (faults.length) return faults;
  const count = settings.get('OLD_PASSWORD_HISTORY_LIMIT_COUNT');
  const past = await db.rows<{ password_hash: string }>(
    sql`(select password_hash from users_userpasswordhistory where user_id = ${owner.id} order by date_created desc limit ${count})
      union select password_hash from users_user where id = ${owner.id} and password_hash is not null and ${count} > 0`,
  );
  for (const { password_hash } of past)
    if (await passwords.matches(password, password_hash))
      return [{ key: 'password_used_before', params: { count } }];
  return [];
};

/**
 * Stores a checked and hashed password, with its history and log. All web sessions and tokens of the user
 * end, except the web session that made the change; that one loses its stored sign-in password.
 */
export const storePassword = async (
  owner: PasswordOwner,
  hash: string,
  by: { display: string; remoteAddr: string; keepSession?: string; mustChange?: boolean },
  db: Database,
): Promise<void> => {
  await db.rows(sql`update users_user set password_hash = ${hash}, date_password_last_updated = now(),
    need_update_password = ${by.mustChange ?? false} where id = ${owner.id}`);
  await db.rows(sql`insert into users_userpasswordhistory (id, user_id, password_hash, date_created)
    values (${randomUUID()}, ${owner.id}, ${hash}, clock_timestamp())`);
  const user = `${owner.name}(${owner.username})`;
  await addPasswordChange({ user, by: by.display, remoteAddr: by.remoteAddr }, db);
  await endSessionsOf(owner.id, db, by.keepSession);
  await forgetLoginSecrets(owner.id, db);
};
