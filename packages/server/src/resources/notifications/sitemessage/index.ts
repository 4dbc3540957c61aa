import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { sitemessage } from '@gatehouse/contract/resources/notifications/sitemessage.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import type { Database } from '../../../platform/database.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';
import { escapeHtml, safeHtml } from './messageHtml.ts';

/** The content of a message: a text of `messages` in the reader's language, or what its author wrote. */
export type MessageText = { key: string; params: MessageParams } | { subject: string; html: string };

const escaped = (params: MessageParams): MessageParams =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, escapeHtml(String(value))]));

/** Parameters that name a user as logs do, `Name(username)`; in a sentence a space stands between. */
const USERS = new Set(['by', 'applicant']);
const spaced = (params: MessageParams): MessageParams =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      USERS.has(name) ? String(value).replace(/(?<=\S)\([^()]*\)$/, ' $&') : value,
    ]),
  );

/** Subject and safe HTML of a message, in the language of `t`. */
export const readMessage = (
  text: MessageText,
  t: (key: string, params?: MessageParams) => string,
): { subject: string; message: string } =>
  'key' in text
    ? {
        subject: t(`messages.${text.key}.subject`, spaced(text.params)),
        message: `<p>${t(`messages.${text.key}.message`, escaped(spaced(text.params)))}</p>`,
      }
    : { subject: text.subject, message: safeHtml(text.html) };

const contentOf = (row: Row<typeof sitemessage>, ctx: Context) => {
  const at = formatDatetime(instantOf(row.date_created) ?? new Date(0), ctx.zone);
  return {
    id: row.content_id,
    ...readMessage(row.text as MessageText, ctx.t),
    sender: row.sender || ctx.t('messages.system'),
    date_created: at,
    date_updated: at,
  };
};

/** The reader and content of a message; undefined once it is deleted. */
export const messageOf = async (
  id: string,
  db: Database,
): Promise<{ user: string | null; text: MessageText } | undefined> =>
  (
    await db.rows<{ user: string | null; text: MessageText }>(
      sql`select "user"::text as "user", text from notifications_sitemessage where id = ${id}`,
    )
  )[0];

/** Each user's own messages, in their language. */
export const siteMessageBehaviour = (): Behaviour<typeof sitemessage> => ({
  visibleTo: (ctx) => sql`t."user" = ${ctx.actor.id || null}`,
  computed: { content: (rows, ctx) => rows.map((row) => contentOf(row, ctx)) },
});
