import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Batches } from './files.ts';

/** Maximum number of rows per sheet that spreadsheet programs open; more go to further sheets. */
const longestSheet = 1_048_576;
/** XML readers turn a bare carriage return into a line end. */
const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};
/** Maximum number of characters in a spreadsheet cell; longer texts are cut. */
export const longestCell = 32_767;
/**
 * Characters that XML forbids or advises against: control characters except tab and line ends, lone
 * surrogates, and two noncharacters.
 */
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;
/** Whether a text has characters that no cell can hold. */
export const isLossy = (text: string): boolean => text.search(forbidden) >= 0;
const xmlText = (text: string) =>
  text
    .slice(0, longestCell)
    .replace(forbidden, '')
    .replace(/[&<>"\r]/g, (char) => escapes[char] ?? char);

/** `A` to `Z`, `AA` and so on; spreadsheet programs find a cell by its address. */
const columnName = (index: number): string =>
  index < 26
    ? String.fromCharCode(65 + index)
    : columnName(Math.floor(index / 26) - 1) + columnName(index % 26);

const rowXml = (cells: string[], number: number) => {
  const texts = cells.map(
    (text, at) =>
      `<c r="${columnName(at)}${number}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`,
  );
  return `<row r="${number}" ht="20" customHeight="1">${texts.join('')}</row>`;
};
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const formats = 'http://schemas.openxmlformats.org';
const main = `${formats}/spreadsheetml/2006/main`;
const relations = `${formats}/officeDocument/2006/relationships`;
const packageOf = (part: string) => `${formats}/package/2006/${part}`;
const media = 'application/vnd.openxmlformats';

/** The files of an XLSX package that list its sheets. */
const parts = (names: readonly string[]): [string, string][] => {
  const each = (xml: (number: number, name: string) => string) =>
    names.map((name, at) => xml(at + 1, name)).join('');
  const types = each(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${media}-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const sheets = each(
    (number, name) => `<sheet name="${xmlText(name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const targets = each(
    (number) =>
      `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
  );
  return [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packageOf('content-types')}"><Default Extension="rels" ContentType="${media}-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${media}-officedocument.spreadsheetml.sheet.main+xml"/>${types}</Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="${packageOf('relationships')}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="${packageOf('relationships')}">${targets}</Relationships>`,
    ],
  ];
};

const columnsXml = (titles: string[]) =>
  `<cols>${titles.map((title, index) => `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, Math.max(8, title.length * 2))}" customWidth="1"/>`).join('')}</cols>`;

/** Longest name of a sheet that spreadsheet programs open. */
const longestName = 31;

/** A name that no other sheet has, in any case, without the characters that spreadsheet programs refuse. */
const sheetName = (wanted: string, taken: readonly string[]): string => {
  const plain = wanted.replace(/[[\]:*?/\\\p{Cc}]/gu, ' ').replace(/^['\s]+|['\s]+$/g, '') || 'Sheet';
  const isTaken = (name: string) => taken.some((other) => other.toLowerCase() === name.toLowerCase());
  for (let number = 1; ; number += 1) {
    const ending = number === 1 ? '' : ` ${number}`;
    const name = `${plain.slice(0, longestName - ending.length)}${ending}`;
    if (!isTaken(name)) return name;
  }
};

/** Writes rows into the sheets of a package, each with its titles. */
const sheetsOf = (zip: Zip, mostRows: number) => {
  const names: string[] = [];
  let [used, wanted] = [0, ''];
  let titles: string[] | undefined;
  let sheet: ZipDeflate | undefined;
  const close = () => sheet?.push(strToU8('</sheetData></worksheet>'), true);
  const open = (first: string[]) => {
    close();
    names.push(wanted ? sheetName(wanted, names) : `Sheet${names.length + 1}`);
    used = 1;
    sheet = new ZipDeflate(`xl/worksheets/sheet${names.length}.xml`, { level: 6 });
    zip.add(sheet);
    sheet.push(
      strToU8(`${head}<worksheet xmlns="${main}">${columnsXml(first)}<sheetData>${rowXml(first, 1)}`),
    );
  };
  const push = (rows: string[][]) => {
    for (let rest = rows; rest.length; ) {
      if (used === mostRows && titles) open(titles);
      const part = rest.slice(0, mostRows - used);
      rest = rest.slice(part.length);
      const above = used + 1;
      used += part.length;
      sheet?.push(strToU8(part.map((cells, at) => rowXml(cells, above + at)).join('')));
    }
  };
  return {
    /** Adds rows in order, starting with the titles; those for another sheet than the last one begin it. */
    add: ({ sheet: name, rows }: SheetRows) => {
      if (titles && name === wanted) return push(rows);
      const [first = [], ...others] = rows;
      wanted = name;
      titles = first;
      open(first);
      push(others);
    },
    /** Ends the last sheet; returns the names of all. */
    end: () => {
      close();
      return names;
    },
  };
};

/** Rows for a sheet of a workbook; the first of each sheet are its titles. An empty name is a number. */
export type SheetRows = { sheet: string; rows: string[][] };

/** A workbook of text cells, zipped while the rows arrive; memory stays flat whatever the length. */
export const workbookStream = (batches: AsyncIterable<SheetRows>, mostRows = longestSheet): Readable =>
  Readable.from(
    (async function* () {
      const ready: Uint8Array[] = [];
      let failure: Error | undefined;
      const zip = new Zip((error, data) => {
        if (error) failure = error;
        else ready.push(data);
      });
      const sheets = sheetsOf(zip, mostRows);
      for await (const part of batches) {
        sheets.add(part);
        if (failure) throw failure;
        yield* ready.splice(0);
      }
      for (const [name, xml] of parts(sheets.end())) {
        const part = new ZipPassThrough(name);
        zip.add(part);
        part.push(strToU8(xml), true);
      }
      zip.end();
      yield* ready.splice(0);
    })(),
  );

/** XLSX of text cells: a workbook with one sheet, and further ones for what does not fit. */
export const xlsxStream = (batches: Batches, mostRows = longestSheet): Readable =>
  workbookStream(
    (async function* () {
      for await (const rows of batches) yield { sheet: '', rows };
    })(),
    mostRows,
  );
