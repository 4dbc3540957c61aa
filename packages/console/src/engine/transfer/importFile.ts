import { type FieldErrorsLike, flattenErrors } from './importErrors.ts';
import type { ImportError, ImportRow } from './importTask.ts';

/** What parsing a file gives: titles with their field names, and the rows. */
export type ParsedFile = { title: [label: string, name: string][]; data: Record<string, unknown>[] };

/** Column of the preview. */
export type ImportColumn = { name: string; title: string; width: number };

/** Largest file taken. */
export const MOST_BYTES = 30 * 1024 * 1024;
/** Columns that travel encrypted. */
const SECRET_COLUMNS = ['password', 'secret', 'private_key'];
const LETTER = 10;
const [NARROW, WIDE] = [100, 180];

/** Why a file is not taken, or nothing. */
export const fileFault = (file: Pick<File, 'name' | 'size'>): 'format' | 'size' | undefined => {
  if (!/\.(csv|xlsx)$/i.test(file.name)) return 'format';
  return file.size > MOST_BYTES ? 'size' : undefined;
};

/** Content type a file is sent under. */
export const contentTypeOf = (name: string): string =>
  name.toLowerCase().includes('csv') ? 'text/csv' : 'text/xlsx';

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Columns of the preview: those with anything in them, as wide as their longest text allows. */
export const importColumns = ({ title, data }: ParsedFile): ImportColumn[] =>
  title
    .filter(([, name]) => data.some((row) => isFilled(row[name])))
    .map(([label, name]) => {
      const longest = Math.max(label.length, ...data.map((row) => cellText(row[name]).length));
      return { name, title: label, width: Math.min(WIDE, Math.max(NARROW, longest * LETTER)) };
    });

/** Rows of the preview, none sent yet. */
export const importRows = ({ data }: ParsedFile): ImportRow[] =>
  data.map((values, index) => ({ number: index + 1, values, status: 'pending' }));

/** A value as the text of a cell. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  const { name, pk, id } = value as { name?: string; pk?: string | number; id?: string | number };
  const key = pk ?? id;
  if (!Array.isArray(value) && name !== undefined && key !== undefined) return `${name}(${key})`;
  return JSON.stringify(value);
};

/** The value an edited cell stands for: JSON where the text looks like it, a related row for `name(id)`. */
export const cellValue = (text: string, before: unknown): unknown => {
  const trimmed = text.trim();
  if (/^[[{]/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as unknown;
    } catch {
      return text;
    }
  }
  if (typeof before === 'boolean' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (typeof before === 'number' && trimmed !== '' && !Number.isNaN(Number(trimmed))) return Number(trimmed);
  const related =
    before && typeof before === 'object' && 'pk' in before ? /^(.*)\(([^()]+)\)$/.exec(trimmed) : null;
  return related ? { name: related[1], pk: related[2] } : text;
};

/** The body of one row with its secrets encrypted. */
export const rowBody = async (
  values: Record<string, unknown>,
  encrypt: (value: string) => Promise<string>,
): Promise<Record<string, unknown>> => {
  const body = { ...values };
  for (const name of SECRET_COLUMNS) {
    const value = body[name];
    if (typeof value === 'string' && value !== '') body[name] = await encrypt(value);
  }
  return body;
};

/** The refusal of a row in the words of its columns. */
export const importError = (
  body: unknown,
  columns: readonly ImportColumn[],
  fallback: string,
): ImportError => {
  const titles = new Map(columns.map(({ name, title }) => [name, title.replace(/^\*/, '')]));
  const { lines, fields } = flattenErrors(body as FieldErrorsLike, titles);
  return { name: 'error', error: lines.length > 0 ? lines.join('\n') : fallback, fields };
};
