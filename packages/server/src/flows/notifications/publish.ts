import type { SystemMessage } from '@gatehouse/contract/messages/messages.ts';
import { SYSTEM_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { addPlaceDelivery } from '../../resources/audits/messagelog/statements.ts';
import { notify } from './notify.ts';
import { receiversOf } from './systemSubscriptions.ts';
import { webhook } from './webhook/webhook.ts';

/** Sends a message to its subscribers and to the webhook, in the transaction of the caller. */
export const publishMessage = async (
  message: SystemMessage,
  db: Database,
  { org = SYSTEM_ORG_ID }: { org?: string } = {},
): Promise<void> => {
  const { users, backends } = await receiversOf(message.key, db);
  await notify(users, message, db, { org, backends });
  await addPlaceDelivery({ type: message.key, text: message, org }, webhook.name, db);
  await publish(db, 'message_waiting');
};
