import { isMessageLink, messageElements } from '@gatehouse/contract/wire/siteMessages.ts';
import { createElement, type ReactNode } from 'react';

const known: ReadonlySet<string> = new Set(messageElements);
const unspoken = 'script, style, template, noscript, iframe, object';

const bodyOf = (html: string): HTMLElement => {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll(unspoken)) element.remove();
  return body;
};

/** The text of a message without formatting. */
export const plainText = (html: string): string =>
  bodyOf(html.replace(/<\/(p|li|h\d|td|th|tr)>|<br\s*\/?>/gi, '$& '))
    .textContent?.replace(/\s+/g, ' ')
    .trim() ?? '';

const linkProps = (element: Element) => {
  const href = element.getAttribute('href') ?? '';
  return isMessageLink(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : {};
};

const drawn = (node: ChildNode, key: number): ReactNode => {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  const children = [...node.childNodes].map(drawn);
  if (!known.has(name)) return children;
  const props = { key, ...(name === 'a' && linkProps(node)) };
  return children.length > 0 ? createElement(name, props, children) : createElement(name, props);
};

/** A formatted message: only elements allowed in messages are drawn, whatever the server sent. */
export function MessageText({ html }: { html: string }) {
  return [...bodyOf(html).childNodes].map(drawn);
}
