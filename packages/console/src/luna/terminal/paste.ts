/** What is risky about a paste; null if nothing is. */
export type PasteRisk = { lines: number; isLong: boolean } | null;

const LONG = 10_000;

/**
 * Whether to ask before a paste: without bracketed paste several lines would run at once, and a very long
 * text is rarely intended.
 */
export const pasteRisk = (text: string, isBracketed: boolean): PasteRisk => {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/).length;
  const isLong = text.length > LONG;
  const runsAtOnce = !isBracketed && lines > 1;
  return runsAtOnce || isLong ? { lines, isLong } : null;
};

/** The start of a text, as shown in the question before pasting. */
export const pastePreview = (text: string, mostLines = 8, mostCharacters = 600): string => {
  const lines = text
    .slice(0, mostCharacters)
    .split(/\r\n|\r|\n/)
    .slice(0, mostLines);
  const shown = lines.join('\n');
  return shown.length < text.length ? `${shown}\n…` : shown;
};
