/** Maximum length of a label's name, and of its value, in characters. */
const MOST = 64;

type LabelParts = { name: string; value: string };

/** The two sides of `name:value`; the value may contain further colons. */
export const splitLabel = (text: string): LabelParts => {
  const at = text.indexOf(':');
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
};

/**
 * Name and value of a label written `name:value`; undefined if the text is not a label. Labels in a list are
 * separated by commas, so neither part may contain one.
 */
export const readLabel = (text: string): LabelParts | undefined => {
  if (!text.includes(':') || text.includes(',')) return undefined;
  const { name, value } = splitLabel(text);
  const isFine = (side: string) => side !== '' && side.length <= MOST;
  return isFine(name) && isFine(value) ? { name, value } : undefined;
};
