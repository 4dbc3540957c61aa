import { bodyText } from '../../../platform/http/errorText.ts';

/** Longest time in ms until the server reports an error: queueing, then ten minutes of reading. */
const LONGEST_WAIT_MS = 15 * 60_000;

const reasonIn = (text: string | null | undefined): string | undefined => {
  try {
    return bodyText(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
};

/**
 * Lets the browser download a file by itself, however large it is. If the server answers with an error,
 * `onRefused` gets its text where readable.
 */
export const browserDownload = (url: string, onRefused: (reason: string | undefined) => void): void => {
  const frame = document.createElement('iframe');
  frame.hidden = true;
  frame.setAttribute('sandbox', 'allow-same-origin allow-downloads');
  frame.src = url;
  const timer = setTimeout(() => frame.remove(), LONGEST_WAIT_MS);
  // A download never loads as a page, so this is an error.
  frame.addEventListener('load', () => {
    clearTimeout(timer);
    const text = frame.contentDocument?.documentElement?.textContent;
    frame.remove();
    onRefused(reasonIn(text));
  });
  document.body.append(frame);
};
