import { stripVTControlCharacters } from 'node:util';

/** What a machine printed, as text: it may print anything, such as escape sequences, but the server accepts only text. */
export const legible = (text: string): string =>
  stripVTControlCharacters(text).replace(/(?![\t\r\n])\p{Cc}/gu, '');

/** The same on one line of limited length, for a value or the reason of a failure. */
export const legibleLine = (text: string, most: number): string =>
  legible(text.slice(0, 4 * most))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
    .trim();
