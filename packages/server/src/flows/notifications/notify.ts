import { randomUUID } from 'node:crypto';
import type { Message } from '@gatehouse/contract/messages/messages.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publishEach } from '../../platform/events.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';
import { allUsers } from '../../resources/users/user/relations.ts';

/**
 * Adds a site message for users and puts it into the outbox of the other channels (docs/decisions/0153). Open
 * consoles and the delivery job are notified once the transaction commits.
 */
export const notify = async (
  people: readonly string[],
  message: Message | Extract<MessageText, { html: string }>,
  db: Database,
  sender = '',
): Promise<void> => {
  await db.rows(sql`with sent as (insert into notifications_sitemessage (id, "user", content_id, text, sender, has_read, date_created)
    select gen_random_uuid(), u.id, ${randomUUID()}::uuid, ${JSON.stringify(message)}::jsonb, ${sender}, false, now()
    from ${allUsers} u where u.id = any(${uuids(people)}) and not u.is_service_account returning id)
    insert into notifications_delivery (message) select id from sent`);
  await publishEach(db, 'site_message', people);
};
