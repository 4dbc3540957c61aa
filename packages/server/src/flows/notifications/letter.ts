import type { Language, Lookup } from '../../platform/i18n.ts';
import { type MessageText, readMessage } from '../../resources/notifications/sitemessage/index.ts';
import type { Letter } from './channel.ts';

const signs: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The content of safe HTML as text; links keep their address. */
const plainOf = (html: string): string =>
  html
    .replace(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g, '$2: $1')
    .replace(/<\/(?:p|h3|h4|li|tr|blockquote|pre)>|<br>/g, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => signs[name] ?? whole)
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** A message as it leaves the product, with the console's address in its links. */
export const letterOf = (
  text: MessageText,
  deps: { lookup: Lookup; language: Language; siteUrl: () => string | undefined },
): Letter => {
  const { lookup, language } = deps;
  const { subject, message } = readMessage(text, (key, params) => lookup(language, key, params) ?? key);
  const site = (deps.siteUrl() ?? '').replace(/\/$/, '');
  // Links to the console have no host; a mail needs one.
  const html = message.replaceAll('href="/', `href="${site}/`);
  return { subject, html, text: plainOf(html) };
};
