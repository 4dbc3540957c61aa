import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { type Database, uuids } from '../../platform/database.ts';
import { publishEach } from '../../platform/events.ts';
import type { MessageText } from '../../resources/notifications/sitemessage/index.ts';

/** What the product tells people; the texts are `messages.<key>`. */
type Told =
  | { key: 'platform_kept'; params: { count: number; assets: string } }
  | { key: 'password_reset' | 'public_key_removed' | 'mfa_reset'; params: { by: string } }
  | { key: 'password_changed' | 'public_key_changed'; params: { by: string; ip: string } }
  | {
      key: 'ticket_to_decide' | 'ticket_level_passed' | 'ticket_approved' | 'ticket_rejected';
      params: { id: string; number: string; title: string; applicant: string; by: string };
    };

/** Leaves a message with people; open consoles hear of it once the transaction holds. */
export const notify = async (
  people: readonly string[],
  message: Told | Extract<MessageText, { html: string }>,
  db: Database,
  sender = '',
): Promise<void> => {
  await db.rows(sql`insert into notifications_sitemessage (id, "user", content_id, text, sender, has_read, date_created)
    select gen_random_uuid(), u.id, ${randomUUID()}::uuid, ${JSON.stringify(message)}::jsonb, ${sender}, false, now()
    from users_user u where u.id = any(${uuids(people)}) and not u.is_service_account`);
  await publishEach(db, 'site_message', people);
};
