import type { HeldSecret, Target } from '@gatehouse/contract/wire/machineWork.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proofSize } from '../../../../../scripts/proofSize.ts';
import { bodyOf, type Inventory, type Json } from '../../../test/inventory.ts';
import { changeScene, plans, records, runs, user } from '../../../test/machines/changeScene.ts';
import { root, started } from '../../../test/machines/machineScene.ts';
import { startVaultServer, type VaultServer } from '../../../test/servers/vaultServer.ts';
import { keyValueAt } from '../../platform/secretStore/keyValue.ts';
import { isElsewhere, vaultPlaceOf } from '../../platform/secretStore/secretStore.ts';
import { moveSecrets } from '../vault/moveSecrets.ts';

let inventory: Inventory;
let vault: VaultServer;
const scene = changeScene();
const { machine, take, report, takeAll, ended } = scene;
const { hostWith, planFor, start, recordsOf, secretOf, accountOf, holding, search } = scene;
beforeAll(async () => {
  inventory = scene.inventory();
  vault = await startVaultServer();
});
afterAll(() => vault.stop());

test('a new secret is stored before a machine gets it, and becomes current once it is proven', async () => {
  const asset = await hostWith(['app', 'web', 'other']);
  const execution = await start(await planFor([asset]));
  await expect.poll(() => recordsOf(execution)).toHaveLength(2);
  expect((await recordsOf(execution)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  const targets = await takeAll(2);
  const app = targets.find(({ change }) => change?.username === 'app');
  expect(app).toMatchObject({
    operation: { kind: 'change_secret', method: 'change_secret_posix' },
    connection: { account: { username: 'root', secret: 'Sesame-1' } },
    change: {
      secret_type: 'password',
      old_secret: 'old',
      secret: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
    },
  });
  expect(new Set(targets.map(({ change }) => change?.secret)).size).toBe(2);
  await holding(targets, 'new');
  expect(await ended(execution)).toMatchObject({ state: 'done' });
  const id = await accountOf(asset, 'app');
  expect(await secretOf(id)).toBe(app?.change?.secret);
  const { rows: versions } = await inventory.pool.query(
    'select version::int as version from accounts_historicalaccount where account = $1 order by id',
    [id],
  );
  expect(versions).toEqual([{ version: 1 }, { version: 2 }]);
  const [record] = (await recordsOf(execution)).filter(({ account }) => account.id === id);
  expect(record).toMatchObject({ status: 'success', is_success: true, error: '' });
  expect(JSON.stringify(record)).not.toContain('secret"');
  const shown = await inventory.admin.get(`${records}${record?.id}/secret/`);
  expect(bodyOf(shown)).toEqual({ id: record?.id, old_secret: 'old', new_secret: app?.change?.secret });
  const run = bodyOf(await inventory.admin.get(`${runs}${execution}/`));
  expect(run).toMatchObject({
    status: 'success',
    snapshot: { asset_amount: 1, accounts: ['app', 'web'] },
  });
  expect(await secretOf(await accountOf(asset, 'other'))).toBe('old');
});

test('an unchanged secret is reported and retried; root, privileged and own accounts are skipped', async () => {
  const admin2 = { ...user('boss'), privileged: true };
  const asset = await hostWith(['app'], { accounts: [root, user('app'), admin2] });
  const lonely = await machine({ accounts: [user('app')] });
  const plan = await planFor([asset, lonely.id], {
    accounts: ['app', 'root', 'boss'],
    secret_strategy: 'specific',
    secret: 'Same-1',
  });
  const first = await start(plan);
  await holding(await takeAll(1), 'old');
  expect(await ended(first)).toMatchObject({ reason: { params: { ok: 0, all: 2, failed: 1, skipped: 1 } } });
  const told = new Map((await recordsOf(first)).map((record) => [record.account.id, record]));
  const [own, other] = [await accountOf(asset, 'app'), await accountOf(lonely.id, 'app')];
  expect(told.get(own)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('10.0.0.1'),
  });
  expect(told.get(other)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('no other account'),
  });
  expect(told.size).toBe(2);
  expect(await secretOf(own)).toBe('old');
  const second = await start(plan);
  const [target] = await takeAll(1);
  expect(target?.change).toMatchObject({ secret: 'Same-1' });
  await holding(target ? [target] : [], 'new');
  await ended(second);
  expect(await secretOf(own)).toBe('Same-1');
  // A plan whose secret is lost sets no empty one.
  await inventory.pool.query('update accounts_changesecretautomation set secret = null where id = $1', [
    plan.id,
  ]);
  expect(await ended(await start(plan))).toMatchObject({ error: 'change_secret_no_secret' });
});

test('a change with an unknown outcome stays open until a sign-in shows which secret is valid', async () => {
  const asset = await hostWith(['app', 'web']);
  const plan = await planFor([asset]);
  const execution = await start(plan);
  const targets = await takeAll(2);
  const text = 'select date_next from accounts_changesecretrecord order by id';
  const dates = async () => (await inventory.pool.query(text)).rows.map((row) => Number(row.date_next));
  const handed = await dates();
  await holding(targets, null);
  await ended(execution);
  expect((await recordsOf(execution)).map(({ status }) => status)).toEqual(['pending', 'pending']);
  // The runner may be at work on them for as long as it was told.
  expect((await dates()).map((date, at) => date >= (handed[at] ?? Infinity))).toEqual([true, true]);
  // Another run does not touch them.
  const again = await start(plan);
  expect(await ended(again)).toMatchObject({ error: 'work_empty' });
  expect(bodyOf(await inventory.admin.get(`${runs}${again}/`))).toMatchObject({
    status: 'failure',
    reason: expect.stringMatching(/./),
  });
  const first = await search();
  const [one, two] = await takeAll(2);
  if (!one || !two) return expect.fail();
  const change = targets.find((target) => target.change?.username === one.change?.username)?.change;
  expect(one).toMatchObject({ operation: { kind: 'find_secret', method: 'verify_account_posix' }, change });
  await holding([one], 'new');
  await holding([two], null);
  await ended(first);
  const second = await search();
  const left = await takeAll(1);
  expect(left.map((target) => target.change?.username)).toEqual([two.change?.username]);
  await holding(left, 'old');
  await ended(second);
  const states = (await recordsOf(execution)).map(({ status, account }) => [account.username, status]);
  expect(Object.fromEntries(states)).toEqual({
    [one.change?.username ?? '']: 'success',
    [two.change?.username ?? '']: 'failed',
  });
  expect(await secretOf(await accountOf(asset, one.change?.username ?? ''))).toBe(one.change?.secret);
  expect(await ended(await search())).toMatchObject({ state: 'done' });
});

test('where a vault keeps secrets, those of changes lie there too, before and after, and move with the others', async () => {
  const { settings, db, unhurried } = inventory.services;
  const isChosen = async (VAULT_ENABLED: boolean) => {
    await settings.set({ VAULT_HCP_HOST: vault.url, VAULT_HCP_TOKEN: vault.token, VAULT_ENABLED }, db);
    await settings.reload();
  };
  const held = async (): Promise<string[]> => {
    const text = `select r.old_secret, r.new_secret, a.secret from accounts_changesecretrecord r
      join accounts_account a on a.id = r.account`;
    return Object.values((await inventory.pool.query(text)).rows[0] ?? {});
  };
  await isChosen(true);
  const asset = await hostWith(['app']);
  const account = await accountOf(asset, 'app');
  const run = await start(await planFor([asset]));
  await expect.poll(async () => (await held()).map(isElsewhere)).toEqual([true, true, true]);
  vault.load.slowMs = 100;
  const [target] = await takeAll(1);
  expect(vault.reads.most).toBeGreaterThan(1);
  vault.load.slowMs = 0;
  expect(target?.change).toMatchObject({ old_secret: 'old', secret: expect.stringMatching(/^\w{20}$/) });
  // What was proven becomes current also while the vault is not to be had.
  vault.behave('sealed');
  await holding(target ? [target] : [], 'new');
  await ended(run);
  vault.behave('usual');
  expect(await secretOf(account)).toBe(target?.change?.secret);
  const [old, fresh, current] = await held();
  expect([old, fresh].map(isElsewhere)).toEqual([true, true]);
  expect(current).toBe(fresh);
  await isChosen(false);
  for (const to of ['database', 'vault', 'database'] as const) {
    await moveSecrets(to, { db: unhurried, keyValue: keyValueAt(vaultPlaceOf(settings)) });
    expect((await held()).map(isElsewhere)).toEqual(Array(3).fill(to === 'vault'));
    const shown = bodyOf(await inventory.admin.get(`${records}${(await recordsOf(run))[0]?.id}/secret/`));
    expect(shown).toMatchObject({ old_secret: 'old', new_secret: target?.change?.secret });
  }
});

/** How long the proof may take. */
const proofMs = proofSize({ small: 300_000, whole: 7_200_000 });

test(
  'whatever dies between, no account is left without a working secret that is known',
  async () => {
    const names = Array.from({ length: proofSize({ small: 40, whole: 1_000 }) }, (_, index) => `u${index}`);
    const asset = await hostWith([]);
    for (let at = 0; at < names.length; at += 50) {
      const some = names.slice(at, at + 50).map((username) => ({ ...user(username), asset }));
      expect((await inventory.admin.post('/api/v1/accounts/accounts/', some)).status).toBe(201);
    }
    /** What the machine accepts. */
    const accepted = new Map(names.map((name) => [name, 'old']));
    let process = 0;
    const next = (): string => new Date(Date.parse(started) + process * 1000).toISOString();
    const truth = ({ change }: Target): HeldSecret | null =>
      accepted.get(change?.username ?? '') === change?.secret ? 'new' : 'old';
    /** What may happen to a target. */
    const faults = [
      'none',
      'unchanged',
      'silent',
      'silentUnchanged',
      'unknown',
      'lost',
      'lostUnchanged',
    ] as const;
    const carry = async (targets: readonly Target[]): Promise<void> => {
      for (const [index, target] of targets.entries()) {
        const fault = faults[index % faults.length] ?? 'none';
        const { operation, change } = target;
        if (operation.kind === 'change_secret' && !/nchanged/.test(fault))
          accepted.set(change?.username ?? '', change?.secret ?? '');
        if (fault === 'none' || fault === 'unchanged') await holding([target, target], truth(target));
        if (fault === 'unknown') await holding([target], null);
        if (/lost/.test(fault)) await report([target], { status: 'timeout', holds: null });
      }
      // The process that held the other targets is gone, and a new one starts.
      process += 1;
    };
    const drain = async (run: string): Promise<void> => {
      await expect
        .poll(
          async () => {
            await carry(await take(21, scene.runner(), next()));
            return (await scene.runOf(run))?.state;
          },
          { timeout: proofMs },
        )
        .not.toMatch(/queued|running/);
    };
    const spread = { accounts: names.slice(0, 200), assets: [asset] };
    const parts = Array.from({ length: Math.ceil(names.length / 200) }, (_, at) =>
      names.slice(at * 200, at * 200 + 200),
    );
    for (const accounts of parts) await drain(await start(await planFor([asset], { ...spread, accounts })));
    for (let round = 0; round < names.length; round += 1) {
      const run = await search();
      await drain(run);
      const { rows } = await inventory.pool.query(
        "select 1 from accounts_changesecretrecord where status = 'pending' limit 1",
      );
      if (rows.length === 0) break;
    }
    const { rows } = await inventory.pool.query(
      'select status, count(*)::int as count from accounts_changesecretrecord group by status',
    );
    expect(rows.map(({ status }) => status).toSorted()).toEqual(['failed', 'success']);
    for (const { id, username } of await scene.accountsOf(asset))
      if (accepted.has(username))
        expect([username, await secretOf(id)]).toEqual([username, accepted.get(username)]);
  },
  proofMs,
);

test('a plan is refused without accounts, assets or a secret, and its secret is never shown', async () => {
  const asset = await hostWith(['app']);
  const facts = {
    name: 'plan',
    accounts: ['app'],
    assets: [asset],
    secret_type: 'password',
    secret_strategy: 'specific',
  };
  const refused = async (body: Json, field: string) => {
    const answer = await inventory.admin.post(plans, { ...facts, secret: 'x', ...body });
    expect(answer).toMatchObject({ status: 400, json: { [field]: expect.anything() } });
  };
  await refused({ accounts: [] }, 'accounts');
  await refused({ assets: [] }, 'assets');
  await refused({ secret: '' }, 'secret');
  await refused({ secret_type: 'ssh_key' }, 'secret');
  await refused({ secret_type: 'token' }, 'secret_type');
  await refused({ secret: 'two\nlines' }, 'secret');
  await refused({ secret: 'é'.repeat(256) }, 'secret');
  const empty = { lowercase: false, uppercase: false, digit: true, exclude_symbols: '0123456789' };
  await refused({ secret_strategy: 'random', password_rules: empty }, 'password_rules');
  await refused({ params: { change_secret_posix: { home: "/home/it's" } } }, 'params');
  await refused({ params: { change_secret_posix: { nothing: 'x' } } }, 'params');
  await refused({ params: { push_account_posix: {} } }, 'params');
  await refused({ is_periodic: true, crontab: '*/5 * * * *' }, 'crontab');
  await refused({ is_periodic: true }, 'is_periodic');
  const made = await inventory.made(inventory.admin.post(plans, { ...facts, secret: 'Hidden-1' }));
  expect(JSON.stringify(bodyOf(await inventory.admin.get(`${plans}${made.id}/`)))).not.toContain('Hidden-1');
  const viewer = inventory.as({
    permissions: ['accounts.view_changesecretautomation', 'accounts.view_changesecretrecord'],
  });
  expect((await viewer.post(runs, { automation: made.id })).status).toBe(403);
  expect((await inventory.other.post(runs, { automation: made.id })).status).toBe(404);
});

test('the assets and nodes of a plan have addresses of their own, and it keeps at least one of them', async () => {
  const [one, two] = [await hostWith([]), await hostWith([])];
  const node = await inventory.node('/DEFAULT/of a plan');
  const plan = await planFor([one]);
  const at = (path: string) => `/api/v1/accounts/change-secret/${plan.id}/${path}`;
  const made = { status: 200, json: { msg: 'ok' } };
  expect(await inventory.admin.patch(at('asset/add/'), { assets: [two, { pk: one }] })).toMatchObject(made);
  const named = bodyOf<{ id: string; assets: string[] }>(await inventory.admin.get(at('asset/remove/')));
  expect([named.id, named.assets.toSorted()]).toEqual([plan.id, [one, two].toSorted()]);
  expect(
    bodyOf<Json[]>(await inventory.admin.get(at('assets/')))
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual([one, two].toSorted());
  expect(await inventory.admin.put(at('nodes/?action=add'), { nodes: [node.id] })).toMatchObject(made);
  expect(bodyOf(await inventory.admin.get(at('nodes/')))).toEqual({ id: plan.id, nodes: [node.id] });
  expect(await inventory.admin.put(at('asset/remove/'), { assets: [one, two] })).toMatchObject(made);
  const refused = { status: 400, json: { assets: expect.anything() } };
  expect(await inventory.admin.put(at('nodes/?action=remove'), { nodes: [node.id] })).toMatchObject(refused);
  expect(await inventory.admin.patch(at('asset/add/'), { assets: [crypto.randomUUID()] })).toMatchObject(
    refused,
  );
  const noAction = { status: 400, json: { action: expect.anything() } };
  expect(await inventory.admin.patch(at('nodes/'), { nodes: [] })).toMatchObject(noAction);
  expect((await inventory.other.patch(at('asset/add/'), { assets: [] })).status).toBe(404);
  const viewer = inventory.as({ permissions: ['accounts.view_changesecretautomation'] });
  expect((await viewer.get(at('asset/add/'))).status).toBe(403);
  expect((await viewer.get(at('assets/'))).status).toBe(403);
});

test('what a machine would not take is told on the record, and not sent', async () => {
  const unfit = { ...user('-app'), name: 'unfit' };
  const asset = await hostWith(['app'], { accounts: [root, user('app'), unfit] });
  const automation = { ansible_enabled: true, change_secret_enabled: true };
  const platform = await inventory.made(
    inventory.admin.post('/api/v1/assets/platforms/', {
      ...{
        name: 'by-rdp',
        category: 'host',
        type: 'linux',
        protocols: [{ name: 'ssh', port: 22 }],
        automation,
      },
    }),
  );
  // As platforms of earlier versions name it; it is no choice any more.
  await inventory.pool.query('update assets_platform set automation = automation || $2 where id = $1', [
    platform.id,
    { change_secret_method: 'change_secret_windows_rdp_verify' },
  ]);
  const method = await hostWith(['web'], { platform: platform.id });
  const run = await start(await planFor([asset, method], { accounts: ['app', 'web', '-app'] }));
  const targets = await takeAll(1);
  expect(targets.map(({ change }) => change?.username)).toEqual(['app']);
  await holding(targets, 'new');
  await ended(run);
  const told = (await recordsOf(run)).map(({ account, status, error }) => [account.username, status, error]);
  expect(told.toSorted()).toEqual([
    ['-app', 'failed', expect.stringContaining('characters')],
    ['app', 'success', ''],
    ['web', 'failed', expect.stringContaining('change_secret_windows_rdp_verify')],
  ]);
});
