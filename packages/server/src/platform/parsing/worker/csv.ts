import { detect } from 'chardet';
import { parse } from 'csv-parse/sync';
import iconv from 'iconv-lite';
import { Excess, type Limits } from '../limits.ts';

const asText = (body: Buffer): string => {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return body.subarray(3).toString('utf8');
  const guess = detect(body.subarray(0, 64 * 1024)) ?? 'utf8';
  return iconv.decode(body, iconv.encodingExists(guess) && guess !== 'ISO-8859-1' ? guess : 'utf8');
};

/** The rows of a CSV file in any common encoding. */
export const csvRows = (file: Buffer, most: Limits): string[][] => {
  let [rows, cells] = [0, 0];
  return parse(asText(file), {
    relax_column_count: true,
    skip_empty_lines: true,
    bom: true,
    on_record: (record: string[]) => {
      rows += 1;
      cells += record.length;
      if (rows > most.rows + 1) throw new Excess('rows', most.rows);
      if (record.length > most.columns) throw new Excess('columns', most.columns);
      if (cells > most.cells) throw new Excess('cells', most.cells);
      return record;
    },
  });
};
