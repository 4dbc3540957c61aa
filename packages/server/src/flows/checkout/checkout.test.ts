import { randomUUID } from 'node:crypto';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OTHER_ORG_ID } from '../../../test/api.ts';
import { registerComponent } from '../../../test/component.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { changeScene, records } from '../../../test/machines/changeScene.ts';
import { returnAccountsJobs } from '../../jobs/returnAccounts.ts';
import { visitorMark } from '../connect/visitor.ts';
import { judgeHosts } from '../jobCenter/judgeHosts.ts';
import { withheldBefore } from '../machineWork/switching.ts';
import { returnDue } from './returnRuns.ts';

const url = '/api/v1/accounts/account-checkouts/';
const tokens = '/api/v1/authentication/connection-token/';
const secrets = '/api/v1/accounts/account-secrets/';

type Caller = ReturnType<Inventory['as']> & { id: string };
type Checkout = { id: string; status: { value: string }; date_expired: string; error: string };

const scene = changeScene(returnAccountsJobs);
const { hostWith, accountOf, takeAll, holding, ended } = scene;
let inventory: Inventory;
let ann: Caller;
let bob: Caller;
let gateway: Awaited<ReturnType<typeof registerComponent>>;

beforeAll(async () => {
  inventory = scene.inventory();
  const estate = estateOf(inventory.pool);
  const everyday = [
    'accounts.add_accountcheckout',
    'authentication.add_connectiontoken',
    'perms.view_myassets',
  ];
  const user = async (username: string): Promise<Caller> => {
    const id = await estate.user(username);
    return { id, ...inventory.as({ id, username, permissions: everyday }) };
  };
  [ann, bob] = [await user('ann'), await user('bob')];
  gateway = await registerComponent(inventory, '[KoKo]-checks');
});
afterAll(async () => {
  await inventory.pool.query('delete from accounts_accountcheckout');
});

/** A host with an account that takes a check-out and that both users may use. */
const guarded = async (more: Json = {}) => {
  const asset = await hostWith(['app']);
  const account = await accountOf(asset, 'app');
  const facts = { checkout_required: true, checkout_minutes: 60, ...more };
  const changed = await inventory.admin.patch(`/api/v1/accounts/accounts/${account}/`, facts);
  expect(changed.status, changed.text).toBe(200);
  await inventory.made(
    inventory.admin.post('/api/v1/perms/asset-permissions/', {
      ...{ name: `both ${randomUUID()}`, users: [ann.id, bob.id], assets: [asset], accounts: ['@ALL'] },
      actions: ['connect', 'upload'],
    }),
  );
  return { asset, account };
};

const checkOut = async (account: string, by = ann, more: Json = {}): Promise<Checkout> => {
  const answer = await by.post(url, { account, reason: 'a release', minutes: 30, ...more });
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<Checkout>(answer);
};
const refused = async (reply: Promise<{ status: number; json: unknown }>) => {
  const { status, json } = await reply;
  return [status, (json as { detail?: string })?.detail ?? json];
};
const connect = (asset: string, by: Caller) =>
  by.post(tokens, { asset, account: 'app', protocol: 'ssh', connect_method: 'web_cli' });
const redeem = (token: string, by: Caller) => {
  const visitor = visitorMark({ user: by.id, address: '127.0.0.1' }, inventory.services.vault);
  return gateway.post('/api/v1/authentication/super-connection-token/secret/', { id: token, visitor });
};
const stateOf = async (id: string): Promise<Checkout> =>
  bodyOf<Checkout>(await inventory.admin.get(`${url}${id}/`));
const statusOf = async (id: string) => (await stateOf(id)).status.value;
/** Ends check-outs whose time is over, as the scheduled task does. */
const clock = async () => {
  const { jobs, db } = inventory.services;
  const run = await jobs.enqueue(returnDue, {}, { db });
  if (run) await ended(run);
};
const overdue = (id: string) =>
  inventory.pool.query(
    "update accounts_accountcheckout set date_expired = now() - interval '1 second' where id = $1",
    [id],
  );
const told = async (user: string, key: string) =>
  (
    await inventory.pool.query(
      `select count(*)::int as count from notifications_sitemessage where "user" = $1 and text ->> 'key' = $2`,
      [user, key],
    )
  ).rows[0].count;

test('one user at a time holds an account: others can neither check it out, read it nor connect with it', async () => {
  const { asset, account } = await guarded();
  const needed = 'Check this account out before you use it.';
  expect(await refused(connect(asset, ann))).toEqual([403, needed]);
  expect(await refused(inventory.admin.get(`${secrets}${account}/`))).toEqual([403, needed]);
  const held = await checkOut(account);
  expect(held).toMatchObject({ status: { value: 'held' }, user: { username: 'ann' } });
  const secret = await ann.get(`${url}${held.id}/secret/`);
  expect([secret.json, secret.headers['cache-control']]).toEqual([
    { id: held.id, username: 'app', secret_type: 'password', secret: 'old' },
    'no-store',
  ]);
  const token = bodyOf<{ id: string }>(await connect(asset, ann));
  expect(bodyOf(await redeem(token.id, ann))).toMatchObject({ account: { secret: 'old' } });

  const taken = [403, expect.stringMatching(/^ann\(ann\) holds this account until \d{4}\//)];
  expect(await refused(connect(asset, bob))).toEqual(taken);
  expect(await refused(bob.post(url, { account, reason: 'me too' }))).toEqual(taken);
  expect(await refused(inventory.admin.get(`${secrets}${account}/`))).toEqual(taken);
  expect(await refused(inventory.admin.get(`${secrets}${account}/histories/`))).toEqual(taken);
  const [row] = bodyOf<Json[]>(
    await inventory.admin.get(`${secrets}?asset=${asset}&username=app`),
  ) as never[];
  expect(row).toMatchObject({ id: account, secret: null });
  for (const path of ['secret', 'extend', 'check-in'])
    expect((await (path === 'secret' ? bob.get : bob.post)(`${url}${held.id}/${path}/`)).status).toBe(404);
  const mine = bodyOf<{ permed_accounts: Json[] }>(
    await bob.get(`/api/v1/perms/users/self/assets/${asset}/`),
  );
  expect(mine.permed_accounts.find(({ id }) => id === account)).toMatchObject({
    checkout: {
      withheld: 'checked_out',
      holder: 'ann(ann)',
      is_own: false,
      date_expired: expect.any(String),
    },
  });
  // The plan of an administrator does not change the secret under the holder, nor does a form.
  const patched = await inventory.admin.patch(`/api/v1/accounts/accounts/${account}/`, { secret: 'mine' });
  expect([patched.status, patched.json]).toEqual([
    400,
    { secret: [expect.stringContaining('holds this account')] },
  ]);
  const run = await scene.start(await scene.planFor([asset], { accounts: ['app'] }));
  expect(await ended(run)).toMatchObject({ error: 'work_empty' });
});

test('of two who check out in the same moment one gets the account', async () => {
  const { account } = await guarded();
  const asked = await Promise.all([ann, bob, ann, bob].map((by) => by.post(url, { account, reason: 'now' })));
  expect(asked.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(asked.filter(({ status }) => status >= 400)).toHaveLength(3);
});

test('after the return the account is for no user until a machine has accepted another secret', async () => {
  const { asset, account } = await guarded();
  const held = await checkOut(account);
  const token = bodyOf<{ id: string }>(await connect(asset, ann));
  expect((await ann.post(`${url}${held.id}/check-in/`)).status).toBe(200);
  const changing = [403, expect.stringContaining('is being changed')];
  expect((await redeem(token.id, ann)).status).toBe(403);
  for (const by of [ann, bob]) expect(await refused(connect(asset, by))).toEqual(changing);
  expect(await refused(bob.post(url, { account, reason: 'mine now' }))).toEqual(changing);
  expect((await ann.get(`${url}${held.id}/secret/`)).status).toBe(403);
  const targets = await takeAll(1);
  expect(targets[0]).toMatchObject({ change: { username: 'app', old_secret: 'old' } });
  await holding(targets, 'new');
  await expect.poll(() => statusOf(held.id)).toBe('returned');
  const next = await checkOut(account, bob);
  expect(bodyOf(await bob.get(`${url}${next.id}/secret/`))).toMatchObject({
    secret: targets[0]?.change?.secret,
  });
});

test('a check-out is extended once, never beyond what its account allows', async () => {
  const { account } = await guarded({ checkout_minutes: 40 });
  expect(bodyOf(await ann.post(url, { account, reason: 'long', minutes: 41 }))).toEqual({
    minutes: ['Enter 40 or less.'],
  });
  const held = await checkOut(account);
  const extended = await ann.post(`${url}${held.id}/extend/`);
  expect(extended.status, extended.text).toBe(200);
  const longer = bodyOf<Checkout & { date_limit: string }>(extended);
  expect(longer.date_expired).toBe(longer.date_limit);
  expect((await ann.post(`${url}${held.id}/extend/`)).status).toBe(403);
});

test('expiry ends what the holder does, also where no task noticed it yet; a killed server loses no change', async () => {
  const { asset, account } = await guarded();
  const held = await checkOut(account);
  const token = bodyOf<{ id: string; value: string }>(await connect(asset, ann));
  const redeemed = bodyOf<{ expire_at: number }>(await redeem(token.id, ann));
  expect(redeemed.expire_at * 1000).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
  const renewal = () =>
    gateway.patch('/api/v1/authentication/super-connection-token/renewal/', { id: token.id });
  expect(bodyOf(await renewal())).toMatchObject({ ok: true });
  await overdue(held.id);
  expect(bodyOf(await renewal())).toMatchObject({ ok: false, reason: 'permission_expired' });
  expect((await ann.get(`${url}${held.id}/secret/`)).status).toBe(403);
  expect((await ann.post(`${url}${held.id}/extend/`)).status).toBe(403);
  expect((await connect(asset, ann)).status).toBe(403);
  await clock();
  expect(await statusOf(held.id)).toBe('changing');
  expect(await told(ann.id, 'checkout_expired')).toBe(1);
  const [first] = await takeAll(1);
  // The server that followed the change dies, and its task with it.
  await inventory.pool.query(
    `update ops_celerytaskexecution set state = 'interrupted' where id = (select work from accounts_accountcheckout where id = $1)`,
    [held.id],
  );
  await clock();
  expect(await statusOf(held.id)).toBe('changing');
  expect((await connect(asset, bob)).status).toBe(403);
  await holding(first ? [first] : [], 'new');
  await clock();
  expect(await statusOf(held.id)).toBe('returned');
});

test('a check-out whose change was lost before it began is changed by another task', async () => {
  const { account } = await guarded();
  const held = await checkOut(account);
  await inventory.pool.query(
    "update accounts_accountcheckout set status = 'changing', date_returned = now(), work = $2 where id = $1",
    [held.id, randomUUID()],
  );
  await clock();
  await holding(await takeAll(1), 'new');
  await expect.poll(() => statusOf(held.id)).toBe('returned');
});

test('a failed change is told to administrators, who repeat it or release the account; each step is logged', async () => {
  const { asset, account } = await guarded();
  const estate = estateOf(inventory.pool);
  const chief = await estate.user('chief');
  await estate.admit(chief);
  await inventory.pool.query(
    `update rbac_rolebinding set role = '00000000-0000-0000-0000-000000000001' where "user" = $1 and scope = 'system'`,
    [chief],
  );
  const held = await checkOut(account);
  await ann.post(`${url}${held.id}/check-in/`);
  await holding(await takeAll(1), 'old');
  await expect.poll(() => statusOf(held.id)).toBe('failed');
  expect((await stateOf(held.id)).error).toContain('10.0.0.1');
  expect(await told(chief, 'checkout_not_changed')).toBe(1);
  expect(await refused(connect(asset, bob))).toEqual([403, expect.stringContaining('administrator')]);
  for (const path of ['retry', 'release'])
    expect((await ann.post(`${url}${held.id}/${path}/`)).status).toBe(403);
  const [record] = bodyOf<{ id: string }[]>(await inventory.admin.get(`${records}?account_id=${account}`));
  expect(bodyOf(await inventory.admin.get(`${records}${record?.id}/secret/`))).toMatchObject({
    old_secret: 'old',
  });

  expect((await inventory.admin.post(`${url}${held.id}/retry/`)).status).toBe(200);
  await holding(await takeAll(1), 'old');
  await expect.poll(() => statusOf(held.id)).toBe('failed');
  expect((await inventory.admin.post(`${url}${held.id}/release/`)).status).toBe(200);
  expect(await statusOf(held.id)).toBe('released');
  expect(await told(chief, 'checkout_released')).toBe(1);
  await checkOut(account, bob);
  const { rows: logged } = await inventory.pool.query(
    `select action, "user" from audits_operatelog where resource_key = 'accounts.accountcheckout' and resource_id = $1 order by datetime`,
    [held.id],
  );
  expect(logged.map(({ action }) => action)).toEqual([
    'create',
    'close',
    'update',
    'update',
    'update',
    'close',
  ]);
});

test('an administrator takes an account back; its holder is told; a lower rank cannot take it from a higher one', async () => {
  const { asset, account } = await guarded();
  const held = await checkOut(account);
  const { rows } = await inventory.pool.query(
    `select id from rbac_rolebinding where "user" = $1 and scope = 'org' limit 1`,
    [ann.id],
  );
  const warden = inventory.as({
    permissions: ['accounts.release_accountcheckout', 'accounts.view_accountcheckout'],
  });
  const [{ id: binding }] = rows;
  const roleOf = (role: string) =>
    inventory.pool.query('update rbac_rolebinding set role = $2 where id = $1', [binding, role]);
  await roleOf('00000000-0000-0000-0000-000000000005');
  expect((await warden.post(`${url}${held.id}/release/`)).status).toBe(403);
  await roleOf('00000000-0000-0000-0000-000000000007');
  expect((await warden.post(`${url}${held.id}/release/`)).status).toBe(200);
  expect([await statusOf(held.id), await told(ann.id, 'checkout_taken')]).toEqual(['changing', 1]);
  expect((await connect(asset, ann)).status).toBe(403);
});

test('no job uses an account that a check-out keeps from its user, nor switches from one', async () => {
  const { asset, account } = await guarded();
  const { db } = inventory.services;
  const definition = {
    type: 'adhoc',
    module: 'shell',
    args: 'id',
    runas: 'app',
    runas_policy: 'skip',
    name: 'id',
  };
  const run = { creator: bob.id, org_id: DEFAULT_ORG_ID, job: null, parameters: {}, remote_addr: '' };
  const judged = async () => {
    const { hosts } = await judgeHosts(
      { ...run, definition: definition as never },
      [asset],
      inventory.services,
    );
    return hosts?.map(({ skipped, account: used }) => skipped?.key ?? used?.username);
  };
  const chain = { method: 'su' as const, from: [{ id: account, username: 'app' } as never] };
  const before = async () => [...(await withheldBefore([{ id: 't', user: bob.id, chain }], db))];
  expect([await judged(), await before()]).toEqual([['job_no_account'], [['t', 'app']]]);
  const held = await checkOut(account, bob);
  expect([await judged(), await before()]).toEqual([['app'], []]);
  await overdue(held.id);
  expect([await judged(), await before()]).toEqual([['job_no_account'], [['t', 'app']]]);
});

test('without permission, grant or organization there is no check-out, and secrets of records stay hidden', async () => {
  const { asset, account } = await guarded();
  const bare = inventory.as({
    id: ann.id,
    username: 'ann',
    permissions: ['authentication.add_connectiontoken'],
  });
  expect((await bare.post(url, { account, reason: 'x' })).status).toBe(403);
  const stranger = inventory.as({ permissions: ['accounts.add_accountcheckout'] });
  expect((await stranger.post(url, { account, reason: 'x' })).status).toBe(404);
  const elsewhere = inventory.as({
    ...{ id: ann.id, username: 'ann', org: OTHER_ORG_ID },
    permissions: ['accounts.add_accountcheckout'],
  });
  expect((await elsewhere.post(url, { account, reason: 'x' })).status).toBeGreaterThanOrEqual(403);
  for (const reason of ['', '   ', undefined])
    expect((await ann.post(url, { account, reason })).status).toBe(400);
  const open = await accountOf(asset, 'root');
  expect((await ann.post(url, { account: open, reason: 'x' })).status).toBe(400);
  const held = await checkOut(account);
  expect((await inventory.other.get(`${url}${held.id}/`)).status).toBe(404);
  expect((await inventory.other.post(`${url}${held.id}/release/`)).status).toBe(404);
  await inventory.pool.query(
    `insert into accounts_changesecretrecord (id, org_id, kind, is_kept, asset, account, new_secret, secret_type, ssh_key_change_strategy, status, work, tries, date_created)
      values ($1, $2, 'change_secret', false, $3, $4, 'x', 'password', 'add', 'success', $1, 0, now() - interval '1 day')`,
    [randomUUID(), DEFAULT_ORG_ID, asset, account],
  );
  const [record] = bodyOf<{ id: string }[]>(await inventory.admin.get(`${records}?account_id=${account}`));
  expect((await inventory.admin.get(`${records}${record?.id}/secret/`)).status).toBe(403);
});
