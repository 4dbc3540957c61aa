/** An error body: text, lists of text, or objects of those. */
export type FieldErrorsLike = unknown;

const GENERAL = new Set(['detail', 'error', 'msg', 'non_field_errors']);

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('; ');
  if (value && typeof value === 'object') return Object.values(value).map(textOf).filter(Boolean).join('; ');
  return value === null || value === undefined ? '' : String(value);
};

/** An error body as one line per field, with the column names of the file. An HTML page is ignored. */
export const flattenErrors = (
  body: FieldErrorsLike,
  titles: ReadonlyMap<string, string>,
): { lines: string[]; fields: string[] } => {
  if (body === null || body === undefined || body === '') return { lines: [], fields: [] };
  if (typeof body === 'string') return { lines: body.trimStart().startsWith('<') ? [] : [body], fields: [] };
  if (Array.isArray(body)) return { lines: [textOf(body)].filter(Boolean), fields: [] };
  const lines: string[] = [];
  const fields: string[] = [];
  for (const [name, value] of Object.entries(body as Record<string, unknown>)) {
    if (name === 'code') continue;
    const text = textOf(value);
    if (!text) continue;
    if (GENERAL.has(name)) lines.push(text);
    else {
      lines.push(`${titles.get(name) ?? name}: ${text}`);
      fields.push(name);
    }
  }
  return { lines, fields };
};
