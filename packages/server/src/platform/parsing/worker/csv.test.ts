import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { csvRows } from './csv.ts';

const most = { rows: 2, columns: 3, cells: 8, cell: 10, characters: 100, unpacked: 0 };
const refusalOf = (text: string): unknown => {
  try {
    csvRows(Buffer.from(text), most);
    return undefined;
  } catch (error) {
    return (error as { refused?: unknown }).refused;
  }
};

test('rows, columns and cells are counted up to their limits; the titles are no row', () => {
  expect(refusalOf('a\n1\n2\n')).toBeUndefined();
  expect(refusalOf('a\n1\n2\n3\n')).toEqual({ refused: 'rows', max: 2 });
  expect(refusalOf('a,b,c\n1,2,3\n1,2\n')).toBeUndefined();
  expect(refusalOf('a,b,c,d\n')).toEqual({ refused: 'columns', max: 3 });
  expect(refusalOf('a,b,c\n1,2,3\n1,2,3\n')).toEqual({ refused: 'cells', max: 8 });
});

test('a file is read in UTF-8 with and without its mark, and in the encodings of older spreadsheets', () => {
  const text = '名称,备注\n服务器,这是一台用于测试的服务器\n';
  const rows = [
    ['名称', '备注'],
    ['服务器', '这是一台用于测试的服务器'],
  ];
  for (const file of [Buffer.from(text), Buffer.from(`\ufeff${text}`), iconv.encode(text, 'gb18030')])
    expect(csvRows(file, most)).toEqual(rows);
});
