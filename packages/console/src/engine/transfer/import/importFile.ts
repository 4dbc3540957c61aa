import { cellText } from './importCells.ts';
import { type FieldErrorsLike, flattenErrors } from './importErrors.ts';
import type { ImportError, ImportRow } from './importTask.ts';

/** A parsed file: the title and field name of each column, and the rows. */
export type ParsedFile = {
  title: [label: string, name: string][];
  data: Record<string, unknown>[];
  /** Titles of unknown columns. */
  unknown: string[];
};

/** Column of the preview. */
export type ImportColumn = { name: string; title: string; width: number };

/** Maximum size of a file, in bytes. */
export const MOST_BYTES = 30 * 1024 * 1024;
/** Columns sent encrypted. */
const SECRET_COLUMNS = ['password', 'secret', 'private_key'];
const LETTER = 10;
const [NARROW, WIDE] = [100, 180];

/** The title of a column without the mark of required ones. */
export const bareTitle = (title: string): string => title.replace(/^\*/, '');

/** Why a file is refused; undefined when accepted. */
export const fileFault = (file: Pick<File, 'name' | 'size'>): 'format' | 'size' | undefined => {
  if (!/\.(csv|xlsx)$/i.test(file.name)) return 'format';
  return file.size > MOST_BYTES ? 'size' : undefined;
};

/** Content type of a file. */
export const contentTypeOf = (name: string): string =>
  name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'text/xlsx';

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** Columns of the preview: those that are not empty, each as wide as its longest text, within limits. */
export const importColumns = ({ title, data }: Omit<ParsedFile, 'unknown'>): ImportColumn[] =>
  title
    .filter(([, name]) => data.some((row) => isFilled(row[name])))
    .map(([label, name]) => {
      const longest = Math.max(label.length, ...data.map((row) => cellText(row[name]).length));
      return { name, title: label, width: Math.min(WIDE, Math.max(NARROW, longest * LETTER)) };
    });

/** Rows of the preview, all unsent. */
export const importRows = ({ data }: Pick<ParsedFile, 'data'>): ImportRow[] =>
  data.map((values, index) => ({ number: index + 1, values, status: 'pending' }));

/** Body of a row with encrypted secrets. */
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

/** The error of a row from the server's answer, with the titles of its fields. */
export const importError = (
  body: unknown,
  columns: readonly Pick<ImportColumn, 'name' | 'title'>[],
  fallback: string,
): ImportError => {
  const titles = new Map(columns.map(({ name, title }) => [name, title.replace(/^\*/, '')]));
  const { lines, fields } = flattenErrors(body as FieldErrorsLike, titles);
  return { name: 'error', error: lines.length > 0 ? lines.join('\n') : fallback, fields };
};
