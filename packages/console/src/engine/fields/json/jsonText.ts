/** Form value of JSON text that does not parse. */
export type BadJson = { badJson: string };

/** Whether a form value is text that does not parse. */
export const isJsonError = (value: unknown): value is BadJson =>
  typeof value === 'object' && value !== null && 'badJson' in value;

/** Text of a JSON value; invalid text stays as typed. */
export const jsonText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return isJsonError(value) ? value.badJson : JSON.stringify(value, null, 2);
};

/** Value of JSON text: null when empty, a `BadJson` with the text when it does not parse. */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { badJson: text };
  }
};
