/** Why a paste needs a second look. */
export type PasteRisk = { lines: number; isLong: boolean } | null;

const LONG = 10_000;

/**
 * Whether pasting should be confirmed: several lines would run at once where the program does not mark pastes,
 * and a very long text is rarely meant.
 */
export const pasteRisk = (text: string, isBracketed: boolean): PasteRisk => {
  const lines = text.replace(/(\r\n|\r|\n)+$/, '').split(/\r\n|\r|\n/).length;
  const isLong = text.length > LONG;
  const runsAtOnce = !isBracketed && lines > 1;
  return runsAtOnce || isLong ? { lines, isLong } : null;
};

/** The beginning of a text, as shown before pasting it. */
export const pastePreview = (text: string, mostLines = 8, mostCharacters = 600): string => {
  const lines = text
    .slice(0, mostCharacters)
    .split(/\r\n|\r|\n/)
    .slice(0, mostLines);
  const shown = lines.join('\n');
  return shown.length < text.length ? `${shown}\n…` : shown;
};
