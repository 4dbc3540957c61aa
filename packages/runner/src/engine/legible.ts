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

/** An escape sequence with its end. */
const [esc, bell] = ['\u001b', '\u0007'];
const whole = new RegExp(`^${esc}(?:\\[[\\d;?]*[ -/]*[@-~]|\\][^${bell}]*(?:${bell}|${esc}\\\\)|[^[\\]])`);
/** Most characters of an escape sequence that is held back because a chunk ends in it. */
const MOST_SEQUENCE = 256;

/** Decodes bytes that arrive in chunks into text: characters and escape sequences may be split between two chunks. */
export const createLegibleStream = (print: (text: string) => void) => {
  const decoder = new TextDecoder();
  let held = '';
  const tell = (text: string) => {
    const shown = legible(text);
    if (shown !== '') print(shown);
  };
  return {
    push: (bytes: Buffer): void => {
      const text = held + decoder.decode(bytes, { stream: true });
      const start = text.lastIndexOf(esc);
      const isCut = start >= 0 && text.length - start < MOST_SEQUENCE && !whole.test(text.slice(start));
      held = isCut ? text.slice(start) : '';
      tell(isCut ? text.slice(0, start) : text);
    },
    end: (): void => {
      tell(held + decoder.decode());
      held = '';
    },
  };
};
