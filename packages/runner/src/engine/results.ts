import { MOST_TARGET_OUTPUT } from '@gatehouse/contract/wire/machineWork.ts';
import { legible } from './legible.ts';

/** What statements answer, as it arrives. */
export type Results = {
  /** A table begins; what came before is over. */
  begin: (columns: readonly string[]) => void;
  /** A row of it, null where a value is missing. Answers false if no more may be read. */
  row: (values: readonly (string | null)[]) => boolean;
  /** A statement has ended; `told` is printed if it had no table. */
  finish: (told: string) => void;
  /** A remark of the database. */
  say: (text: string) => void;
  /** Prints what has arrived of the last table. */
  end: () => void;
  /** Whether more arrived than may be read. */
  isFlood: () => boolean;
};

/** Rows of a table that are shown, and characters of a value. */
const MOST_ROWS = 1_000;
const MOST_VALUE = 1_000;
/** Most characters that statements may answer. */
const MOST_READ = 12 * 1024 * 1024;

/** Characters that take two columns of a terminal. */
const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

const widthOf = (text: string): number => {
  let width = 0;
  for (const sign of text) width += wide.test(sign) ? 2 : 1;
  return width;
};

/** A value on one line. */
const shown = (value: string | null): string => {
  if (value === null) return 'NULL';
  const text = legible(value.slice(0, MOST_VALUE)).replace(/[\r\n\t]/g, (sign) =>
    JSON.stringify(sign).slice(1, -1),
  );
  return value.length > MOST_VALUE ? `${text}…` : text;
};

const number = /^-?\d+(?:\.\d+)?$/;

/** Rows under their names, in columns; numbers stand at the right. */
const tableOf = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const isNumber = columns.map((_, at) => rows.length > 0 && rows.every((row) => number.test(row[at] ?? '')));
  const widths = columns.map((name, at) =>
    Math.max(...[name, ...rows.map((row) => row[at] ?? '')].map(widthOf)),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => {
        const blank = ' '.repeat(Math.max(0, (widths[at] ?? 0) - widthOf(cell)));
        return isNumber[at] ? `${blank}${cell}` : `${cell}${blank}`;
      })
      .join(' | ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-');
  return [line(columns), rule, ...rows.map(line)].join('\n');
};

/** Prints what statements answer: tables as text, as far as they are shown. */
export const createResults = (print: (text: string) => void): Results => {
  let table: { columns: string[]; rows: string[][]; count: number; kept: number } | undefined;
  let read = 0;
  const end = () => {
    if (!table) return;
    const { columns, rows, count } = table;
    table = undefined;
    const of = rows.length < count ? `${rows.length} of ${count}` : String(count);
    print(`${tableOf(columns, rows)}\n(${of} ${count === 1 ? 'row' : 'rows'})\n`);
  };
  const say = (text: string) => {
    end();
    read += text.length;
    print(`${legible(text)}\n`);
  };
  return {
    begin: (columns) => {
      end();
      table = { columns: columns.map(shown), rows: [], count: 0, kept: 0 };
    },
    row: (values) => {
      for (const value of values) read += (value ?? '').length + 1;
      if (table) {
        table.count += 1;
        if (table.rows.length < MOST_ROWS && table.kept < MOST_TARGET_OUTPUT) {
          const row = values.map(shown);
          table.rows.push(row);
          table.kept += row.reduce((sum, { length }) => sum + length, 0);
        }
      }
      return read <= MOST_READ;
    },
    finish: (told) => (table ? end() : say(told)),
    ...{ say, end },
    isFlood: () => read > MOST_READ,
  };
};
