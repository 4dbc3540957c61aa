const ESC = '\u001b';
const BEL = '\u0007';
// Colours, cursor movements, titles, character sets; every pattern matches in linear time.
const sequences = new RegExp(
  `${ESC}\\[[0-9;?]*[ -/]*[@-~]|${ESC}\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|${ESC}[ -/]*[0-~]`,
  'g',
);

/** Terminal output without escape sequences. */
export const plainText = (output: string): string => output.replace(sequences, '');
