import { randomBytes, randomUUID } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';
import { cpuTime } from '../../../test/cpuTime.ts';
import { readWorkbook } from './readWorkbook.ts';
import { unpacked } from './unpacked.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const mebibyte = 1024 * 1024;
const send = (body: Buffer, type: string) =>
  api.as({ superuser: true }).post('/api/v1/assets/domains/render-to-json/', body, { 'content-type': type });
const refused = { code: 'parse_error', detail: expect.stringContaining('too large to import at once') };

test('a small archive that unpacks to a huge file is refused before it is read', async () => {
  const sheet = new Uint8Array(80 * mebibyte).fill(32);
  const bomb = Buffer.from(zipSync({ 'xl/worksheets/sheet1.xml': [sheet, { level: 9 }] }));
  expect(bomb.length).toBeLessThan(mebibyte);
  const answer = await send(bomb, 'text/xlsx');
  expect([answer.status, answer.json]).toEqual([400, refused]);
  expect(unpacked(bomb, 81 * mebibyte)).toBeDefined();
});

test('an archive of very many empty files is refused within half a second of CPU time', async () => {
  const names = Array.from({ length: 60_000 }, (_, at) => `xl/worksheets/sheet${at}.xml`);
  const archive = zipSync(Object.fromEntries(names.map((name) => [name, new Uint8Array()])), { level: 0 });
  expect(await cpuTime(() => expect(unpacked(archive, mebibyte)).toBeUndefined())).toBeLessThan(500);
});

test('a file with too many rows or cells is refused', async () => {
  for (const text of [',\r\n'.repeat(1_500_000), `${','.repeat(1_000)}\r\n`.repeat(2_500)]) {
    const answer = await send(Buffer.from(`name\r\n${text}`), 'text/csv');
    expect([answer.status, answer.json]).toEqual([400, refused]);
  }
});

const sheetXml = (rows: string) =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const named = '<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>';

/** A workbook with one sheet of these rows; `shared` is its only shared string. */
const workbook = (rows: string, shared = '') => {
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const parts = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${kinds}"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kinds}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    'xl/sharedStrings.xml': `<sst ${main}><si><t>${shared}</t></si></sst>`,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
};

test('a tiny workbook with a cell in the last row and column is refused and costs the server little', async () => {
  const far = workbook(`${named}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`);
  expect(far.length).toBeLessThan(2_048);
  const most = { rows: 10, cells: 10, characters: 10 };
  const reading = [
    readWorkbook({ workbook: far, most }, 400),
    readWorkbook({ workbook: workbook(named), most }),
  ];
  const used = await cpuTime(async () => expect(await reading[0]).toBe('too much'));
  expect(used).toBeLessThan(300);
  expect(await reading[1]).toEqual({ rows: [['name']] });
});

test('a process that has read a workbook does not keep the server running', async () => {
  const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
  const before = processes();
  const task = { workbook: workbook(named), most: { rows: 10, cells: 10, characters: 10 } };
  for (let times = 0; times < 2; times += 1) expect(await readWorkbook(task)).toEqual({ rows: [['name']] });
  expect(processes()).toBeLessThanOrEqual(before);
});

test('a workbook that shows one long text in every cell is refused', async () => {
  const cells = Array.from(
    { length: 1_000 },
    (_, at) => `<row r="${at + 2}"><c r="A${at + 2}" t="s"><v>0</v></c></row>`,
  );
  const answer = await send(
    Buffer.from(workbook(`${named}${cells.join('')}`, 'x'.repeat(mebibyte))),
    'text/xlsx',
  );
  expect([answer.status, answer.json]).toEqual([400, refused]);
});

test('a file that is not an archive is refused as unreadable', async () => {
  expect(await send(Buffer.from('PK\u0003\u0004 and nothing more'), 'text/xlsx')).toMatchObject({
    status: 400,
    json: { code: 'parse_error' },
  });
});

test('an archive that ends inside a file is refused, not read without the file', () => {
  const archive = zipSync({
    'xl/workbook.xml': randomBytes(1_000),
    'xl/worksheets/sheet1.xml': randomBytes(9_000),
  });
  expect(Object.keys(unpacked(archive, mebibyte) ?? {})).toHaveLength(2);
  expect(() => unpacked(archive.subarray(0, 5_000), mebibyte)).toThrow();
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
