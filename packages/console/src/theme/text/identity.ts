/** A text such as `name(detail)` in its two parts. */
export type Identity = { name: string; detail?: string };

const NAMED = /^(.*\S)\s*\(([^()]*)\)$/s;

/**
 * The parts of a name in a log: a user's username, an asset's address or an account's username stands in
 * brackets behind the name. A detail that only repeats the name is left out.
 */
export const identityOf = (text: string): Identity => {
  const [, name, detail] = NAMED.exec(text) ?? [];
  if (!name) return { name: text };
  return detail && detail !== name ? { name, detail } : { name };
};

/** Such a text as it is read: `name (detail)`. */
export const readable = (text: string): string => {
  const { name, detail } = identityOf(text);
  return detail ? `${name} (${detail})` : name;
};

/** Only the name in such a text. */
export const shortName = (text: string): string => identityOf(text).name;
