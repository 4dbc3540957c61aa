/** A sent value as text; empty for an object that has none, such as `{"toString": 1}`. */
export const sentText = (value: unknown): string => {
  try {
    return String(value);
  } catch {
    return '';
  }
};

/** A sent value as messages quote it: at most its first 64 characters. */
export const quoted = (value: unknown): string => sentText(value).slice(0, 64);
