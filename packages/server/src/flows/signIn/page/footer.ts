import { type Html, html } from './html.ts';

/** What stands out in a line: a link to a web page, or strong words. */
const marks = /\[([^\]\n]{1,200})\]\((https?:\/\/[^\s()<>"']{1,1000})\)|\*\*([^*\n]{1,500})\*\*/g;

const lineOf = (line: string): Html[] => {
  const parts: Html[] = [];
  let at = 0;
  for (const found of line.matchAll(marks)) {
    const [all, text = '', address = '', strong] = found;
    parts.push(html`${line.slice(at, found.index)}`);
    parts.push(
      strong === undefined
        ? html`<a href="${address}" rel="noopener noreferrer">${text}</a>`
        : html`<strong>${strong}</strong>`,
    );
    at = found.index + all.length;
  }
  return [...parts, html`${line.slice(at)}`];
};

/**
 * The footer that an administrator wrote, with links, strong words and line breaks of Markdown. Everything else, markup and
 * other addresses included, is shown as text.
 */
export const footerOf = (text: string): Html =>
  html`${text.split('\n').map((line, at) => [at > 0 && html`<br>`, ...lineOf(line)])}`;
