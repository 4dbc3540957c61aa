import type { Limits, Refused } from './limits.ts';

/** Kinds of files that are parsed into rows of texts. */
export type TableFormat = 'csv' | 'xlsx';
/** What a parser process is sent; the file itself follows on its standard input. */
export type Task = { format: TableFormat; bytes: number; most: Limits };
/** What a parser process answers: rows in batches, then how it ended. */
export type Told = { rows: string[][] } | { ended: true } | Refused | { error: string };
