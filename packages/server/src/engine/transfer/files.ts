import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';

/** Rows of a file as they arrive: batches of cell texts, the first with the titles. */
export type Batches = AsyncIterable<string[][]>;

/** CSV with byte-order mark and CRLF, as spreadsheets expect it. */
export const csvStream = (batches: Batches): Readable =>
  Readable.from(
    (async function* () {
      yield '\ufeff';
      for await (const rows of batches) yield stringify(rows, { record_delimiter: '\r\n' });
    })(),
  );
