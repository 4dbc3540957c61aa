import type { Language, Lookup } from '../../platform/i18n.ts';
import type { Settings } from '../../platform/settings.ts';
import { type MessageText, readMessage } from '../../resources/notifications/sitemessage/index.ts';
import { escapeHtml } from '../../resources/notifications/sitemessage/messageHtml.ts';
import type { Letter, Receiver } from './channel.ts';
import { type AccountTexts, accountLetter } from './mail/accountLetter.ts';

/** What writing a letter needs. */
export type LetterDeps = {
  lookup: Lookup;
  language: Language;
  settings: Settings;
  /** Address of the console, for links. */
  siteUrl: () => string | undefined;
};

/** A link for the receiver alone, and the words of `messages.links` it has. */
export type LetterLink = { href: string; words: 'password' | 'decide' };

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

/** The texts for new users, as the settings have them. */
const accountTexts = (settings: Pick<Settings, 'get'>): AccountTexts => ({
  subject: settings.get('EMAIL_CUSTOM_USER_CREATED_SUBJECT'),
  honorific: settings.get('EMAIL_CUSTOM_USER_CREATED_HONORIFIC'),
  body: settings.get('EMAIL_CUSTOM_USER_CREATED_BODY'),
  signature: settings.get('EMAIL_CUSTOM_USER_CREATED_SIGNATURE') ?? '',
});

/** A message as it leaves the product, with the console's address in its links. */
export const letterOf = (
  text: MessageText,
  deps: LetterDeps,
  to: { receiver?: Receiver; link?: LetterLink; texts?: AccountTexts } = {},
): Letter => {
  const { lookup, language, settings } = deps;
  const { receiver, texts = accountTexts(settings) } = to;
  const t = (key: string, params = {}) => lookup(language, key, params) ?? key;
  const site = (deps.siteUrl() ?? '').replace(/\/$/, '');
  const link = to.link
    ? `<p><a href="${escapeHtml(to.link.href)}">${t(`messages.links.${to.link.words}`)}</a></p>`
    : '';
  const written = () => {
    if (!('key' in text && text.key === 'user_created' && receiver)) {
      const { subject, message } = readMessage(text, t, language);
      return { subject, html: `${message}${link}` };
    }
    const own = accountLetter(texts, { ...receiver }, t);
    const console = site && !link ? `<p><a href="/ui/">${t('messages.links.console')}</a></p>` : link;
    return { subject: own.subject, html: own.html(console), ...(texts.subject && { isOwn: true as const }) };
  };
  const { html: bare, ...rest }: Pick<Letter, 'subject' | 'html' | 'isOwn'> = written();
  // Links to the console have no host; a mail needs one.
  const html = bare.replaceAll('href="/', `href="${site}/`);
  return { ...rest, html, text: plainOf(html) };
};
