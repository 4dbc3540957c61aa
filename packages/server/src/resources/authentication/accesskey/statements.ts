import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

/** Records that an access key was used. */
export const noteKeyUsed = async (id: string, db: Database): Promise<void> => {
  await db.rows(sql`update authentication_accesskey set date_last_used = now() where id = ${id}`);
};

/** Gives a user an access key that is accepted from every address. */
export const addAccessKey = async (
  key: { id: string; userId: string; sealedSecret: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into authentication_accesskey (id, "user", secret, ip_group, is_active, date_created)
    values (${key.id}, ${key.userId}, ${key.sealedSecret}, '["*"]'::jsonb, true, now())`);
};

/** Activates the access keys of a user who has no active one. */
export const activateKeysOf = async (userId: string, db: Database): Promise<void> => {
  await db.rows(sql`update authentication_accesskey set is_active = true where "user" = ${userId}
    and not exists (select 1 from authentication_accesskey k where k."user" = ${userId} and k.is_active)`);
};
