import type { MessageParams } from '@gatehouse/contract/errors.ts';
import { messageLinks } from '@gatehouse/contract/messages/message.ts';
import { messageSpec } from '@gatehouse/contract/messages/messages.ts';
import type { sitemessage } from '@gatehouse/contract/resources/notifications/sitemessage.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../engine/context.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';
import type { Language } from '../../../platform/i18n.ts';
import { formatDatetime, instantOf } from '../../../platform/time.ts';
import { componentLines } from './componentLines.ts';
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

type Translate = (key: string, params?: MessageParams) => string;

/** The link of a message to the page it is about. */
const linkOf = (key: string, params: MessageParams, t: Translate): string => {
  const name = messageSpec(key)?.link;
  if (!name) return '';
  const path = messageLinks[name].replace(/\{(\w+)\}/g, (_, place: string) =>
    encodeURIComponent(String(params[place] ?? '')),
  );
  return `<p><a href="${path}">${t(`messages.links.${name}`)}</a></p>`;
};

/** Subject and safe HTML of a message, in the language of `t`. */
export const readMessage = (
  text: MessageText,
  t: Translate,
  language: Language,
): { subject: string; message: string } => {
  if (!('key' in text)) return { subject: text.subject, message: safeHtml(text.html) };
  const { key } = text;
  const { components } = text.params;
  const params = spaced({
    ...text.params,
    ...(components !== undefined && { components: componentLines(String(components), t, language) }),
  });
  const words = t(`messages.${key}.message`, escaped(params)).replaceAll('\n', '<br>');
  return {
    subject: t(`messages.${key}.subject`, params),
    message: `<p>${words}</p>${linkOf(key, text.params, t)}`,
  };
};

const contentOf = (row: Row<typeof sitemessage>, ctx: Context) => {
  const at = formatDatetime(instantOf(row.date_created) ?? new Date(0), ctx.zone);
  return {
    id: row.content_id,
    ...readMessage(row.text as MessageText, ctx.t, ctx.language),
    sender: row.sender || ctx.t('messages.system'),
    date_created: at,
    date_updated: at,
  };
};

/** Each user's own messages, in their language. */
export const siteMessageBehaviour = (): Behaviour<typeof sitemessage> => ({
  visibleTo: (ctx) => sql`t."user" = ${ctx.actor.id || null}`,
  computed: { content: (rows, ctx) => rows.map((row) => contentOf(row, ctx)) },
});
