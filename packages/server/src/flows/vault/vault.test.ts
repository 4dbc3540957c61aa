import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { startVaultServer, type VaultServer } from '../../../test/servers/vaultServer.ts';
import { underNewestKey } from '../../engine/undo/restore.ts';
import { syncVaultJob } from '../../jobs/syncVault.ts';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault } from '../../platform/crypto/vault.ts';
import { cipherOf, createSecretStore, isElsewhere } from '../../platform/secretStore/secretStore.ts';

const accounts = '/api/v1/accounts/accounts/';
const templates = '/api/v1/accounts/account-templates/';
const secrets = '/api/v1/accounts/account-secrets/';
const panel = '/api/v1/settings/setting/?category=vault';
const testing = '/api/v1/settings/vault/testing/';

let inventory: Inventory;
let vault: VaultServer;
let asset: string;
beforeAll(async () => {
  vault = await startVaultServer();
  inventory = await startInventory({ GATEHOUSE_VAULT_ENABLED: '1' });
  const { admin, services } = inventory;
  await services.settings.set({ SECURITY_VIEW_AUTH_NEED_MFA: false }, services.db);
  const saved = await admin.patch(panel, { VAULT_HCP_HOST: vault.url, VAULT_HCP_TOKEN: vault.token });
  expect(saved.status).toBe(200);
  expect(saved.text).not.toContain(vault.token);
  asset = (await inventory.host()).id;
});
afterAll(async () => {
  await inventory.services.jobs.close(1_000);
  await inventory.stop();
  await vault.stop();
});
beforeEach(() => vault.behave('usual'));

let count = 0;
const account = (body: Json = {}) => {
  count += 1;
  return inventory.made(
    inventory.admin.post(accounts, { asset, username: `user-${count}`, secret: `hush-${count}`, ...body }),
  );
};
const held = async (id: string, table = 'accounts_account'): Promise<string | null> =>
  (await inventory.pool.query(`select secret from ${table} where id = $1`, [id])).rows[0]?.secret;
const shown = async (id: string): Promise<unknown> =>
  ((await inventory.admin.get(`${secrets}${id}/`)).json as Json).secret;
const inVault = () => JSON.stringify([...vault.entries.values()]);

test('the secret of an account lies in the vault, encrypted; its row has the key to it', async () => {
  const { id } = await account({ secret: 'only one knows' });
  const row = String(await held(id));
  expect(isElsewhere(row)).toBe(true);
  expect(vault.entries.has(`secrets/${cipherOf(row)}`)).toBe(true);
  expect(inVault()).not.toContain('only one knows');
  expect(await shown(id)).toBe('only one knows');
  const listed = (await inventory.admin.get(`${secrets}?id=${id}`)).json as Json[];
  expect(listed).toMatchObject([{ id, secret: 'only one knows' }]);
});

test('changed secrets go to the vault, with their history; the same one again is no change', async () => {
  const { id } = await account({ secret: 'first' });
  const change = (secret: string) => inventory.admin.patch(`${accounts}${id}/`, { secret });
  const before = await held(id);
  expect((await change('first')).status).toBe(200);
  expect(await held(id)).toBe(before);
  expect((await change('second')).status).toBe(200);
  expect(isElsewhere(await held(id))).toBe(true);
  expect(await shown(id)).toBe('second');
  const { results } = (await inventory.admin.get(`${secrets}${id}/histories/?limit=10`)).json as {
    results: Json[];
  };
  expect(results).toMatchObject([{ secret: 'first', version: 1 }]);
});

test('templates keep their secrets in the vault and give them to accounts, also generated ones', async () => {
  const { admin, made } = inventory;
  const template = await made(admin.post(templates, { name: 't1', username: 'root', secret: 'shared' }));
  expect(isElsewhere(await held(template.id, 'accounts_accounttemplate'))).toBe(true);
  const from = await account({ template: template.id, username: undefined, secret: undefined });
  expect(await shown(from.id)).toBe('shared');
  const random = { name: 't2', username: 'adm', secret_strategy: 'random' };
  const generator = await made(admin.post(templates, random));
  const generated = await account({ template: generator.id, username: undefined, secret: undefined });
  expect(isElsewhere(await held(generated.id))).toBe(true);
  expect(await shown(generated.id)).toMatch(/^\S{8,}$/);
  await admin.patch(`${templates}${template.id}/`, { secret: 'renewed' });
  await admin.patch(`${templates}${template.id}/sync-related-accounts/`, {});
  expect(await shown(from.id)).toBe('renewed');
});

const imported = async (action: 'create' | 'update', rows: Json[]) => {
  Object.assign(vault.load, { slowMs: 30, most: 0 });
  vault.reads.most = 0;
  const { status, text, json } = await inventory.admin.post(`${accounts}batch-import/`, { action, rows });
  vault.load.slowMs = 0;
  expect(status, text).toBe(200);
  return (json as unknown as { results: { id?: string; errors?: Json }[] }).results;
};

test('an import reads and writes its secrets in the vault a few at once; rows, secrets and errors keep their order', async () => {
  const named = (prefix: string, at: number) => ({
    asset,
    username: `${prefix}-${at}`,
    secret: `${prefix}${at}`,
  });
  const rows: Json[] = Array.from({ length: 20 }, (_, at) => named('bulk', at));
  rows[7] = { asset, username: 'broken', secret_type: 'ssh_key', secret: 'no key' };
  const made = await imported('create', rows);
  expect(vault.load.most).toBe(8);
  expect(made.map(({ id }) => Boolean(id))).toEqual(rows.map((_, at) => at !== 7));
  expect(made[7]?.errors).toHaveProperty('secret');
  const ids = made.flatMap(({ id }) => id ?? []);
  expect(await Promise.all(ids.map(shown))).toEqual(
    rows.flatMap(({ secret }, at) => (at === 7 ? [] : [secret])),
  );

  const changes: Json[] = ids.map((id, at) => ({ id, secret: `changed${at}` }));
  changes[3] = { id: '00000000-0000-4000-8000-000000000999', secret: 'x' };
  const changed = await imported('update', [...changes, { id: ids[0], secret: 'twice' }]);
  expect(vault.load.most).toBe(8);
  expect(vault.reads.most).toBeGreaterThan(1);
  expect(changed.map(({ id }) => Boolean(id))).toEqual([...ids.map((_, at) => at !== 3), true]);
  expect(await Promise.all(ids.slice(0, 5).map(shown))).toEqual([
    'twice',
    'changed1',
    'changed2',
    'bulk3',
    'changed4',
  ]);

  // Sealed behind the first ones: none of them is stored either.
  vault.whenWritten(() => vault.behave('sealed'));
  const late = Array.from({ length: 10 }, (_, at) => named('late', at));
  const refused = await imported('create', late);
  vault.whenWritten(() => undefined);
  expect(refused.map(({ errors }) => JSON.stringify(errors))).toEqual(
    late.map(() => expect.stringContaining('is sealed')),
  );
  const { rows: stored } = await inventory.pool.query(
    "select 1 from accounts_account where username like 'late-%'",
  );
  expect(stored).toEqual([]);
});

test('while the vault is sealed, a secret is neither written nor shown, and everything else works', async () => {
  const { admin, pool } = inventory;
  const { id } = await account({ secret: 'kept' });
  const rows = async () => (await pool.query('select count(*) from accounts_account')).rows[0]?.count;
  const [before, row] = [await rows(), await held(id)];
  vault.behave('sealed');
  const words = 'The vault with the secrets is sealed. Ask an administrator to unseal it.';
  const refused = await admin.post(accounts, { asset, username: 'new', secret: 'sesame' });
  expect([refused.status, refused.json]).toEqual([503, expect.objectContaining({ detail: words })]);
  expect((await admin.patch(`${accounts}${id}/`, { secret: 'sesame' })).status).toBe(503);
  expect((await admin.get(`${secrets}${id}/`)).status).toBe(503);
  expect((await admin.patch(`${accounts}${id}/`, { name: 'renamed' })).status).toBe(200);
  expect((await admin.get(`${accounts}${id}/`)).json).toMatchObject({ name: 'renamed', has_secret: true });
  expect([await rows(), await held(id)]).toEqual([before, row]);
  vault.behave('usual');
  expect(await shown(id)).toBe('kept');
});

test('a secret that the vault has lost is said to be lost, and can be set again', async () => {
  const { id } = await account();
  vault.entries.delete(`secrets/${cipherOf(String(await held(id)))}`);
  const answer = await inventory.admin.get(`${secrets}${id}/`);
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('no longer in the vault')]);
  expect((await inventory.admin.patch(`${accounts}${id}/`, { secret: 'again' })).status).toBe(200);
  expect(await shown(id)).toBe('again');
});

test('a new master key and an undo find the secrets in the vault', async () => {
  const { id } = await account({ secret: 'outlives keys' });
  const { settings } = inventory.services;
  const vaultOf = (...words: string[]) =>
    createVault({ keys: () => words.map((word) => masterKeyOf(word)), reread: () => undefined });
  const [used, next] = [
    'only-for-tests-only-for-tests-only-for-tests',
    'a-new-key-a-new-key-a-new-key-a-new',
  ];
  const row = String(await held(id));
  const renewed = String(underNewestKey(row, vaultOf(next, used)));
  expect(renewed).not.toBe(row);
  const [sealed] = await createSecretStore(settings).fetch([renewed]);
  expect(vaultOf(next).open(String(sealed))).toBe('outlives keys');
});

test('the test tries the values of the panel; a stored token goes to its own server only', async () => {
  const { admin } = inventory;
  const tried = async (body: Json) => {
    const { status, json, text } = await admin.post(testing, body);
    expect(text).not.toContain(vault.token);
    return [status, (json as Json).msg];
  };
  const size = vault.entries.size;
  expect(await tried({})).toEqual([200, 'The vault stored a text, returned it and removed it.']);
  expect(vault.entries.size).toBe(size);
  expect(await tried({ VAULT_HCP_MOUNT_POINT: 'other' })).toEqual([
    400,
    'The vault has no KV v2 engine at this mount point.',
  ]);
  const thief = await startVaultServer();
  expect((await tried({ VAULT_HCP_HOST: thief.url }))[0]).toBe(400);
  expect(thief.asked.map(({ token }) => token)).toEqual(['']);
  await thief.stop();
  vault.behave('read only');
  expect((await tried({}))[1]).toMatch(/^The vault refused the token/);
  vault.behave('sealed');
  expect((await tried({}))[1]).toMatch(/is sealed/);
});

test('others than administrators of the vault neither test nor move anything; no log has the token', async () => {
  const clerk = inventory.as({ permissions: ['settings.view_setting', 'settings.change_ops'] });
  for (const url of [testing, '/api/v1/settings/vault/sync/', panel]) {
    const answer = url === panel ? await clerk.get(url) : await clerk.post(url, {});
    expect(answer.status, url).toBe(403);
  }
  const { rows } = await inventory.pool.query<{ all: string }>(
    'select coalesce(string_agg(l::text, $1), $1) as all from audits_operatelog l',
    [' '],
  );
  expect(rows[0]?.all).toContain('Vault token');
  expect(rows[0]?.all).not.toContain(vault.token);
  expect((await inventory.admin.get(panel)).json).not.toHaveProperty('VAULT_HCP_TOKEN');
});

test('the move of secrets is a task; without a vault there is none', async () => {
  const sync = '/api/v1/settings/vault/sync/';
  const { admin, services, pool } = inventory;
  const job = syncVaultJob(services);
  await services.jobs.start([job], () => undefined);
  const name = 'moved';
  await services.settings.set({ VAULT_ENABLED: false }, services.db);
  await services.settings.reload();
  const { id } = await account({ name, username: name, secret: 'in a row' });
  expect(isElsewhere(await held(id))).toBe(false);
  await pool.query("delete from settings_setting where name = 'VAULT_ENABLED'");
  await services.settings.reload();
  const ann = inventory.as({ superuser: true, id: await estateOf(pool).user('ann'), username: 'ann' });
  const started = await ann.post(sync, {});
  expect(started.status).toBe(201);
  const { task } = started.json as unknown as { task: string };
  const { rows } = await pool.query('select name, created_by from ops_celerytaskexecution where id = $1', [
    task,
  ]);
  expect(rows).toEqual([{ name: 'sync_vault', created_by: 'ann(ann)' }]);
  const told: (string | number)[] = [];
  const tell = (what: string | number) => void told.push(what);
  const { signal } = new AbortController();
  await job.handle({}, { id: task, attempt: 0, signal, progress: tell, log: tell });
  expect(told.at(-1)).toMatch(/^moved: \d+$/);
  const counted = await pool.query(
    'select rows_total::int, rows_done::int from ops_celerytaskexecution where id = $1',
    [task],
  );
  expect(counted.rows[0].rows_done).toBeGreaterThan(0);
  expect(counted.rows[0].rows_done).toBe(counted.rows[0].rows_total);
  // The user who started it follows it among their own work.
  expect((await ann.call('GET /api/v1/ops/own-runs/')).json[0]).toMatchObject({
    ...{ id: task, name: 'sync_vault', title: 'Secrets to the vault', unit: 'secrets' },
    done: counted.rows[0].rows_done,
  });
  expect(isElsewhere(await held(id))).toBe(true);
  expect(await shown(id)).toBe('in a row');
  vault.behave('sealed');
  expect((await admin.post(sync, {})).json).toMatchObject({ msg: expect.stringContaining('sealed') });
  await services.settings.set({ VAULT_ENABLED: false }, services.db);
  await services.settings.reload();
  for (const url of [sync, testing])
    expect([(await admin.post(url, {})).status, (await admin.post(url, {})).text]).toEqual([
      400,
      expect.stringContaining('GATEHOUSE_VAULT_ENABLED=1'),
    ]);
  await pool.query("delete from settings_setting where name = 'VAULT_ENABLED'");
  await services.settings.reload();
  expect(services.settings.get('VAULT_ENABLED')).toBe(true);
});
