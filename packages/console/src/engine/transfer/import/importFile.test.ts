import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { cellLabel, cellText, cellValue, relationOf } from './importCells.ts';
import { contentTypeOf, fileFault, importColumns, importError, importRows, rowBody } from './importFile.ts';

const MEGABYTE = 1024 * 1024;
const NODE = '0a1b2c3d-0000-4000-8000-000000000001';

const meta = (type: FieldMeta['type']) => ({ type }) as FieldMeta;

test('B-5-047 B-5-049 only .csv and .xlsx up to 30 MB are accepted', () => {
  expect(fileFault({ name: 'hosts.XLSX', size: 1 })).toBeUndefined();
  expect(fileFault({ name: 'hosts.xls', size: 1 })).toBe('format');
  expect(fileFault({ name: 'hosts.csv', size: 29 * MEGABYTE })).toBeUndefined();
  expect(fileFault({ name: 'hosts.csv', size: 30 * MEGABYTE })).toBeUndefined();
  expect(fileFault({ name: 'hosts.csv', size: 30 * MEGABYTE + 1 })).toBe('size');
  expect(fileFault({ name: 'hosts.csv', size: 31 * MEGABYTE })).toBe('size');
});

test('B-7-009 the content type follows the file name', () => {
  expect(contentTypeOf('a.csv')).toBe('text/csv');
  expect(contentTypeOf('a.xlsx')).toBe('text/xlsx');
  expect(contentTypeOf('from-csv.xlsx')).toBe('text/xlsx');
});

test('B-9-011 columns without any data are hidden and widths stay between 100 and 180', () => {
  const columns = importColumns({
    title: [
      ['*Name', 'name'],
      ['Comment', 'comment'],
      ['Address', 'address'],
    ],
    data: [{ name: 'a', comment: '', address: 'x'.repeat(60) }],
  });
  expect(columns).toEqual([
    { name: 'name', title: '*Name', width: 100 },
    { name: 'address', title: 'Address', width: 180 },
  ]);
});

test('a related cell shows its name, is edited as name(id), and accepts a name alone', () => {
  const linux = { pk: 3, name: 'Linux' };
  expect([cellLabel(linux), cellText(linux)]).toEqual(['Linux', 'Linux(3)']);
  expect(cellValue('Unix(4)', linux, 'one')).toEqual({ name: 'Unix', pk: '4' });
  expect(cellValue('Windows', undefined, 'one')).toEqual({ name: 'Windows' });
  expect(cellText({ name: 'Windows' })).toBe('Windows');
  const nodes = [{ pk: NODE, name: '/Default' }, { name: '/Far' }];
  expect([cellLabel(nodes), cellText(nodes)]).toEqual(['/Default, /Far', `["/Default(${NODE})","/Far"]`]);
  expect(cellValue(cellText(nodes), nodes, 'many')).toEqual([
    { name: '/Default', pk: NODE },
    { name: '/Far' },
  ]);
  expect(cellValue('/Default; /Far', [], 'many')).toEqual([{ name: '/Default' }, { name: '/Far' }]);
  expect(cellValue('', nodes, 'many')).toEqual([]);
  expect([meta('object_related_field'), meta('m2m_related_field'), meta('string')].map(relationOf)).toEqual([
    'one',
    'many',
    undefined,
  ]);
});

test.each(['Zone (prod)', 'Zone(prod)', 'Zone (2)'])(
  '%s is the name of a row, sent and shown as typed',
  (name) => {
    const value = cellValue(name, undefined, 'one');
    expect(value).toEqual({ name });
    expect([cellLabel(value), cellText(value)]).toEqual([name, name]);
    expect(cellValue(`${name}; Far`, [], 'many')).toEqual([{ name }, { name: 'Far' }]);
    const known = { pk: NODE, name };
    expect(cellValue(cellText(known), known, 'one')).toEqual({ name, pk: NODE });
  },
);

test('protocols are shown and edited as in files, with their ports', () => {
  const protocols = [
    { name: 'ssh', port: '22' },
    { name: 'http', port: null },
  ];
  expect([cellLabel(protocols), cellText(protocols)]).toEqual(Array(2).fill('["ssh/22","http/"]'));
  expect(cellValue(cellText(protocols), protocols)).toEqual(['ssh/22', 'http/']);
});

test('cells keep their type when edited', () => {
  expect(cellValue('22', 23)).toBe(22);
  expect(cellValue('true', false)).toBe(true);
  expect(cellValue('["a"]', [])).toEqual(['a']);
  expect(cellValue('[broken', 'x')).toBe('[broken');
  expect(cellValue('web-01', 'web')).toBe('web-01');
  expect([cellValue(' ', 'web'), cellValue('', 23), cellValue('', { pk: 3, name: 'Linux' }, 'one')]).toEqual([
    '',
    null,
    null,
  ]);
});

test('B-5-050 password, secret and private key of a row are encrypted before they are sent', async () => {
  const body = await rowBody(
    { name: 'a', password: 'p', secret: 's', private_key: 'k', token: 't' },
    async (v) => `e${v}`,
  );
  expect(body).toEqual({ name: 'a', password: 'ep', secret: 'es', private_key: 'ek', token: 't' });
});

test('B-5-050 an omitted secret stays empty', async () => {
  const body = { name: 'a', password: '', private_key: '', secret: null };
  expect(await rowBody(body, async (v) => `e${v}`)).toEqual(body);
});

test("B-8-003 a refusal is shown per field with the column's names", () => {
  const columns = [{ name: 'name', title: '*Name', width: 100 }];
  expect(
    importError({ name: ['taken'], protocols: [{}, { port: ['bad'] }], code: 'x' }, columns, 'failed'),
  ).toEqual({
    name: 'error',
    error: 'Name: taken\nprotocols: bad',
    fields: ['name', 'protocols'],
  });
  expect(importError(undefined, columns, 'failed').error).toBe('failed');
  expect(importError('<html>', columns, 'failed').error).toBe('failed');
});

test('a related row is shown with its key or id, or by name alone without either', () => {
  expect(cellText({ name: 'Linux', id: 3 })).toBe('Linux(3)');
  expect(cellText({ name: 'Linux', pk: 4, id: 3 })).toBe('Linux(4)');
  expect(cellText({ name: 'Linux', pk: null })).toBe('Linux');
  expect(cellText({ name: '', pk: 3 })).toBe('(3)');
});

test.each([
  ['nothing', null, ''],
  ['an omitted value', undefined, ''],
  ['no', false, 'false'],
  ['a number', 0, '0'],
  ['an object without a name', { pk: 3 }, '{"pk":3}'],
  ['an object with an empty name', { name: null, pk: 3 }, '{"name":null,"pk":3}'],
  ['a list of texts', ['a', 'b'], '["a","b"]'],
  ['an empty list', [], '[]'],
  ['a list of lists', [['a']], '[["a"]]'],
  ['a list with a gap', ['a', null], '["a",null]'],
])('cell and file have the same text for %s', (_what, value, text) => {
  expect([cellText(value), cellLabel(value)]).toEqual([text, text]);
});

test('a list of mixed values is shown as in the file', () => {
  const mixed = [{ name: 'Linux', pk: 3 }, 'b'];
  expect(cellLabel(mixed)).toBe('["Linux(3)","b"]');
});

test('text that is not a JSON list is read as one or several names', () => {
  expect(cellValue('[broken', [], 'many')).toEqual([{ name: '[broken' }]);
  expect(cellValue('["a"]', [], 'many')).toEqual([{ name: 'a' }]);
  expect(cellValue('"a"', [], 'many')).toEqual([{ name: '"a"' }]);
  expect(cellValue('a, b;c\n', [], 'many')).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
  expect(cellValue('[{"pk": 3}]', [], 'many')).toEqual([{ pk: 3 }]);
});

test('only true, false and digits are converted, according to the previous value', () => {
  expect([cellValue('TRUE', false), cellValue('false', true)]).toEqual([true, false]);
  expect([cellValue('maybe', true), cellValue('true', 'x')]).toEqual(['maybe', 'true']);
  expect([cellValue('many', 3), cellValue('22', 'x'), cellValue('22', null)]).toEqual(['many', '22', '22']);
});

test('a column with only empty values is hidden; zero and false count as values', () => {
  const row = { nothing: null, text: '', list: [], zero: 0, no: false, names: ['a'] };
  const names = [...Object.keys(row), 'omitted'];
  const title = names.map((name): [string, string] => [name, name]);
  expect(importColumns({ title, data: [row] }).map(({ name }) => name)).toEqual(['zero', 'no', 'names']);
});

test('file rows are numbered from one and start as pending', () => {
  expect(importRows({ data: [{ name: 'a' }, { name: 'b' }] })).toEqual([
    { number: 1, values: { name: 'a' }, status: 'pending' },
    { number: 2, values: { name: 'b' }, status: 'pending' },
  ]);
});

test.each(['detail', 'error', 'msg', 'non_field_errors'])(
  'an error under %s applies to the whole row',
  (name) => {
    const refusal = importError({ [name]: ['Full', 'Closed'] }, [], 'failed');
    expect(refusal).toEqual({ name: 'error', error: 'Full; Closed', fields: [] });
  },
);

test.each([
  ['a text', 'Too long', { error: 'Too long', fields: [] }],
  ['an empty text', '', { error: 'failed', fields: [] }],
  ['a page of a server', ' <html>', { error: 'failed', fields: [] }],
  ['nothing', null, { error: 'failed', fields: [] }],
  ['texts', ['Too long', '', 'Taken'], { error: 'Too long; Taken', fields: [] }],
  ['an empty list', [], { error: 'failed', fields: [] }],
  ['parts of a field', { port: { from: ['low'], to: 9 } }, { error: 'port: low; 9', fields: ['port'] }],
  ['a field without a reason', { name: [], port: null }, { error: 'failed', fields: [] }],
  ['only a code', { code: 'invalid' }, { error: 'failed', fields: [] }],
])('a rejection with %s is shown as readable text', (_what, body, told) => {
  expect(importError(body, [], 'failed')).toEqual({ name: 'error', ...told });
});
