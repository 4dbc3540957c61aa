import { expect, test } from 'vitest';
import { checkPart } from './checkPart.ts';

const most = { rows: 10, columns: 5, cells: 20, cell: 8, characters: 100, unpacked: 0 };
const refusalOf = (xml: string): unknown => {
  try {
    checkPart(xml, most);
    return undefined;
  } catch (error) {
    return (error as { refused?: unknown }).refused;
  }
};
const cell = (address: string, content = '<v>1</v>') => `<row><c r="${address}">${content}</c></row>`;
const sheet = (...rows: string[]) =>
  refusalOf(`<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`);
const rows = { refused: 'rows', max: 10 };
const columns = { refused: 'columns', max: 5 };

test('filled cells may reach the last row and column, and the product of both counts', () => {
  expect([sheet(cell('A11')), sheet(cell('A12'))]).toEqual([undefined, rows]);
  expect([sheet(cell('E1')), sheet(cell('F1'))]).toEqual([undefined, columns]);
  expect([sheet(cell('E4')), sheet(cell('E5'))]).toEqual([undefined, { refused: 'cells', max: 20 }]);
  expect(sheet(cell('E1'), cell('A5'))).toEqual({ refused: 'cells', max: 20 });
});

test('empty cells and rows may be anywhere in a sheet, but not outside of it', () => {
  expect([sheet(cell('XFD1048576', '')), sheet('<row r="1048576"/>')]).toEqual([undefined, undefined]);
  expect([sheet(cell('XFE1', '')), sheet(cell('A1048577', '')), sheet('<row r="1048577"/>')]).toEqual([
    columns,
    rows,
    rows,
  ]);
  expect(sheet('<row r="1e9"/>')).toEqual(rows);
});

test('a row counts by its own number and by those of its cells, whichever is larger', () => {
  expect(sheet('<row r="12"><c r="A1"><v>1</v></c></row>')).toEqual(rows);
  expect(sheet('<row r="1"><c r="A12"><v>1</v></c></row>')).toEqual(rows);
});

test('prefixes of names and encoded addresses hide nothing, and namespaces are no addresses', () => {
  expect(sheet('<x:row y:r="1&#50;"><x:c r="A1" y:r="A2"><x:v>1</x:v></x:c></x:row>')).toEqual(rows);
  expect(
    sheet('<row xmlns:r="http://example.org/2048" r="1"><c xmlns:r="Z99" r="A1"><v>1</v></c></row>'),
  ).toBeUndefined();
});

test('the length of a text is counted over its pieces, and anew for each cell and shared text', () => {
  const inline = (...pieces: string[]) =>
    `<is>${pieces.map((piece) => `<r><t>${piece}</t></r>`).join('')}</is>`;
  const tooLong = { refused: 'cell', max: 8 };
  expect([sheet(cell('A1', inline('1234', '5678'))), sheet(cell('A1', inline('1234', '56789')))]).toEqual([
    undefined,
    tooLong,
  ]);
  expect(sheet(cell('A1', '<v>12345678</v>'), cell('A2', '<v>12345678</v>'))).toBeUndefined();
  const shared = (...texts: string[]) =>
    refusalOf(`<sst>${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`);
  expect([shared('12345678', '12345678'), shared('123456789')]).toEqual([undefined, tooLong]);
});

test('texts outside of values are not counted: formulas, spaces between elements', () => {
  expect(sheet(cell('F1', '\n<f>SUM(A1:A2000000)</f>\n'))).toBeUndefined();
  expect(sheet('<row><c r="A1"><v>1</v></c> a long text </row>')).toBeUndefined();
});

test('as many texts are shared as a sheet may have cells', () => {
  expect(refusalOf(`<sst>${'<si/>'.repeat(20)}</sst>`)).toBeUndefined();
  expect(refusalOf(`<sst>${'<si/>'.repeat(21)}</sst>`)).toEqual({ refused: 'cells', max: 20 });
});

test('a document type is refused, comments and instructions are not', () => {
  expect(refusalOf('<?xml version="1.0"?><!-- a --><a/>')).toBeUndefined();
  expect(refusalOf('<!DOCTYPE a><a/>')).toEqual({ refused: 'unusual', max: 0 });
});

test('deep nesting is walked without recursion, and broken XML is an error', () => {
  expect(() => checkPart('<a>'.repeat(200_000), most)).toThrow();
  expect(() => checkPart('<a><b></a>', most)).toThrow();
});
