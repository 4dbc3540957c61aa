import { bodyText } from '../../../platform/http/errorText.ts';

/** Longest time until a server says something of a file: its queue, then ten minutes to read. */
const LONGEST_WAIT_MS = 15 * 60_000;

const reasonIn = (text: string | null | undefined): string | undefined => {
  try {
    return bodyText(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

/**
 * Lets the browser receive a file by itself, whatever its length. What the server says instead of sending it is told, as
 * far as it can be read.
 */
export const browserDownload = (url: string, onRefused: (reason: string | undefined) => void): void => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-same-origin allow-downloads');
  frame.src = url;
  const timer = setTimeout(() => frame.remove(), LONGEST_WAIT_MS);
  // A file never becomes a page; what does stands in its place.
  frame.addEventListener('load', () => {
    clearTimeout(timer);
    const text = frame.contentDocument?.documentElement?.textContent;
    frame.remove();
    onRefused(reasonIn(text));
  });
  document.body.append(frame);
};
