/** Lines that give a name and a value. */
export type Pairs = ReadonlyMap<string, string>;

const MOST_LINE = 1024;

/** The pairs of a text, split at the first separator of each line; the first of several lines with a name counts. */
export const pairsOf = (text: string, separator: string): Pairs => {
  const pairs = new Map<string, string>();
  for (const line of text.split('\n')) {
    const at = line.slice(0, MOST_LINE).indexOf(separator);
    if (at < 1) continue;
    const name = line.slice(0, at).trim();
    if (!pairs.has(name)) pairs.set(name, line.slice(at + 1, MOST_LINE).trim());
  }
  return pairs;
};

/** The first whole number in a text; 0 without one, and for one that cannot be exact. */
export const firstNumber = (text: string | undefined): number => {
  const found = Number(/\d{1,17}/.exec(text ?? '')?.[0] ?? 0);
  return Number.isSafeInteger(found) ? found : 0;
};
