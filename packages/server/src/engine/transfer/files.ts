import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** Rows of a file as they come: batches of cell texts, the first batch holding the titles. */
export type Batches = AsyncIterable<string[][]>;

/** CSV with byte-order mark and CRLF, as spreadsheets expect it. */
export const csvStream = (batches: Batches): Readable =>
  Readable.from(
    (async function* () {
      yield '\ufeff';
      for await (const rows of batches) yield stringify(rows, { record_delimiter: '\r\n' });
    })(),
  );

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Longest text a spreadsheet cell holds. */
const longestCell = 32_767;
const xmlText = (text: string) =>
  text
    .slice(0, longestCell)
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replace(/[&<>"]/g, (char) => escapes[char] ?? char);

const cellXml = (text: string) =>
  `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`;
const rowXml = (cells: string[]) => `<row ht="20" customHeight="1">${cells.map(cellXml).join('')}</row>`;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const parts: [string, string][] = [
  [
    '[Content_Types].xml',
    `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${head}<Relationships xmlns="${packageRelations}"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
];

const columnsXml = (titles: string[]) =>
  `<cols>${titles.map((title, index) => `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, Math.max(8, title.length * 2))}" customWidth="1"/>`).join('')}</cols>`;

/** XLSX with one sheet of text cells, zipped while the rows arrive; memory stays flat whatever the length. */
export const xlsxStream = (batches: Batches): Readable =>
  Readable.from(
    (async function* () {
      const ready: Uint8Array[] = [];
      let failure: Error | undefined;
      const zip = new Zip((error, data) => {
        if (error) failure = error;
        else ready.push(data);
      });
      for (const [name, xml] of parts) {
        const part = new ZipPassThrough(name);
        zip.add(part);
        part.push(strToU8(xml), true);
      }
      const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 6 });
      zip.add(sheet);
      let started = false;
      for await (const rows of batches) {
        const opening = started
          ? ''
          : `${head}<worksheet xmlns="${main}">${columnsXml(rows[0] ?? [])}<sheetData>`;
        started = true;
        sheet.push(strToU8(opening + rows.map(rowXml).join('')));
        if (failure) throw failure;
        yield* ready.splice(0);
      }
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
      yield* ready.splice(0);
    })(),
  );
