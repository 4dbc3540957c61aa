import type { Target } from '@gatehouse/contract/wire/machineWork.ts';
import { beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { machineScene, root } from '../../../test/machines/machineScene.ts';
import { gatherAccountsJob } from '../../jobs/gatherAccounts.ts';
import { settleLostSearches } from './runSearch.ts';

const plans = '/api/v1/accounts/gather-account-automations/';
const runs = '/api/v1/accounts/gather-account-executions/';
const gathered = '/api/v1/accounts/gathered-accounts/';

type Found = {
  id: string;
  username: string;
  present: boolean;
  has_account: boolean;
  date_last_login: string;
};

let inventory: Inventory;
const scene = machineScene((services, pace) => [
  gatherAccountsJob({ ...services, db: services.unhurried, pace }),
]);
const { machine, takeAll, report, ended, taskOf, accountsOf } = scene;
beforeAll(() => {
  inventory = scene.inventory();
});

const named = (...usernames: string[]) => usernames.map((username) => ({ username }));
const planFor = (assets: readonly string[], more: Json = {}) =>
  inventory.made(
    inventory.admin.post(plans, { name: `search ${crypto.randomUUID()}`, assets, ...more }),
  ) as Promise<{ id: string; name: string }>;
/** Runs a plan whose only machine answers with these accounts. */
const search = async (plan: { id: string }, accounts: Json[]): Promise<Target | undefined> => {
  const run = await taskOf(inventory.admin.post(runs, { automation: plan.id }));
  const [target] = await takeAll(1);
  await report(target ? [target] : [], { accounts } as never);
  await ended(run);
  expect(bodyOf(await inventory.admin.get(`${runs}${run}/`))).toMatchObject({
    ...{ status: 'success', snapshot: { type: { value: 'gather_accounts' }, asset_amount: 1 } },
  });
  return target;
};
const found = async (query: string): Promise<Found[]> =>
  bodyOf(await inventory.admin.get(`${gathered}?${query}`)) as never;

test('A-2.2-063 a plan lists the accounts of a machine, says which are gone, and tells its recipients once', async () => {
  const { id } = await machine();
  const reader = await estateOf(inventory.pool).user('reader');
  const left = await estateOf(inventory.pool).user('left');
  const plan = await planFor([id], { recipients: [reader, left] });
  await inventory.pool.query('delete from rbac_rolebinding where "user" = $1', [left]);
  const login = { date_last_login: '2026-11-01T10:00:00.000Z', address_last_login: '10.1.2.3' };
  const target = await search(plan, [...named('root', 'left'), { username: 'de\0ploy', ...login }]);
  expect(target?.operation).toMatchObject({ kind: 'gather_accounts', method: 'gather_accounts_posix' });
  const first = await found(`asset_id=${id}&order=username`);
  expect(first.map(({ username, present, has_account }) => [username, present, has_account])).toEqual([
    ['deploy', true, false],
    ['left', true, false],
    ['root', true, true],
  ]);
  expect(first[0]).toMatchObject({ address_last_login: '10.1.2.3', date_last_login: expect.any(String) });
  await search(plan, named('root', 'deploy', 'fresh'));
  const second = await found(`asset_id=${id}&order=username`);
  expect(second.map(({ username, present }) => [username, present])).toEqual([
    ['deploy', true],
    ['fresh', true],
    ['left', false],
    ['root', true],
  ]);
  // A machine that forgot the sign-in, as after its log was rotated, takes nothing away.
  expect(second[0]?.date_last_login).toBe(first[0]?.date_last_login);
  const names = async (query: string) =>
    (await found(`asset_id=${id}&${query}`)).map(({ username }) => username);
  expect(await names('has_account=false&present=true&order=username')).toEqual(['deploy', 'fresh']);
  expect(await names('search=fres')).toEqual(['fresh']);
  await search(plan, named('root', 'deploy', 'fresh'));
  const { rows: told } = await inventory.pool.query(
    "select text from audits_messagelog where message_type = 'accounts_found' and backend = 'site_msg' order by id",
  );
  expect(told).toHaveLength(2);
  expect(JSON.stringify(told)).toContain('+ fresh @');
  expect(JSON.stringify(told)).toContain('− left @');
  expect(await found('node_id=none')).not.toEqual([]);
});

test('a run that is stopped tells what it had found until then', async () => {
  const [one, two] = [await machine(), await machine()];
  const plan = await planFor([one.id, two.id], {
    recipients: [await estateOf(inventory.pool).user('patient')],
  });
  const run = await taskOf(inventory.admin.post(runs, { automation: plan.id }));
  const targets = await takeAll(2);
  await report(targets.slice(0, 1), { accounts: named('halfway') } as never);
  expect((await inventory.admin.post(`${runs}${run}/stop/`, {})).status).toBeLessThan(300);
  const told = async () =>
    (
      await inventory.pool.query(
        "select text -> 'params' ->> 'names' as names from notifications_sitemessage where text -> 'params' ->> 'plan' = $1",
        [plan.name],
      )
    ).rows;
  await expect.poll(told).toEqual([{ names: expect.stringContaining('halfway') }]);
  expect(bodyOf(await inventory.admin.get(`${runs}${run}/`))).toMatchObject({ status: 'stopped' });
  // A run that nothing ended is ended once its task is gone, and tells what it found as well.
  await inventory.pool.query("update accounts_gatheraccountsexecution set status = 'running' where id = $1", [
    run,
  ]);
  await inventory.pool.query('delete from ops_celerytaskexecution where id = $1', [run]);
  await settleLostSearches(inventory.services);
  expect(await told()).toHaveLength(2);
  expect(bodyOf(await inventory.admin.get(`${runs}${run}/`))).toMatchObject({ status: 'failure' });
});

test('accounts are created for what was found, by a request or by the plan, and never twice', async () => {
  const { id } = await machine();
  await search(await planFor([id]), named('root', 'app', 'web'));
  const rows = await found(`asset_id=${id}`);
  const ids = rows.map((row) => row.id);
  const sync = `${gathered}sync-accounts/`;
  const body = { gathered_account_ids: ids };
  const viewer = inventory.as({ permissions: ['accounts.view_gatheredaccount'] });
  expect((await viewer.post(sync, body)).status).toBe(403);
  expect((await inventory.other.post(sync, body)).status).toBe(400);
  expect((await accountsOf(id)).map(({ username }) => username)).toEqual(['root']);
  expect((await inventory.admin.post(sync, body)).status).toBe(201);
  expect((await inventory.admin.post(sync, body)).status).toBe(201);
  expect((await accountsOf(id)).map(({ username }) => username)).toEqual(['app', 'root', 'web']);
  await search(await planFor([id], { is_sync_account: true }), named('root', 'app', 'late'));
  const all = bodyOf<Json[]>(
    await inventory.admin.get(`/api/v1/accounts/accounts/?asset_id=${id}&order=username`),
  );
  expect(all.map(({ username, source }) => [username, (source as { value: string }).value])).toEqual([
    ['app', 'collected'],
    ['late', 'collected'],
    ['root', 'local'],
    ['web', 'collected'],
  ]);
  const limited = inventory.as({ permissions: ['accounts.add_gatheraccountsautomation'] });
  const refused = await limited.post(plans, { name: 'creates', assets: [id], is_sync_account: true });
  expect(refused.status).toBe(403);
  // A plan that creates accounts is not led to other assets by a user who may create none.
  const changer = inventory.as({
    permissions: ['view', 'change']
      .map((verb) => `accounts.${verb}_gatheraccountsautomation`)
      .concat('assets.view_asset'),
  });
  const creating = await planFor([id], { is_sync_account: true });
  const other = await machine();
  expect((await changer.patch(`${plans}${creating.id}/`, { assets: [other.id] })).status).toBe(403);
  expect((await changer.patch(`${plans}${creating.id}/`, { comment: 'nightly' })).status).toBe(200);
  expect((await inventory.admin.post(plans, { name: 'nowhere' })).status).toBe(400);
});

const tasks = '/api/v1/accounts/accounts/tasks/';
const idsOf = async (asset: string, ...usernames: string[]) =>
  (await found(`asset_id=${asset}&order=username`)).flatMap(({ id, username }) =>
    usernames.length === 0 || usernames.includes(username) ? id : [],
  );
const remove = (ids: readonly string[], as = inventory.admin) =>
  as.post(tasks, { action: 'remove', gather_accounts: ids });
const loggedDeletions = async () =>
  (
    await inventory.pool.query(
      `select "user", resource_key as key, resource from audits_operatelog where action = 'delete' order by resource_key, resource`,
    )
  ).rows;

test('a found account is removed from its machine, and what is here of it in the name of the user who asked', async () => {
  const { id, name } = await machine({ name: 'web-gone' });
  await search(await planFor([id], { is_sync_account: true }), named('root', 'app', 'web'));
  await inventory.pool.query('delete from audits_operatelog');
  const viewer = inventory.as({ permissions: ['accounts.verify_account', 'accounts.push_account'] });
  expect((await remove(await idsOf(id), viewer)).status).toBe(403);
  expect((await remove(await idsOf(id), inventory.other)).status).toBe(400);
  expect((await remove([])).status).toBe(400);
  const rita = await estateOf(inventory.pool).user('rita');
  const remover = inventory.as({ id: rita, permissions: ['accounts.remove_account'] });
  const run = await taskOf(remove(await idsOf(id, 'app', 'web'), remover));
  const targets = await takeAll(2);
  expect(targets.map(({ operation }) => operation)).toEqual(
    ['app', 'web'].map((username) => ({
      ...{ kind: 'remove_account', method: 'remove_account_posix', params: { username } },
    })),
  );
  expect(targets[0]).toMatchObject({ connection: { account: { username: 'root' } }, change: null });
  await report(targets.slice(0, 1));
  const failure = {
    key: 'machine_user_unremoved',
    params: { address: '10.0.0.1', port: 22, username: 'web' },
  };
  await report(targets.slice(1), {
    ...{ status: 'failed', error: failure, output: 'web is currently used by process 42' },
  });
  expect(await ended(run)).toMatchObject({ state: 'failed', reason: { params: { ok: 1, all: 2 } } });
  const log = (await scene.runOf(run))?.log;
  expect(log).toContain(`app @ ${name}(10.0.0.1): succeeded`);
  expect(log).toContain('currently used by process 42');
  const names = (rows: { username: string }[]) => rows.map(({ username }) => username);
  expect(names(await found(`asset_id=${id}&order=username`))).toEqual(['root', 'web']);
  expect(names(await accountsOf(id))).toEqual(['root', 'web']);
  expect(await loggedDeletions()).toEqual(
    ['accounts.account', 'accounts.gatheredaccount'].map((key) => ({
      ...{ key, resource: expect.stringContaining('app'), user: expect.stringContaining('rita') },
    })),
  );
});

test('root, the account that signs in, privileged ones and those that are being changed are not removed', async () => {
  const account = (username: string, privileged = false) => ({
    ...{ name: username, username, secret_type: 'password', secret: 'Sesame-1', privileged },
  });
  // A method that a later version may have.
  await inventory.pool.query(
    `update assets_platform set automation = automation || '{"gather_accounts_method": "gather_accounts_new"}' where name = 'BSD'`,
  );
  const [host, one, other] = [
    await machine({ accounts: [account('boss', true), account('busy')] }),
    await machine({ accounts: [account('signer')] }),
    await machine({ platform: inventory.platform('BSD'), accounts: [] }),
  ];
  const found = async (asset: string, username: string) =>
    (await inventory.made(inventory.admin.post(gathered, { asset, username }))).id;
  const ids = [
    ...(await Promise.all(['root', 'boss', 'busy'].map((username) => found(host.id, username)))),
    ...[await found(one.id, 'signer'), await found(other.id, 'eve')],
  ];
  const busy = (await accountsOf(host.id)).find(({ username }) => username === 'busy')?.id;
  await estateOf(inventory.pool).insert('accounts_changesecretrecord', {
    ...{
      org_id: host.org_id,
      kind: 'push_account',
      asset: host.id,
      account: busy,
      status: 'pending',
      tries: 0,
    },
    ...{ new_secret: 'kept', date_created: new Date().toISOString() },
  });
  const run = await taskOf(remove(ids));
  await expect
    .poll(async () => [await scene.take(), (await scene.runOf(run))?.state])
    .toEqual([[], 'failed']);
  const ending = await ended(run);
  expect(ending).toMatchObject({ reason: { params: { ok: 0, all: 5, skipped: 5 } } });
  for (const why of [
    'root manages',
    'boss manages',
    'secret of busy',
    'signer is the account',
    'platform BSD',
  ])
    expect(ending?.log).toContain(why);
});

test('what leads to machines or to other accounts, is checked out, and what came to manage one while its removal waited, stays', async () => {
  const account = (username: string, privileged = false) => ({
    ...{ name: username, username, secret_type: 'password', secret: 'Sesame-1', privileged },
  });
  const address = '10.0.71.1';
  const { id } = await machine({
    address,
    accounts: [root, ...['step', 'inner', 'late', 'lent'].map((name) => account(name))],
  });
  // The same machine under other names: as a gateway, and as an asset of its own.
  const zone = await inventory.made(inventory.admin.post('/api/v1/assets/domains/', { name: `zone ${id}` }));
  await inventory.made(
    inventory.admin.post('/api/v1/assets/gateways/', {
      ...{ name: `gateway ${id}`, address, domain: zone.id, accounts: [account('tunnel')] },
      ...{ platform: inventory.platform('Gateway'), protocols: [{ name: 'ssh', port: 22 }] },
    }),
  );
  await machine({ address, accounts: [account('keeper', true)] });
  const byName = new Map((await accountsOf(id)).map((row) => [row.username, row.id]));
  const inner = `/api/v1/accounts/accounts/${byName.get('inner')}/`;
  expect((await inventory.admin.patch(inner, { su_from: byName.get('step') })).status).toBe(200);
  const found = async (username: string) =>
    (await inventory.made(inventory.admin.post(gathered, { asset: id, username }))).id;
  const used = ['step', 'tunnel', 'keeper'];
  await estateOf(inventory.pool).insert('accounts_accountcheckout', {
    ...{
      org_id: String(zone.org_id),
      account: byName.get('lent'),
      asset: id,
      user_display: 'Ann',
      reason: '',
    },
    ...{ minutes: 60, status: 'held', is_extended: false, date_start: new Date().toISOString() },
    ...{ date_expired: '2099-01-01T00:00:00Z', date_limit: '2099-01-01T00:00:00Z' },
  });
  const run = await taskOf(remove(await Promise.all([...used, 'lent', 'late'].map(found))));
  const states = "select count(*)::int as n from ops_machinetarget where state in ('waiting', 'skipped')";
  await expect.poll(async () => (await inventory.pool.query(states)).rows[0]?.n).toBe(5);
  await inventory.pool.query('update accounts_account set privileged = true where id = $1', [
    byName.get('late'),
  ]);
  expect(await scene.take()).toEqual([]);
  const log = (await ended(run))?.log;
  for (const username of used) expect(log).toContain(`${username} is used to manage or reach this machine`);
  expect(log).toContain('lent is checked out');
  expect(log).toContain('late manages the machine');
});
