import type { Message } from '@gatehouse/contract/messages/messages.ts';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publishEach } from '../../platform/events.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';
import { addMessages } from '../../resources/notifications/sitemessage/statements.ts';

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
  const sent = await addMessages(people, { text: message, sender }, db);
  if (sent.length > 0)
    await db.rows(sql`insert into notifications_delivery (message) select unnest(${uuids(sent)})`);
  await publishEach(db, 'site_message', people);
};
