import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { filtersUrl, forAll, groupsUrl, startRunning } from '../../../test/running/runningSession.ts';
import type { Events } from '../../platform/events.ts';
import { createRuleBook } from './ruleBook.ts';

/** A second is the budget (architecture §5); this is what a busy machine may take. */
const budgetMs = 5_000;
const never = { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: 'nothing is called so' }] };
const all = { type: 'all' };
const by = (name: string, value: unknown, match = 'exact') => ({
  type: 'attrs',
  attrs: [{ name, match, value }],
});

let running: Awaited<ReturnType<typeof startRunning>>;
let estate: ReturnType<typeof estateOf>;
let at: string;
const links: Record<string, string> = {};

beforeAll(async () => {
  running = await startRunning();
  estate = estateOf(running.api.pool);
  const group = await running.made(groupsUrl, { name: 'words', type: 'command', content: 'reboot' });
  const filter = await running.made(filtersUrl, {
    ...{ ...forAll, name: 'hit', priority: 50, action: 'reject', command_groups: [group] },
  });
  at = `${filtersUrl}${filter}/`;
  await estate.node('1');
  links.team = await estate.group('team');
  links.here = await estate.node('1:0');
  links.there = await estate.node('1:1');
  const label = { org_id: DEFAULT_ORG_ID, name: 'tier', value: 'gold', comment: '' };
  links.label = await estate.insert('labels_label', label);
  links.role = (await query(`select id from rbac_role where scope = 'system' limit 1`))[0]?.id ?? '';
});
afterAll(() => running.stop());

const query = async (text: string, values: unknown[] = []): Promise<{ id: string }[]> =>
  (await running.api.pool.query(text, values)).rows;

/** Makes a change; the sessions that the component is told to check then, and the filters in force. */
const onChange = async (change: () => Promise<unknown>, session?: string) => {
  const before = running.checks().length;
  const began = Date.now();
  const filters = await running.after(change, session);
  return { told: () => running.checks().slice(before), filters, ms: Date.now() - began };
};
const setFilter = (body: object) => running.after(() => running.admin.patch(at, body));

type Case = {
  whose: 'ann' | 'host';
  filter: () => object;
  /** Makes the filter hit the session; and the opposite. */
  hit: [text: string, values: () => unknown[]];
  miss: [text: string, values: () => unknown[]];
};
const update = (table: string, column: string, whose: 'ann' | 'host') => (value: string) =>
  [`update ${table} set ${column} = '${value}' where id = $1`, () => [running.ids[whose]]] as Case['hit'];
const renameUser = update('users_user', 'name', 'ann');
const remarkUser = update('users_user', 'comment', 'ann');
const renameAsset = update('assets_asset', 'name', 'host');
const linked = (table: string, own: string, other: string, whose: 'ann' | 'host', link: string) => {
  const values = () => [running.ids[whose], links[link]];
  return {
    hit: [`insert into ${table} (${own}, ${other}) values ($1, $2)`, values] as Case['hit'],
    miss: [`delete from ${table} where ${own} = $1 and ${other} = $2`, values] as Case['miss'],
  };
};
const cases: Record<string, Case> = {
  'a group that a user joins and leaves': {
    whose: 'ann',
    filter: () => ({ users: by('groups', [links.team], 'm2m') }),
    ...linked('users_user_groups', '"user"', 'usergroup', 'ann', 'team'),
  },
  'a name of a user': {
    whose: 'ann',
    filter: () => ({ users: by('name', 'Ann Deputy') }),
    hit: renameUser('Ann Deputy'),
    miss: renameUser('Ann'),
  },
  'a remark about a user': {
    whose: 'ann',
    filter: () => ({ users: by('comment', 'probation', 'contains') }),
    hit: remarkUser('on probation'),
    miss: remarkUser(''),
  },
  'a role of a user': {
    whose: 'ann',
    filter: () => ({ users: by('system_roles', [links.role], 'm2m') }),
    hit: [
      `insert into rbac_rolebinding ("user", role, scope) values ($1, $2, 'system')`,
      () => [running.ids.ann, links.role],
    ],
    miss: [
      `delete from rbac_rolebinding where "user" = $1 and role = $2`,
      () => [running.ids.ann, links.role],
    ],
  },
  'a name of an asset': {
    whose: 'host',
    filter: () => ({ assets: by('name', 'prod-', 'startswith') }),
    hit: renameAsset('prod-1'),
    miss: renameAsset('host-1'),
  },
  'a node of an asset': {
    whose: 'host',
    filter: () => ({ assets: by('nodes', [links.there], 'm2m') }),
    ...linked('assets_asset_nodes', 'asset', 'node', 'host', 'there'),
  },
  'a label of an asset': {
    whose: 'host',
    filter: () => ({ assets: by('labels', [links.label], 'm2m') }),
    hit: [
      `insert into labels_labeledresource (label, res_type, res_id, org_id) select id, 'assets.asset', $2, org_id from labels_label where id = $1`,
      () => [links.label, running.ids.host],
    ],
    miss: [
      'delete from labels_labeledresource where label = $1 and res_id = $2',
      () => [links.label, running.ids.host],
    ],
  },
};

beforeEach(() => setFilter({ name: 'hit', users: all, assets: all, accounts: ['@ALL'] }));

test.each(Object.entries(cases))(
  '%s changes whom a rule hits at once, and names whose sessions these are',
  async (_, { whose, filter, hit, miss }) => {
    expect(await setFilter(filter())).toEqual([]);
    for (const [[text, values], filters] of [
      [hit, ['hit: reboot']],
      [miss, []],
    ] as const) {
      const found = await onChange(() => query(text, values()));
      expect(found).toMatchObject({ filters });
      expect(found.ms).toBeLessThan(budgetMs);
      await expect.poll(found.told).toContain(running.ids[whose]);
    }
  },
);

test('a node that moves takes the assets below it along', async () => {
  await query('insert into assets_asset_nodes (asset, node) values ($1, $2)', [running.ids.host, links.here]);
  expect(await setFilter({ assets: by('nodes', [links.there], 'm2m') })).toEqual([]);
  const move = (key: string, parent: string) => () =>
    query('update assets_node set key = $2, parent_key = $3 where id = $1', [links.here, key, parent]);
  expect(await onChange(move('1:1:0', '1:1'))).toMatchObject({ filters: ['hit: reboot'] });
  const back = await onChange(move('1:0', '1'));
  expect(back).toMatchObject({ filters: [] });
  expect(new Set(back.told())).toEqual(new Set(['']));
});

test('an account of another name is hit by the filters for that name', async () => {
  const account = await running.made('/api/v1/accounts/accounts/', {
    ...{ name: 'deploy', username: 'deploy', asset: running.ids.host, secret_type: 'password', secret: 'x' },
  });
  const session = await running.tokenFor('deploy');
  expect(await running.inForce(session)).toEqual(['hit: reboot']);
  await setFilter({ accounts: ['root'] });
  expect(await running.inForce(session)).toEqual([]);
  const rename = () => query("update accounts_account set username = 'root' where id = $1", [account]);
  const renamed = await onChange(rename, session);
  expect(renamed).toMatchObject({ filters: ['hit: reboot'] });
  await expect.poll(renamed.told).toContain(running.ids.host);
});

test('changes that no filter asks about are not told', async () => {
  /** Users and assets that were named; changes of access name none. */
  const named = () => running.checks().filter((ids) => ids !== '');
  await setFilter({ assets: never });
  // What came before may still be told.
  const first = named().length;
  await query("update assets_asset set comment = 'first' where id = $1", [running.ids.other]);
  await expect.poll(() => named().slice(first).join()).toContain(running.ids.other);
  const before = named().length;
  await query(renameUser('Ann Deputy')[0], [running.ids.ann]);
  // What a change does not touch is no change.
  await query("update assets_asset set connectivity = 'ok', name = name where id = $1", [running.ids.host]);
  await query("update assets_asset set comment = 'last' where id = $1", [running.ids.other]);
  await expect.poll(() => named().slice(before)).not.toEqual([]);
  expect(named().slice(before)).toEqual([running.ids.other]);
});

test('users and assets that change together are told together; of many, none is named', async () => {
  await setFilter({ users: never, assets: never });
  const users = await Promise.all(['cleo', 'dora'].map((name) => estate.user(name)));
  // Their roles are told as well.
  await expect.poll(() => running.checks().join()).toContain(users[1]);
  const before = running.checks().length;
  const told = () => running.checks().slice(before);
  await query("update users_user set comment = 'moved' where id = any($1)", [users]);
  await query("update assets_asset set comment = 'moved'");
  const named = [...users, running.ids.host, running.ids.other];
  const batches = () => told().filter((ids) => ids !== '');
  await expect.poll(() => new Set(batches().join().split(','))).toEqual(new Set(named));
  expect(batches().length).toBeLessThan(named.length);
  const crowd = Array.from({ length: 60 }, (_, at) => at);
  for (const at of crowd) await estate.user(`crowd${at}`);
  await query('insert into users_user_groups ("user", usergroup) select id, $1 from users_user', [
    links.team,
  ]);
  await expect.poll(() => told()).toContain('');
});

test('a server that lost its connection for events knows changed rules at once, and tells components once it has one', async () => {
  await setFilter({ users: never });
  const before = running.checks().length;
  await query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen %'",
  );
  await query('update acls_commandfilteracl set users = $1', [JSON.stringify(all)]);
  await expect.poll(() => running.inForce(), { timeout: budgetMs, interval: 20 }).toEqual(['hit: reboot']);
  await expect.poll(() => running.checks().length).toBeGreaterThan(before);
});

test('where no change can be heard of, rules are read anew', async () => {
  await setFilter({ users: all });
  const deaf = { on: () => () => undefined, caughtUp: async () => false } as unknown as Events;
  const book = createRuleBook({ db: running.api.services.db, events: deaf, zone: 'UTC' });
  const actions = async () => (await book.filters(DEFAULT_ORG_ID)).rules.map(({ action }) => action);
  expect(await actions()).toEqual(['reject']);
  await query("update acls_commandfilteracl set action = 'warning'");
  await expect.poll(actions, { timeout: budgetMs, interval: 20 }).toEqual(['warning']);
});
