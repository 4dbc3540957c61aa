import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../../test/api.ts';

/** More rows than one read of ids covers, so that an export must continue from a position. */
const many = 21_000;
const commands = '/api/v1/terminal/commands/';

let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<typeof api.as>;
beforeAll(async () => {
  api = await startApi();
  admin = api.as({ superuser: true });
  await api.pool.query(
    `insert into terminal_command (org_id, "user", asset, account, input, output, session, risk_level, timestamp, offset_ms)
     select $1::uuid, 'user ' || i % 2, 'web', 'root', 'row ' || i, '', (i % 7)::text, 0, 1900000000 - i / 3,
       case when i % 3 > 0 then i % 5 end from generate_series(1, $2::int) i`,
    [DEFAULT_ORG_ID, many],
  );
  await api.pool.query('analyze terminal_command');
});
afterAll(() => api.stop());

/** The inputs of the rows in a file, in order. */
const exported = async (query: string): Promise<string[]> => {
  const file = await admin.get(`${commands}?format=csv&${query}`);
  expect(file.status, file.text.slice(0, 200)).toBe(200);
  return file.text.match(/\brow \d+\b/g) ?? [];
};
const sorted = async (order: string, where = 'true'): Promise<string[]> => {
  const { rows } = await api.pool.query(
    `select input from terminal_command where ${where} order by ${order}`,
  );
  return rows.map(({ input }) => input);
};

test.each([
  ['the order of the list where none is requested', '', 'timestamp desc, id desc'],
  ['an order without an index, with nulls first', 'order=offset_ms', 'offset_ms nulls first, id'],
  ['a descending order, with nulls last', 'order=-offset_ms', 'offset_ms desc nulls last, id desc'],
  ['an order of several terms', 'order=user,-timestamp', '"user", timestamp desc, id desc'],
])('an export of more rows than one batch follows %s', async (_what, query, order) => {
  const found = await exported(query);
  expect(found).toHaveLength(many);
  expect(found.join()).toBe((await sorted(order)).join());
});

test('the command log of a session is exported in the order of its list', async () => {
  const found = await exported('session=3&order=timestamp');
  expect(found).toEqual(await sorted('timestamp, id', "session = '3'"));
  const list = await admin.get(`${commands}?session=3&order=timestamp&limit=10`);
  const page = (list.json as { results: { input: string }[] }).results;
  expect(found.slice(0, 10)).toEqual(page.map(({ input }) => input));
});

test('repeating a column in the order has no effect', async () => {
  const order = `timestamp${',-timestamp,user'.repeat(120)}`;
  const found = await exported(`session=3&order=${order}`);
  expect(found).toEqual(await sorted('timestamp, "user", id', "session = '3'"));
  const list = await admin.get(`${commands}?session=3&order=${order}&limit=10`);
  const page = (list.json as { results: { input: string }[] }).results;
  expect(page.map(({ input }) => input)).toEqual(found.slice(0, 10));
});

test('the example of a template is the first row of the list', async () => {
  const domains = '/api/v1/assets/domains/';
  for (const name of ['middle', 'first of all', 'zone'])
    expect((await admin.post(domains, { name })).status).toBe(201);
  const template = await admin.get(`${domains}?format=csv&template=import&limit=1`);
  expect(template.text).toContain('first of all');
  expect(template.text).not.toMatch(/middle|zone/);
});
