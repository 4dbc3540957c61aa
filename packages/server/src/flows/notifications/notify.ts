import type { Message, SystemMessage } from '@gatehouse/contract/messages/messages.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { messageBackends } from '@gatehouse/contract/wire/siteMessages.ts';
import type { Context } from '../../engine/context.ts';
import type { Database } from '../../platform/database.ts';
import { publish, publishEach } from '../../platform/events.ts';
import { addUserDeliveries } from '../../resources/audits/messagelog/statements.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';
import { addMessages } from '../../resources/notifications/sitemessage/statements.ts';

/** Who writes, the organization it is about, and the channels it may take besides the site message. */
export type Sending = { sender?: string; org?: string; backends?: readonly string[] };

/** The organization that a message of a request is about. */
export const orgOf = ({ org }: Context): string => (org.isRoot ? SYSTEM_ORG_ID : org.id);

/** The type under which deliveries list what a user wrote. */
const WRITTEN = 'written';

/**
 * Adds a site message for users and a delivery for each further channel, in the transaction of the caller
 * (docs/decisions/0290). Open consoles and the delivery job are notified once it commits.
 */
export const notify = async (
  people: readonly string[],
  message: Message | SystemMessage | Extract<MessageText, { html: string }>,
  db: Database,
  { sender = '', org = SYSTEM_ORG_ID, backends = messageBackends }: Sending = {},
): Promise<void> => {
  if (people.length === 0) return;
  await addMessages(people, { text: message, sender }, db);
  const kept = { type: 'key' in message ? message.key : WRITTEN, text: message, org };
  await addUserDeliveries(people, kept, [...new Set([...backends, 'site_msg'])], db);
  await publishEach(db, 'site_message', people);
  await publish(db, 'message_waiting');
};

/** Sends a message by mail alone: to users who cannot have read anything here yet. */
export const notifyByMail = async (
  people: readonly string[],
  message: Message,
  db: Database,
  { org = SYSTEM_ORG_ID }: Pick<Sending, 'org'> = {},
): Promise<void> => {
  if (people.length === 0) return;
  await addUserDeliveries(people, { type: message.key, text: message, org }, ['email'], db);
  await publish(db, 'message_waiting');
};
