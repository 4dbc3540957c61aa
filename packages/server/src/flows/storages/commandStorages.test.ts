import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { startSearch } from '../../../test/servers/searchServer.ts';
import { openCommandIndex } from './commandIndex.ts';
import { moveCommands } from './moveCommands.ts';

const base = '/api/v1/terminal/';
let search: Awaited<ReturnType<typeof startSearch>>;
let api: Awaited<ReturnType<typeof startApi>>;
let admin: ReturnType<(typeof api)['as']>;
let gateway: Awaited<ReturnType<typeof registerComponent>>;
beforeAll(async () => {
  search = await startSearch();
  api = await startApi();
  admin = api.as({ superuser: true, org: ROOT_ORG_ID });
  gateway = await registerComponent(api, 'gw');
});
afterAll(async () => {
  await api.stop();
  await search.stop();
});

/** A real service, where one is named, instead of the one of the tests. */
const host = () => process.env.GATEHOUSE_TEST_ELASTICSEARCH_URL ?? search.url;
const index = `gatehouse-test-${randomUUID()}`;

const storage = async (name: string, meta: object = {}) => {
  const body = { name, type: 'es', meta: { HOSTS: [host()], INDEX: index, ...meta } };
  const made = await admin.post(`${base}command-storages/`, body);
  expect(made.status, made.text).toBe(201);
  return made.json as { id: string; meta: { HOSTS: string[]; INDEX: string } };
};
const use = async (name: string) => {
  const [{ id }] = (await admin.get(`${base}terminals/`)).json as [{ id: string }];
  const changed = await admin.patch(`${base}terminals/${id}/`, { command_storage: name });
  expect(changed.status, changed.text).toBe(200);
};
const report = async (session: string, ...rows: object[]) => {
  const command = {
    org_id: DEFAULT_ORG_ID,
    user: 'ANN(ann)',
    asset: 'web-1',
    account: 'root',
    output: 'out',
  };
  const sent = await gateway.post(
    `${base}commands/`,
    rows.map((row) => ({ ...command, session, risk_level: 0, ...row })),
  );
  expect(sent.status, sent.text).toBe(201);
};
const move = () => moveCommands({ ...api.services, db: api.services.unhurried });
type Listed = { count: number; results: { input: string; timestamp: number; remote_addr: string }[] };
const listed = async (query: string, caller = admin) => {
  const { status, text, json } = await caller.get(`${base}commands/?limit=10&${query}`);
  expect(status, text).toBe(200);
  return (json as Listed).results.map(({ input }) => input);
};
const here = async () =>
  (await api.pool.query<{ n: number }>('select count(*)::int as n from terminal_command')).rows[0]?.n;
const session = async (id: string) =>
  (await admin.get(`${base}sessions/${id}/`)).json as { command_amount: number };

test('B-5-030 an address with # is refused, as is a service that cannot be reached; passwords are masked and kept', async () => {
  const post = (HOSTS: string[]) =>
    admin.post(`${base}command-storages/`, { name: 'x', type: 'es', meta: { HOSTS } });
  expect((await post(['http://es.example.com:9200/#x'])).json).toMatchObject({
    meta: { HOSTS: [expect.any(String)] },
  });
  for (const address of ['http://127.0.0.1:9', host().replace('hush-hush', 'wrong')])
    expect(await post([address])).toMatchObject({ status: 400, json: { code: 'invalid_elasticsearch' } });

  const { id, meta } = await storage('masked', { INDEX: `${index}-MASKED` });
  expect(meta.INDEX).toBe(`${index}-masked`);
  expect(JSON.stringify(meta)).not.toContain(new URL(host()).password || 'hush-hush');
  const { rows } = await api.pool.query(
    'select meta::text || secrets::text as kept from terminal_commandstorage',
  );
  expect(JSON.stringify(rows)).not.toContain('hush-hush');
  // What was shown is sent back: the password stays.
  const kept = await admin.put(`${base}command-storages/${id}/`, { name: 'masked', type: 'es', meta });
  expect(kept.status, kept.text).toBe(200);
  expect((await admin.get(`${base}command-storages/${id}/test-connective/`)).json).toMatchObject({
    is_valid: true,
  });
  expect((await admin.delete(`${base}command-storages/${id}/`)).status).toBe(204);
});

test('commands move to the storage of their component; they are listed, counted and searched there', async () => {
  const { id } = await storage('far');
  await use('far');
  const one = await gateway.session();
  const rule = {
    ...{ cmd_filter_acl: randomUUID(), cmd_filter_acl_name: 'Careful' },
    ...{ cmd_group: randomUUID(), cmd_group_name: 'Dangerous' },
  };
  await report(
    one,
    { input: 'ls -a', timestamp: 50 },
    { input: 'ls -l', timestamp: 100 },
    { input: 'rm *', timestamp: 200, risk_level: 5, ...rule },
  );
  expect([await here(), (await session(one)).command_amount]).toEqual([3, 3]);
  expect(await move()).toBe(3);
  expect(await here()).toBe(0);
  const at = `command_storage_id=${id}`;
  expect(await listed(at)).toEqual(['rm *', 'ls -l', 'ls -a']);
  expect(await listed(`${at}&order=timestamp`)).toEqual(['ls -a', 'ls -l', 'rm *']);
  expect(await listed(`${at}&order=risk_level`)).toEqual(['ls -l', 'ls -a', 'rm *']);
  const [refused, accepted] = (
    (await admin.get(`${base}commands/?limit=2&${at}`)).json as { results: object[] }
  ).results;
  expect([refused, accepted]).toMatchObject([rule, { cmd_filter_acl: null, cmd_filter_acl_name: '' }]);
  for (const query of [
    `cmd_filter_acl=${rule.cmd_filter_acl}`,
    'input=M%20*',
    'search=rm',
    'risk_level=5',
    'date_from=1970-01-01T00:02:30Z',
    'user=ann&order=-risk_level&limit=1',
  ])
    expect((await listed(`${at}&${query}`))[0], query).toBe('rm *');
  expect(await listed(`${at}&input=zzz`)).toEqual([]);
  const csv = (await admin.get(`${base}commands/?format=csv&${at}`)).text;
  expect(csv.match(/rm \*|ls -l/g)).toEqual(['rm *', 'ls -l']);
  expect(await session(one)).toMatchObject({ command_amount: 3, risk_level: { value: 5 } });
  expect(await listed(at, api.as({ superuser: true, org: OTHER_ORG_ID }))).toEqual([]);
});

test('the commands of a session come from every storage in one order; counts do not fall', async () => {
  const two = await gateway.session();
  await report(two, { input: 'first', timestamp: 1 }, { input: 'third', timestamp: 3 });
  await move();
  await use('default');
  await report(two, { input: 'second', timestamp: 2 });
  expect(await listed(`session_id=${two}`)).toEqual(['third', 'second', 'first']);
  expect(await listed(`session_id=${two}&order=timestamp&offset=1`)).toEqual(['second', 'third']);
  expect((await session(two)).command_amount).toBe(3);
});

test('a command that is reported again, because the answer was lost, is stored once', async () => {
  await use('far');
  const three = await gateway.session();
  const command = { id: randomUUID(), input: 'once', timestamp: 7 };
  await report(three, command);
  await move();
  await report(three, command);
  await move();
  expect(await listed(`session_id=${three}`)).toEqual(['once']);
});

test('with an index for each day, commands go by their day and are searched together', async () => {
  const { id } = await storage('daily', { INDEX: `${index}-daily`, INDEX_BY_DATE: true });
  await use('daily');
  const four = await gateway.session();
  const day = Date.UTC(2026, 0, 31) / 1000;
  await report(four, { input: 'late', timestamp: day + 86_399 }, { input: 'next', timestamp: day + 86_400 });
  expect(await move()).toBe(2);
  if (!process.env.GATEHOUSE_TEST_ELASTICSEARCH_URL) {
    const days = [...search.documents.keys()].filter((name) => name.includes('-daily-'));
    expect(days).toEqual([`${index}-daily-2026-01-31`, `${index}-daily-2026-02-01`]);
    expect(search.templates.has(`${index}-daily-template`)).toBe(true);
  }
  expect(await listed(`command_storage_id=${id}`)).toEqual(['next', 'late']);
});

test('pages and exports go beyond what a search service answers at once, also within one second', async () => {
  const name = `${index}-many`;
  const { id } = await storage('many', { INDEX: name });
  // The first second has more commands than are read at once.
  const [all, inFirst] = [12_500, 4_500];
  const timeOf = (at: number) => (at < inFirst ? 1 : 2 + Math.floor((at - inFirst) / 7));
  const row = { org_id: DEFAULT_ORG_ID, user: 'u', asset: 'a', account: 'b', output: '', session: 's' };
  const rule = { cmd_filter_acl: null, cmd_filter_acl_name: '', cmd_group: null, cmd_group_name: '' };
  const commands = Array.from({ length: all }, (_, at) => ({
    ...{ ...row, ...rule, id: randomUUID(), input: `line ${at};`, risk_level: 0 },
    ...{ timestamp: timeOf(at), offset_ms: null },
  }));
  await openCommandIndex({ HOSTS: [host()], INDEX: name }).store(commands);
  const page = async (query: string) => {
    const { status, text, json } = await admin.get(`${base}commands/?command_storage_id=${id}&${query}`);
    expect(status, text).toBe(200);
    return json as Listed;
  };
  await expect.poll(async () => (await page('limit=1')).count).toBe(all);
  const times = commands.map(({ timestamp }) => timestamp);
  for (const [offset, order, ordered] of [
    [11_000, '-timestamp', times.toReversed()],
    [11_000, 'timestamp', times],
    [12_495, 'timestamp', times],
  ] as const) {
    const { count, results } = await page(`limit=9&offset=${offset}&order=${order}`);
    const shown = results.map(({ timestamp }) => timestamp);
    expect([order, count, shown]).toEqual([order, all, ordered.slice(offset, offset + 9)]);
  }
  const csv = (await admin.get(`${base}commands/?format=csv&command_storage_id=${id}`)).text;
  expect(new Set(csv.match(/line \d+;/g)).size).toBe(all);
  expect(await admin.get(`${base}commands/?command_storage_id=${id}&limit=10&offset=99991`)).toMatchObject({
    ...{ status: 400, json: { code: 'search_too_deep' } },
    text: expect.stringContaining('100,000'),
  });
});

let filter: { id: string };
const inOrganization = () => api.as({ superuser: true });
const decidedBy = async ({ id }: { id: string }, caller = inOrganization()) => {
  const { status, text, json } = await caller.get(`/api/v1/acls/command-filter-acls/${id}/decisions/`);
  expect(status, text).toBe(200);
  const { verdicts, ...rest } = json as {
    verdicts: { verdict: string; counts: number[] }[];
    not_counted?: string[];
  };
  const sums = verdicts.map(({ verdict, counts }) => [verdict, counts.reduce((sum, one) => sum + one, 0)]);
  return { sums: Object.fromEntries(sums), not_counted: rest.not_counted };
};
const numbersOf = async (caller = inOrganization()) => {
  const asked = 'days=2&total_count_commands=1&total_count_commands_danger=1';
  const { json: attention } = await caller.get('/api/v1/index/attention/');
  const { rejected_commands, commands_not_counted } = attention as Record<string, unknown>;
  return [(await caller.get(`/api/v1/index/?${asked}`)).json, { rejected_commands, commands_not_counted }];
};

test('recent decisions and dashboards count commands of the organization in storages of other systems', async () => {
  const acls = '/api/v1/acls/';
  const made = async (path: string, body: object) => {
    const { status, text, json } = await inOrganization().post(`${acls}${path}/`, body);
    expect(status, text).toBe(201);
    return json as { id: string };
  };
  const group = await made('command-groups', { name: 'dangerous', type: 'command', content: 'rm' });
  const all = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
  filter = await made('command-filter-acls', { name: 'Careful', ...all, command_groups: [group.id] });
  await use('far');
  const timestamp = Math.floor(Date.now() / 1000);
  const rule = { timestamp, cmd_filter_acl: filter.id };
  await report(
    await gateway.session(),
    { input: 'rm 1', risk_level: 5, ...rule },
    { input: 'rm 2', risk_level: 5, ...rule },
    { input: 'rm 3', risk_level: 4, ...rule, timestamp: timestamp - 5 * 86_400 },
    { input: 'rm 4', risk_level: 5, ...rule, timestamp: timestamp - 9 * 86_400 },
    { input: 'ls', timestamp },
    { input: 'rm 5', risk_level: 5, ...rule, org_id: OTHER_ORG_ID },
  );
  expect(await move()).toBe(6);
  await use('default');
  await report(await gateway.session(), { input: 'rm 6', risk_level: 5, ...rule });
  expect(await decidedBy(filter)).toEqual({ sums: { reject: 3, warning: 1 }, not_counted: undefined });
  expect(await numbersOf()).toEqual([
    { total_count_commands: 4, total_count_commands_danger: 3 },
    { rejected_commands: 3, commands_not_counted: undefined },
  ]);
  const [elsewhere] = await numbersOf(api.as({ superuser: true, org: OTHER_ORG_ID }));
  expect(elsewhere).toEqual({ total_count_commands: 1, total_count_commands_danger: 1 });
});

test('while a storage fails, commands wait here, it is told once, and the tree marks it', async () => {
  await use('far');
  await api.pool.query(
    `update terminal_commandstorage set meta = meta || '{"HOSTS": ["http://127.0.0.1:9"]}', secrets = '{}' where name = 'far'`,
  );
  const five = await gateway.session();
  await report(five, { input: 'waits', timestamp: 9 });
  await move();
  await move();
  expect(await listed(`session=${five}`)).toEqual(['waits']);
  const { rows } = await api.pool.query(
    "select 1 from audits_messagelog where message_type = 'storage_unreachable' and backend = 'site_msg'",
  );
  expect(rows.length).toBeLessThanOrEqual(1);
  const tree = (await admin.get(`${base}command-storages/tree/?real=1`)).json as {
    id: string;
    name: string;
    valid?: boolean;
  }[];
  expect(tree.find(({ name }) => name.startsWith('far'))).toMatchObject({
    valid: false,
    name: 'far(es) *cannot be reached',
  });
  expect(tree.find(({ name }) => name.startsWith('daily'))).toMatchObject({
    valid: true,
    name: 'daily(es)(2)',
  });
  const [far] = (await admin.get(`${base}command-storages/?name=far`)).json as [{ id: string }];
  expect(await admin.get(`${base}commands/?command_storage_id=${far.id}`)).toMatchObject({
    status: 400,
    json: { code: 'storage_invalid' },
  });
  // The numbers leave it out, and say so.
  expect(await decidedBy(filter)).toEqual({ sums: { reject: 1 }, not_counted: ['far'] });
  expect(await numbersOf()).toEqual([
    { total_count_commands: 1, total_count_commands_danger: 1, commands_not_counted: ['far'] },
    { rejected_commands: 1, commands_not_counted: ['far'] },
  ]);
  const [row] = (
    await api.pool.query<{ failed: boolean }>(
      "select date_failed is not null as failed from terminal_commandstorage where name = 'far'",
    )
  ).rows;
  expect(row?.failed).toBe(true);
});

test('a component whose storage keeps nothing reports in vain', async () => {
  await use('null');
  expect((await gateway.get(`${base}terminals/config/`)).json).toMatchObject({
    TERMINAL_COMMAND_STORAGE: { TYPE: 'null' },
  });
  const before = await here();
  await report(await gateway.session(), { input: 'gone', timestamp: 1 });
  expect(await here()).toBe(before);
});

test('what was refused is told also where no command is kept, and by its own sessions only', async () => {
  await use('null');
  await api.services.settings.set({ AUDIT_STREAM_ENABLED: true }, api.services.db);
  await api.pool.query('delete from audits_messagelog');
  const [before, own] = [await here(), await gateway.session()];
  await report(
    own,
    { input: 'ls', timestamp: 1 },
    { input: 'rm -rf /', timestamp: 2, risk_level: 5 },
    { input: 'reboot', timestamp: 3, risk_level: 6 },
    { input: 'noted only', timestamp: 4, risk_level: 4 },
  );
  const other = await registerComponent(api, 'gw-2');
  const row = { org_id: DEFAULT_ORG_ID, user: 'eve', asset: 'a', account: 'b', input: 'halt', output: '' };
  await gateway.post(`${base}commands/`, [
    { ...row, session: await other.session(), risk_level: 5, timestamp: 5 },
  ]);
  expect(await here()).toBe(before);
  const { rows } = await api.pool.query(
    `select text #>> '{params,command}' as command, org_id, text #>> '{params,session}' as session
      from audits_messagelog where message_type = 'command_alert' and backend = 'webhook' order by 1`,
  );
  expect(rows).toEqual(
    ['reboot', 'rm -rf /'].map((command) => ({ command, org_id: DEFAULT_ORG_ID, session: own })),
  );
  expect((await session(own)).command_amount).toBe(0);
  // The stream of audit events is the only place that keeps them.
  const events = await api.pool.query<{ input: string }>(
    "select body ->> 'input' as input from audits_outbox where kind = 'session_command_log' and body ->> 'session' = $1 order by seq",
    [own],
  );
  expect(events.rows.map(({ input }) => input)).toEqual(expect.arrayContaining(['rm -rf /', 'reboot']));
  expect(events.rows.map(({ input }) => input)).not.toContain('ls');
  await api.services.settings.set({ AUDIT_STREAM_ENABLED: false }, api.services.db);
});
