import { Readable } from 'node:stream';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Batches } from './files.ts';

/** Maximum number of rows per sheet that spreadsheet programs open; more go to further sheets. */
const longestSheet = 1_048_576;
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Maximum number of characters in a spreadsheet cell; longer texts are cut. */
const longestCell = 32_767;
/**
 * Characters that XML forbids or advises against: control characters except tab and line ends, lone
 * surrogates, and two noncharacters.
 */
const forbidden = /(?![\t\n\r])\p{Cc}|\p{Cs}|[\uFFFE\uFFFF]/gu;
const xmlText = (text: string) =>
  text
    .slice(0, longestCell)
    .replace(forbidden, '')
    .replace(/[&<>"]/g, (char) => escapes[char] ?? char);

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
const parts = (count: number): [string, string][] => {
  const each = (xml: (number: number) => string) =>
    Array.from({ length: count }, (_, at) => xml(at + 1)).join('');
  const types = each(
    (number) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${media}-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const sheets = each((number) => `<sheet name="Sheet${number}" sheetId="${number}" r:id="rId${number}"/>`);
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

/** Writes rows into the sheets of a package, each with the titles. */
const sheetsOf = (zip: Zip, mostRows: number) => {
  let [count, used] = [0, 0];
  let titles: string[] | undefined;
  let sheet: ZipDeflate | undefined;
  const close = () => sheet?.push(strToU8('</sheetData></worksheet>'), true);
  const open = (first: string[]) => {
    close();
    count += 1;
    used = 1;
    sheet = new ZipDeflate(`xl/worksheets/sheet${count}.xml`, { level: 6 });
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
    /** Adds rows in order, starting with the titles. */
    add: (rows: string[][]) => {
      if (titles) return push(rows);
      const [first = [], ...others] = rows;
      titles = first;
      open(first);
      push(others);
    },
    /** Ends the last sheet; returns the number of sheets. */
    end: () => {
      close();
      return count;
    },
  };
};

/** XLSX of text cells, zipped while the rows arrive; memory stays flat whatever the length. */
export const xlsxStream = (batches: Batches, mostRows = longestSheet): Readable =>
  Readable.from(
    (async function* () {
      const ready: Uint8Array[] = [];
      let failure: Error | undefined;
      const zip = new Zip((error, data) => {
        if (error) failure = error;
        else ready.push(data);
      });
      const sheets = sheetsOf(zip, mostRows);
      for await (const rows of batches) {
        sheets.add(rows);
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
