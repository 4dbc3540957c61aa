/** What a JSON field holds while its text does not parse. */
export type BadJson = { badJson: string };

/** Whether a form value is text that does not parse. */
export const isJsonError = (value: unknown): value is BadJson =>
  typeof value === 'object' && value !== null && 'badJson' in value;

/** Text of a JSON value; broken text stays as it was typed. */
export const jsonText = (value: unknown): string => {
  if (value === undefined || value === null) return '';
  return isJsonError(value) ? value.badJson : JSON.stringify(value, null, 2);
};

/** Value of JSON text: nothing when empty, the text itself marked when it does not parse. */
export const parseJson = (text: string): unknown => {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return { badJson: text };
  }
};
