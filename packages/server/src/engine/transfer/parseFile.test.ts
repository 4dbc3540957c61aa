import { randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { cpuTime } from '../../../test/cpuTime.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const mebibyte = 1024 * 1024;
const send = (body: Buffer, type: string) =>
  api.as({ superuser: true }).post('/api/v1/assets/domains/render-to-json/', body, { 'content-type': type });

const refused = (text: string) => ({
  status: 400,
  json: { code: 'parse_error', detail: text, error: text },
});
const unusual = refused(
  'The workbook contains something that spreadsheet programs do not write. Copy its rows into a new workbook.',
);

const sheetXml = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const named = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>';

/** A workbook with one sheet of these rows; `shared` are its shared strings. */
const workbook = (rows: string, shared = '<si><t></t></si>') => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${kinds}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kinds}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    'xl/sharedStrings.xml': `<sst ${main}>${shared}</sst>`,
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
  );
};
const cellAt = (row: number, column: string, content = '<v>1</v>') =>
  `<row r="${row}"><c r="${column}${row}">${content}</c></row>`;

const tooManyRows = refused('The file has more than 100000 rows. Split it into smaller files.');
const tooManyColumns = refused('The file has more than 1000 columns. Start from the template.');
const tooManyCells = refused(
  'The file has more than 2000000 cells (rows times columns). Split it into smaller files.',
);

test('a tiny workbook with a cell very far away is refused, says which limit it exceeds, and costs the server little', async () => {
  const far = {
    [`${named}${cellAt(1_048_576, 'XFD')}`]: tooManyRows,
    [`${named}${cellAt(999_999_999, 'A')}`]: tooManyRows,
    [`${named}<row r="999999999"></row>`]: tooManyRows,
    [`${named}<row r="2"><c r="A999999999"><v>1</v></c></row>`]: tooManyRows,
    [`${named}<row r="2" x:r="999999999"><c r="A2"><v>1</v></c></row>`]: tooManyRows,
    [cellAt(1, 'ZZZZZZ')]: tooManyColumns,
    [cellAt(1, 'ZZZZZZ', '')]: tooManyColumns,
    [`${named}${cellAt(2, 'ALM')}`]: tooManyColumns,
    [`${named}${cellAt(2_002, 'ALL')}`]: tooManyCells,
  };
  const used = await cpuTime(async () => {
    for (const [rows, answer] of Object.entries(far)) {
      const file = workbook(rows);
      expect(file.length).toBeLessThan(2_048);
      expect(await send(file, 'text/xlsx'), rows).toMatchObject(answer);
    }
  });
  expect(used).toBeLessThan(2_000);
});

test('a workbook up to the limits is read, and formatted cells without content may be anywhere', async () => {
  const fine = [
    `${named}${cellAt(100_001, 'A')}`,
    `${named}${cellAt(2_000, 'ALL')}`,
    `${named}<row r="1048576"><c r="XFD1048576" s="0"> </c></row>`,
    `${named}<row><c r="A2"><v>1</v></c></row>`,
  ];
  for (const rows of fine) expect((await send(workbook(rows), 'text/xlsx')).status, rows).toBe(200);
  expect(await send(workbook(`${named}${cellAt(100_002, 'A')}`), 'text/xlsx')).toMatchObject(tooManyRows);
});

test('a workbook with a text longer than spreadsheet programs write is refused', async () => {
  const tooLong = refused('A cell holds more than 32767 characters.');
  const inline = (length: number) =>
    `${named}<row r="2"><c r="A2" t="inlineStr"><is><r><t>x</t></r><r><t>${'x'.repeat(length - 1)}</t></r></is></c></row>`;
  expect((await send(workbook(inline(32_767)), 'text/xlsx')).status).toBe(200);
  expect(await send(workbook(inline(32_768)), 'text/xlsx')).toMatchObject(tooLong);
  const shared = `<si><t>${'x'.repeat(32_767)}</t></si><si><t>x</t></si>`;
  expect((await send(workbook(named, shared), 'text/xlsx')).status).toBe(200);
  expect(await send(workbook(named, `<si><t>${'x'.repeat(32_768)}</t></si>`), 'text/xlsx')).toMatchObject(
    tooLong,
  );
});

test('a workbook that shows one long text in every cell, or shares too many, is refused', async () => {
  const cells = Array.from({ length: 2_100 }, (_, at) =>
    cellAt(at + 2, 'A', '<v>0</v>').replace('<c ', '<c t="s" '),
  );
  const long = workbook(`${named}${cells.join('')}`, `<si><t>${'x'.repeat(32_767)}</t></si>`);
  expect(await send(long, 'text/xlsx')).toMatchObject(
    refused('The file is too large to import at once. Split it into smaller files.'),
  );
  expect(await send(workbook(named, '<si/>'.repeat(2_000_001)), 'text/xlsx')).toMatchObject({ status: 400 });
});

test('a small archive that unpacks to a huge file is refused while it is unpacked', async () => {
  const sheet = new Uint8Array(80 * mebibyte).fill(32);
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': [sheet, { level: 9 }] });
  expect(bomb.length).toBeLessThan(mebibyte);
  expect(await send(Buffer.from(bomb), 'text/xlsx')).toMatchObject(unusual);
});

test('a workbook that defines entities, or has two parts of one name, is refused', async () => {
  const lol = '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]><workbook>&c;</workbook>';
  expect(await send(Buffer.from(zipSync({ 'xl/workbook.xml': strToU8(lol) })), 'text/xlsx')).toMatchObject(
    unusual,
  );
  const doubled = Buffer.concat([workbook(named), workbook(named)]);
  expect(await send(doubled, 'text/xlsx')).toMatchObject(unusual);
});

test('a CSV file over a limit is refused, and says which one', async () => {
  const over = {
    [`${'x\n'.repeat(100_001)}`]: tooManyRows,
    [','.repeat(1_000)]: tooManyColumns,
    [`"${'x'.repeat(mebibyte + 1)}"`]: refused('A cell holds more than 1048576 characters.'),
  };
  for (const [text, answer] of Object.entries(over))
    expect(await send(Buffer.from(`name\n${text}`), 'text/csv')).toMatchObject(answer);
});

test('a file that is not an archive is refused as unreadable', async () => {
  expect(await send(Buffer.from('PK\u0003\u0004 and nothing more'), 'text/xlsx')).toMatchObject({
    status: 400,
    json: { code: 'parse_error' },
  });
});

test('a file without any known column is refused, with the reason also in the field that older clients read', async () => {
  const text = "None of the file's columns are known. Start from the template.";
  expect(await send(Buffer.from('foo,bar\r\n1,2\r\n'), 'text/csv')).toMatchObject({
    status: 400,
    json: { code: 'parse_error', detail: text, error: text },
  });
});

test('a workbook that was exported, or is a template, is read back as written', async () => {
  const domains = '/api/v1/assets/domains/';
  const admin = api.as({ superuser: true });
  const comments = { alpha: '=1+1', beta: "'=1+1" };
  for (const [name, comment] of Object.entries(comments))
    expect((await admin.post(domains, { name, comment })).status).toBe(201);
  for (const query of ['', '&template=update&action=partial_update', '&template=import&action=create']) {
    const file = await admin.get(`${domains}?format=xlsx${query}`);
    const answer = await send(file.raw.rawPayload, 'text/xlsx');
    expect(answer.status, answer.text).toBe(200);
    const { data } = answer.json as { data: { name: string; comment: string }[] };
    const read = data.map(({ name, comment }) => [name, comment]).toSorted();
    expect(read, query).toEqual(Object.entries(comments));
  }
});

test('a workbook with a byte too many is read or refused, wherever the byte is', async () => {
  const { raw } = await api.as({ superuser: true }).get('/api/v1/assets/domains/?format=xlsx');
  const workbook = raw.rawPayload;
  const statuses = new Set<number>();
  for (let at = 30; at < workbook.length; at += 31) {
    const damaged = Buffer.concat([workbook.subarray(0, at), Buffer.from([0]), workbook.subarray(at)]);
    statuses.add((await send(damaged, 'text/xlsx')).status);
  }
  expect([...statuses].toSorted()).toEqual([200, 400]);
});

test('workbooks are read in turns: many of one user do not keep another user waiting', async () => {
  const rows = Array.from(
    { length: 20_000 },
    (_, at) => `<row r="${at + 2}"><c r="A${at + 2}"><v>1</v></c></row>`,
  );
  const long = Buffer.from(workbook(`${named}${rows.join('')}`));
  const sendAs = (id: string, body: Buffer) =>
    api
      .as({ superuser: true, id })
      .post('/api/v1/assets/domains/render-to-json/', body, { 'content-type': 'text/xlsx' });
  const ended: string[] = [];
  const busy = randomUUID();
  const many = [1, 2, 3].map(async () => {
    expect((await sendAs(busy, long)).status).toBe(200);
    ended.push('busy');
  });
  const other = sendAs(randomUUID(), Buffer.from(workbook(named))).then(({ status }) => {
    expect(status).toBe(200);
    ended.push('other');
  });
  await Promise.all([...many, other]);
  expect(ended.indexOf('other')).toBeLessThan(2);
});
