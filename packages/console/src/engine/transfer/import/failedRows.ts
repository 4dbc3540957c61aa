import { csvOf } from '../download.ts';
import { cellText } from './importCells.ts';
import type { ImportColumn } from './importFile.ts';
import { type ImportRow, statusName } from './importTask.ts';

/** Name of the file of refused rows, based on the original. */
export const failedName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}-failed.csv`;

/** The refused rows as a file to correct and import again: their current cells, and the reason for each. */
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
