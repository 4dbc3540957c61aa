import { isMessageLink, messageElements } from '@gatehouse/contract/wire/siteMessages.ts';

const known: ReadonlySet<string> = new Set(messageElements);
/** Elements that are dropped with their content, which is not text for users. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);
const piece = /<(\/?)([a-z][a-z0-9]*)((?:\s[^<>]*)?)\/?>|[^<]+|</gi;

/** Escapes text for HTML. */
export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Escapes the text between elements; existing entities stay. */
const textOf = (text: string): string =>
  text
    .replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,31});)/gi, '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const openTag = (name: string, attributes: string): string => {
  if (name !== 'a') return `<${name}>`;
  const [, double, single] = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes) ?? [];
  const href = (double ?? single ?? '').replaceAll('&amp;', '&');
  return isMessageLink(href)
    ? `<a href="${escapeHtml(href)}" target="_blank" rel="noopener noreferrer">`
    : '<a>';
};

/**
 * Rebuilds HTML from the elements allowed in messages: only escaped text, known names and checked addresses
 * reach the output, so that no parser quirk can let a script through.
 */
export const safeHtml = (html: string): string => {
  let inside: string | undefined;
  let safe = '';
  for (const [whole, slash, tag, attributes = ''] of html.matchAll(piece)) {
    const name = tag?.toLowerCase();
    if (inside) {
      if (slash && name === inside) inside = undefined;
    } else if (!name) safe += textOf(whole);
    else if (dropped.has(name)) inside = slash ? undefined : name;
    else if (known.has(name)) safe += slash ? `</${name}>` : openTag(name, attributes);
  }
  return safe;
};
