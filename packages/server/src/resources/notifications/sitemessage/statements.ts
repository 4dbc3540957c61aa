import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../../platform/database.ts';
import {
  type Aged,
  each,
  moments,
  oldest,
  type Removed,
  removeOld,
  type Span,
} from '../../../platform/statements/aged.ts';
import { allUsers } from '../../users/user/relations.ts';

/** Stores a message for each of the users, leaving out components. */
export const addMessages = async (
  people: readonly string[],
  { text, sender }: { text: object; sender: string },
  db: Database,
): Promise<void> => {
  await db.rows(sql`insert into notifications_sitemessage (id, "user", content_id, text, sender, has_read, date_created)
    select gen_random_uuid(), u.id, ${randomUUID()}::uuid, ${JSON.stringify(text)}::jsonb, ${sender}, false, now()
    from ${allUsers} u where u.id = any(${uuids(people)}) and not u.is_service_account`);
};

/** Marks messages of a user as read; returns how many there were. */
export const markRead = async (userId: string, ids: readonly string[], db: Database): Promise<number> => {
  const own =
    await db.rows(sql`update notifications_sitemessage set has_read = true, read_at = coalesce(read_at, now())
    where id = any(${uuids(ids)}) and "user" = ${userId} returning 1`);
  return own.length;
};

/** Marks all messages of a user as read. */
export const markAllRead = async (userId: string, db: Database): Promise<void> => {
  await db.rows(
    sql`update notifications_sitemessage set has_read = true, read_at = now() where "user" = ${userId} and not has_read`,
  );
};

/** Messages, by when they were sent. */
const messages: Aged = {
  table: sql`notifications_sitemessage`,
  time: sql`t.date_created`,
  order: sql`t.date_created nulls first`,
  ...each,
  ...moments,
};

/** Removes a batch of old messages. */
export const removeMessagesBefore = (span: Span, db: Database): Promise<Removed> =>
  removeOld(messages, oldest(messages, span), span, db);
