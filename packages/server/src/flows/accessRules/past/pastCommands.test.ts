import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandGroup } from '@gatehouse/contract/policy/command.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { compileFilters, decideCommand } from '@gatehouse/policy/commands/decideCommand.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../../test/inventory.ts';
import { pastOf, resultOf } from '../../../../test/past/events.ts';
import { startSearch } from '../../../../test/servers/searchServer.ts';
import { openCommandIndex } from '../../storages/commandIndex.ts';

const filters = '/api/v1/acls/command-filter-acls/';
const groups = '/api/v1/acls/command-groups/';
const url = `${filters}try/`;
const needed = [
  'acls.view_commandfilteracl',
  'terminal.view_command',
  'terminal.view_session',
  'users.view_user',
  'perms.view_assetpermission',
];
const lines = [
  'ls -la /srv',
  'rm -rf /tmp/x',
  'sudo rm -rf /',
  'echo rm -rf',
  'r? -rf /var',
  'bash -c "reboot now"',
  'cat a | xargs rm -rf',
  'ls; reboot',
  'systemctl status nginx',
  "'re'boot",
  'for i in 1 2; do rm -rf $i; done',
  'shutdown -h now && ls',
];

let inventory: Inventory;
let address: string;
let ann: { id: string; name: string };
let bob: { id: string; name: string };
let web: { id: string; name: string };
let db: { id: string; name: string };
let dangerous: CommandGroup;
let spared: CommandGroup;
let stored: Json & { id: string };

const group = async (over: Json): Promise<CommandGroup> => {
  const row = await inventory.made(inventory.admin.post(groups, { type: 'command', ...over }));
  return {
    ...{ id: row.id, name: String(row.name), content: String(row.content), ignore_case: true },
    type: (row.type as { value: CommandGroup['type'] }).value,
  };
};
const draft = (over: Json = {}): Json => ({
  name: 'draft',
  priority: 50,
  users: { type: 'all' },
  assets: { type: 'all' },
  accounts: ['@ALL'],
  command_groups: [dangerous.id],
  ...over,
});
const tried = async (rule: Json, body: Json = {}) =>
  resultOf(await inventory.admin.post(url, { rule, days: 7, ...body }));

/** A trial whose answer is read as it arrives, and the way to disconnect its client. */
const begun = async (rule: Json) => {
  const line = new AbortController();
  const answer = await fetch(`${address}${url}`, {
    method: 'POST',
    headers: { 'x-test-caller': inventory.admin.key, 'content-type': 'application/json' },
    body: JSON.stringify({ rule }),
    signal: line.signal,
  });
  return { answer, line };
};

beforeAll(async () => {
  inventory = await startInventory();
  address = await inventory.app.listen({ host: '127.0.0.1', port: 0 });
  const { pool } = inventory;
  const estate = estateOf(pool);
  const past = pastOf(pool);
  ann = { id: await estate.user('ann'), name: 'ANN(ann)' };
  bob = { id: await estate.user('bob'), name: 'BOB(bob)' };
  web = { id: await estate.asset({ name: 'web' }), name: 'web(10.0.0.1)' };
  db = { id: await estate.asset({ name: 'db', address: '10.0.0.2' }), name: 'db(10.0.0.2)' };
  await past.commands(await past.session(ann, web), lines);
  await past.commands(await past.session(bob, db), lines);
  await past.commands(await past.session(bob, db), ['rm -rf /old'], 20 * 24 * 3600);
  const stranger = { id: await estateOf(pool, OTHER_ORG_ID).user('eve'), name: 'EVE(eve)' };
  const far = { id: await estateOf(pool, OTHER_ORG_ID).asset({ name: 'far' }), name: 'far(10.0.0.1)' };
  const elsewhere = pastOf(pool, OTHER_ORG_ID);
  await elsewhere.commands(await elsewhere.session(stranger, far), ['rm -rf /theirs']);
  dangerous = await group({ name: 'dangerous', content: 'rm -rf\nreboot\nshutdown' });
  spared = await group({ name: 'spared', content: 'shutdown -h' });
  stored = await inventory.made(
    inventory.admin.post(filters, {
      ...draft({ name: 'spare bob', users: { type: 'ids', ids: [bob.id] }, command_groups: [spared.id] }),
      ...{ action: 'accept', priority: 90 },
    }),
  );
});
afterAll(() => inventory.stop());

test('trying a filter on the past says the same as the judge of the gate about each line', async () => {
  const result = await tried(draft());
  const entry = { id: 'draft', action: 'reject' as const, command_groups: [dangerous] };
  const first = { id: 'stored', action: 'accept' as const, command_groups: [spared] };
  const stopped = (set: { id: string; action: 'reject' | 'accept'; command_groups: CommandGroup[] }[]) => {
    const compiled = compileFilters(set);
    return lines.filter((line) => decideCommand(line, compiled).filter?.id === 'draft');
  };
  const expected = { ann: stopped([entry]), bob: stopped([first, entry]) };
  expect(expected.ann.length).toBeGreaterThan(5);
  const commandsOf = (id: string) =>
    result.examples.filter(({ user_id }) => user_id === id).map(({ command }) => command);
  expect(commandsOf(ann.id).toSorted()).toEqual(expected.ann.toSorted());
  expect(commandsOf(bob.id).toSorted()).toEqual(expected.bob.toSorted());
  const all = expected.ann.length + expected.bob.length;
  expect(result).toMatchObject({
    examined: 2 * lines.length,
    unknown: 0,
    counts: { reject: all },
    decided_before: 1,
    others: [{ name: 'spare bob', count: 1 }],
    totals: { users: 2, assets: 2, commands: expected.ann.length },
    is_cut_off: false,
  });
  const shares = [
    { id: ann.id, name: ann.name, counts: { reject: expected.ann.length } },
    { id: bob.id, name: bob.name, counts: { reject: expected.bob.length } },
  ];
  expect(result.users).toEqual(shares);
  expect(result.assets.map(({ name }) => name)).toEqual([web.name, db.name]);
  expect(result.examples.find(({ command }) => command === 'sudo rm -rf /')).toMatchObject({
    ...{ outcome: 'reject', group: 'dangerous', matched: 'rm -rf', risk_level: 0, offset_ms: 3000 },
    ...{ account: 'root(root)', session: expect.any(String) },
  });
});

test('aliases, functions and variables of earlier lines are followed, in the session that defined them', async () => {
  const { pool } = inventory;
  const past = pastOf(pool);
  // The lines of a session are inserted with the latest first.
  const following = [
    'tidy /srv',
    "alias tidy='rm -rf'",
    'tidy /home',
    '$cmd now',
    'wipe',
    'cmd=reboot',
    'wipe() { shutdown; }',
    '$cmd before',
  ];
  const session = await past.session(ann, web);
  await past.commands(session, following);
  await past.commands(await past.session(ann, web), ['tidy /etc']);
  const { examples } = await tried(draft());
  const found = examples.filter(({ session: where }) => where === session).map(({ command }) => command);
  // Two definitions name what the filter forbids; the first uses came before them.
  const expected = following.filter((line) => !['tidy /home', '$cmd before'].includes(line));
  expect(expected).toEqual(expect.arrayContaining(found));
  expect(found).toEqual(expect.arrayContaining(['tidy /srv', '$cmd now', 'wipe']));
  expect(examples.map(({ command }) => command)).not.toContain('tidy /etc');
  await pool.query("delete from terminal_command where session = $1 or input = 'tidy /etc'", [session]);
});

/** A storage of another system with commands of a session. */
const archive = async (host: string) => {
  const body = { name: 'archive', type: 'es', meta: { HOSTS: [host], INDEX: 'past' } };
  return inventory.made(inventory.admin.post('/api/v1/terminal/command-storages/', body));
};
const moveArchive = (host: string) =>
  inventory.pool.query(
    "update terminal_commandstorage set meta = meta || jsonb_build_object('HOSTS', array[$1]), secrets = '{}' where name = 'archive'",
    [host],
  );

test('commands in storages of other systems are tried as well; a storage that does not answer is named', async () => {
  const search = await startSearch();
  await archive(search.url);
  const { pool } = inventory;
  const session = await pastOf(pool).session(ann, web);
  const now = Math.floor(Date.now() / 1000);
  const row = { user: 'u', asset: 'a', account: 'root(root)', output: '', session, risk_level: 0 };
  const rule = { cmd_filter_acl: null, cmd_filter_acl_name: '', cmd_group: null, cmd_group_name: '' };
  const entered = (input: string, ago: number, org_id = DEFAULT_ORG_ID) => ({
    ...{ ...row, ...rule, id: randomUUID(), org_id, input, timestamp: now - ago, offset_ms: 5_000 },
  });
  await openCommandIndex({ HOSTS: [search.url], INDEX: 'past' }).store([
    entered('tidy /before', 40),
    entered("alias tidy='rm -rf'", 30),
    entered('ls', 20),
    entered('tidy /after', 10),
    entered('rm -rf /long/ago', 20 * 86_400),
    entered('rm -rf /theirs', 10, OTHER_ORG_ID),
  ]);
  const found = await tried(draft());
  expect(found).toMatchObject({ examined: 2 * lines.length + 4, unreached: [] });
  expect(found.examples[0]).toMatchObject({
    command: 'tidy /after',
    session,
    offset_ms: 5_000,
    user_id: ann.id,
  });
  const commands = found.examples.map(({ command }) => command);
  for (const other of ['tidy /before', 'rm -rf /long/ago', 'rm -rf /theirs'])
    expect(commands).not.toContain(other);
  await search.stop();
  await moveArchive('http://127.0.0.1:9');
  expect(await tried(draft())).toMatchObject({ examined: 2 * lines.length, unreached: ['archive'] });
});

test('a trial that waits for a storage of another system is stopped at once', async () => {
  const { pool } = inventory;
  const states: string[] = [];
  const silent = createServer((request) => {
    states.push('asked');
    request.socket.on('close', () => states.push('left'));
  });
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  await moveArchive(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  const { answer, line } = await begun(draft());
  await answer.body?.getReader().read();
  await expect.poll(() => states).toEqual(['asked']);
  line.abort();
  // Without stopping, the trial would wait ten seconds for the service.
  await expect.poll(() => states, { timeout: 8_000 }).toEqual(['asked', 'left']);
  await pool.query("delete from terminal_commandstorage where name = 'archive'");
  silent.closeAllConnections();
  silent.close();
});

test('users, assets and accounts of the draft count; more days reach further back', async () => {
  const only = await tried(draft({ users: { type: 'ids', ids: [ann.id] } }));
  expect(only.users.map(({ id }) => id)).toEqual([ann.id]);
  const assets = { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: 'db' }] };
  expect((await tried(draft({ assets }))).users.map(({ id }) => id)).toEqual([bob.id]);
  expect((await tried(draft({ accounts: ['oracle'] }))).counts).toEqual({});
  const older = await tried(draft(), { days: 30 });
  expect(older.examples.map(({ command }) => command)).toContain('rm -rf /old');
});

test('a stored filter is tried as it is, and as a draft would change it', async () => {
  const asIs = resultOf(await inventory.admin.post(url, { id: stored.id }));
  expect([asIs.counts, asIs.users.map(({ id }) => id)]).toEqual([{ accept: 1 }, [bob.id]]);
  const rule = { action: 'warning', reviewers: [ann.id], command_groups: [dangerous.id] };
  const changed = resultOf(await inventory.admin.post(url, { id: stored.id, rule }));
  expect(Object.keys(changed.counts)).toEqual(['warning']);
  expect(changed.users.map(({ id }) => id)).toEqual([bob.id]);
});

test('a review that only its own user could decide would refuse', async () => {
  const { examples } = await tried(draft({ action: 'review', reviewers: [ann.id] }));
  expect(examples.find(({ user_id }) => user_id === ann.id)).toMatchObject({
    ...{ outcome: 'reject', isWithoutReviewer: true },
  });
  expect(examples.find(({ user_id }) => user_id === bob.id)?.outcome).toBe('review');
});

test('commands that the gate would refuse because more may run than is judged are counted by themselves', async () => {
  const { pool, services } = inventory;
  const past = pastOf(pool);
  const session = await past.session(ann, web);
  await past.commands(session, ['$x y', 'reboot; $x y', 'sudo !!']);
  const review = draft({ action: 'review', reviewers: [bob.id], users: { type: 'ids', ids: [ann.id] } });
  const before = (await tried({ ...review, command_groups: [spared.id] })).unread;
  const refused = await tried(review);
  await services.settings.set({ SECURITY_UNKNOWN_COMMAND: 'accept' }, services.db);
  await services.settings.reload();
  const passing = await tried(review);
  await pool.query("delete from settings_setting where name = 'SECURITY_UNKNOWN_COMMAND'");
  await services.settings.reload();
  await pool.query('delete from terminal_command where session = $1', [session]);
  expect([before, refused.unread, passing.unread]).toEqual([3, 3, 0]);
  expect((passing.counts.review ?? 0) - (refused.counts.review ?? 0)).toBe(1);
});

test('a draft is validated as it would be when saved, with messages on fields, and nothing is written', async () => {
  const { admin, pool } = inventory;
  const before = bodyOf<Json[]>(await admin.get(filters));
  const refused = async (rule: Json, body: Json = {}) => {
    const answer = await admin.post(url, { rule, ...body });
    return [answer.status, Object.keys(answer.json ?? {})];
  };
  expect(await refused(draft({ name: 'spare bob' }))).toEqual([400, ['name']]);
  expect(await refused(draft({ command_groups: [], priority: 101 }))).toEqual([
    400,
    ['command_groups', 'priority'],
  ]);
  expect(await refused(draft({ action: 'review' }))).toEqual([400, ['reviewers']]);
  expect(await refused(draft(), { days: 0 })).toEqual([400, ['days']]);
  expect((await admin.post(url, {})).json).toHaveProperty('rule');
  await tried(draft());
  expect(bodyOf<Json[]>(await admin.get(filters))).toEqual(before);
  const { rows } = await pool.query(
    "select action, resource from audits_operatelog where resource like 'draft%' order by datetime desc limit 1",
  );
  expect(rows).toEqual([{ action: 'view', resource: 'draft, tried on the past (days: 7)' }]);
});

test('each of the permissions is needed; commands and rules of other organizations stay unseen', async () => {
  for (const missing of needed) {
    const permissions = needed.filter((name) => name !== missing);
    expect((await inventory.as({ permissions }).post(url, { rule: draft() })).status, missing).toBe(403);
  }
  const viewer = inventory.as({ permissions: needed });
  const { examples } = resultOf(await viewer.post(url, { rule: draft() }));
  expect(examples.map(({ command }) => command)).not.toContain('rm -rf /theirs');
  expect((await inventory.other.post(url, { id: stored.id })).status).toBe(404);
  const foreign = await inventory.other.post(url, { rule: draft() });
  expect([foreign.status, foreign.json]).toMatchObject([400, { command_groups: expect.anything() }]);
});

test('a hostile pattern ends, and the server answers others meanwhile; a client that leaves stops the trial', async () => {
  const { pool, admin } = inventory;
  const past = pastOf(pool);
  const session = await past.session(ann, web);
  const rows = Array.from({ length: 400 }, (_, at) => `${'x'.repeat(4_000)}${at}`);
  await past.commands(session, rows);
  const hostile = await group({
    name: 'hostile',
    type: 'regex',
    content: '(x+x+)+y|(x?){60}x{60}z|(.*)*w',
  });
  const rule = draft({ command_groups: [hostile.id] });
  const { answer, line } = await begun(rule);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  const reader = answer.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toContain('"progress"');
  const took: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    await admin.get(`${groups}?limit=1`);
    took.push(performance.now() - began);
  }
  // Other load on the machine slows some answers; a server that is kept from answering, all of them.
  expect(Math.min(...took)).toBeLessThan(1_000);
  line.abort();
  for (let round = 0; round < 100; round += 1) {
    const { rows: held } = await pool.query("select 1 from pg_locks where locktype = 'advisory'");
    if (held.length === 0) break;
    await sleep(100);
  }
  const { rows: held } = await pool.query("select 1 from pg_locks where locktype = 'advisory'");
  expect(held).toEqual([]);
  const simple = await tried(draft());
  expect(simple.examined).toBe(2 * lines.length + rows.length);
  await pool.query('delete from terminal_command where session = $1', [session]);
});
