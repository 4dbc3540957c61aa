import { escapeHtml } from '../../../resources/notifications/sitemessage/messageHtml.ts';

/** Texts of the mail to a new user; an empty one stands for the text of the product. */
export type AccountTexts = { subject: string; honorific: string; body: string; signature: string };

/** What the texts may name. */
type Names = { name: string; username: string; email: string };

/**
 * Puts the names of a user into a text, in one pass: what a name contains is never read as a place again, and other
 * braces stay as they are.
 */
const filled = (text: string, names: Names): string =>
  text.replace(/\{(name|username|email)\}/g, (_, place: keyof Names) => names[place]);

const paragraphs = (text: string): string =>
  text
    .split(/\n{2,}/)
    .filter((part) => part.trim())
    .map((part) => `<p>${escapeHtml(part.trim()).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The mail that tells new users of their account: plain texts of administrators, never HTML. */
export const accountLetter = (
  texts: AccountTexts,
  to: Names,
  t: (key: string) => string,
): { subject: string; html: (link: string) => string } => {
  const text = (part: keyof AccountTexts) =>
    filled(texts[part] || (part === 'signature' ? '' : t(`messages.user_created.${part}`)), to);
  return {
    subject: text('subject').replace(/\s+/g, ' ').trim(),
    html: (link) =>
      `${paragraphs(text('honorific'))}${paragraphs(text('body'))}${link}${paragraphs(text('signature'))}`,
  };
};
