import type { Readable } from 'node:stream';
import { isLossy, longestCell, type SheetRows, workbookStream } from '../../engine/transfer/xlsx.ts';
import { type Part, partOf } from './halves.ts';
import type { AccountRows } from './keptAccounts.ts';

/** Titles of the columns with the secret, and with the rest of one that is too long for a cell. */
export type SecretTitles = { secret: string; rest: string };

const withSecret = (cells: readonly string[], secret: string): string[] => [
  ...cells,
  secret.slice(0, longestCell),
  secret.slice(longestCell),
];

/** Accounts as a workbook with a sheet for each type; of every secret it has one part. */
export const accountWorkbook = (
  accounts: AsyncIterable<AccountRows>,
  { part, titles, signal }: { part: Part; titles: SecretTitles; signal: AbortSignal },
): Readable =>
  workbookStream(
    (async function* (): AsyncGenerator<SheetRows> {
      let current: string | undefined;
      for await (const { sheet, rows } of accounts) {
        signal.throwIfAborted();
        const isBegun = sheet === current;
        current = sheet;
        yield {
          sheet,
          rows: rows.map(({ cells, secret }, index) =>
            isBegun || index > 0
              ? withSecret(cells, partOf(secret, part))
              : [...cells, titles.secret, titles.rest],
          ),
        };
      }
    })(),
  );

/** Whether a workbook cannot hold a secret as it is. */
export const isTooOdd = (secret: string): boolean => isLossy(secret);
