import { csvOf } from '../download.ts';
import { cellText } from './importCells.ts';
import type { ImportColumn } from './importFile.ts';
import { type ImportRow, statusName } from './importTask.ts';

/** Name of the file of refused rows, after the file they came in. */
export const failedName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}-failed.csv`;

/** Refused rows as they stand now, as a file that can be corrected and imported: their cells, and why each was refused. */
export const failedCsv = (
  rows: readonly ImportRow[],
  columns: readonly ImportColumn[],
  reasonTitle: string,
): string =>
  csvOf([
    [...columns.map(({ title }) => title), reasonTitle],
    ...rows.flatMap(({ status, values }) =>
      statusName(status) === 'error' && typeof status === 'object'
        ? [[...columns.map(({ name }) => cellText(values[name])), status.error]]
        : [],
    ),
  ]);
