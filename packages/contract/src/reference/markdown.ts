const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** A table of Markdown. */
export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n');

const partText = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(partText).join(', ')}]` : valueText(value);

/** A value of a definition as text: lists with commas, those inside others in brackets, the rest as JSON. */
export const valueText = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? '""' : value;
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(partText).join(', ');
  return JSON.stringify(value);
};
