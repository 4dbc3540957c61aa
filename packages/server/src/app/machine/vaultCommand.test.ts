import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { runProgram } from '../../../test/servers/serverProcess.ts';
import { startVaultServer, type VaultServer } from '../../../test/servers/vaultServer.ts';
import { countSecrets, moveSecrets } from '../../flows/vault/moveSecrets.ts';
import { keyValueAt } from '../../platform/secretStore/keyValue.ts';
import { vaultPlaceOf } from '../../platform/secretStore/secretStore.ts';
import { vaultCommand } from './vaultCommand.ts';

/** Accounts, each with a secret in its row and in its history. */
const many = 450;
const on = { GATEHOUSE_VAULT_ENABLED: '1' };

let inventory: Inventory;
let vault: VaultServer;
const plainOf = (number: number) => `hush-${number}`;
beforeAll(async () => {
  vault = await startVaultServer();
  inventory = await startInventory();
  const { admin, services } = inventory;
  const { db, settings } = services;
  await settings.set(
    {
      SECURITY_VIEW_AUTH_NEED_MFA: false,
      VAULT_HCP_HOST: vault.url,
      VAULT_HCP_TOKEN: vault.token,
    },
    db,
  );
  await settings.reload();
  const { id: asset } = await inventory.host();
  const accounts = Array.from({ length: many }, (_, number) => ({
    asset,
    username: `u${number}`,
    secret: plainOf(number),
  }));
  expect((await admin.post('/api/v1/accounts/accounts/', accounts)).status).toBe(201);
  await inventory.made(
    admin.post('/api/v1/accounts/account-templates/', { name: 't', username: 'root', secret: 'shared' }),
  );
});
afterAll(async () => {
  await inventory.stop();
  await vault.stop();
});
beforeEach(() => {
  vault.behave('usual');
  vault.whenWritten(() => undefined);
});

const total = 2 * many + 1;
const count = () => countSecrets(inventory.services.unhurried);
const keyValue = () => keyValueAt(vaultPlaceOf(inventory.services.settings));
const environment = () => ({
  GATEHOUSE_DATABASE_URL: inventory.services.config.GATEHOUSE_DATABASE_URL,
  GATEHOUSE_HOME: inventory.services.home,
  GATEHOUSE_SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
});

/** Every account shows its own secret. */
const everySecret = async () => {
  const url = '/api/v1/accounts/account-secrets/?limit=1000&fields=username,secret';
  const { results } = (await inventory.admin.get(url)).json as unknown as { results: Json[] };
  const own = results.filter(({ username }) => /^u\d+$/.test(String(username)));
  expect(own).toHaveLength(many);
  const wrong = own.filter(({ username, secret }) => secret !== plainOf(Number(String(username).slice(1))));
  expect(wrong).toEqual([]);
};

test('a move that is killed loses nothing and goes on when called again', async () => {
  const killed = runProgram('machine/vaultMain.ts', { ...environment(), ...on }, ['sync']);
  vault.whenWritten((entries) => {
    if (entries === 300) void killed.kill();
  });
  await killed.ended();
  const { vault: moved, database } = await count();
  expect(moved).toBeGreaterThan(0);
  expect(database).toBeGreaterThan(0);
  expect(moved + database).toBe(total);
  await everySecret();
  const again = runProgram('machine/vaultMain.ts', { ...environment(), ...on }, ['sync']);
  expect(await again.ended(), again.output()).toBe(0);
  expect(again.output()).toContain(`${database} secrets moved to the vault`);
  expect(again.output()).not.toContain(vault.token);
  expect(await count()).toEqual({ vault: total, database: 0 });
  await everySecret();
});

test('the way back is refused while new secrets go to the vault, and brings every secret back', async () => {
  const against = runProgram('machine/vaultMain.ts', { ...environment(), ...on }, ['back']);
  expect(await against.ended()).not.toBe(0);
  expect(against.output()).toContain('without GATEHOUSE_VAULT_ENABLED');
  const said: string[] = [];
  const command = (...args: string[]) =>
    vaultCommand(args, inventory.services, (line) => void said.push(line));
  vault.behave('sealed');
  await expect(command('back')).rejects.toThrow('The vault with the secrets is sealed.');
  vault.behave('usual');
  expect(await count()).toEqual({ vault: total, database: 0 });
  await command('back');
  await command('status');
  expect(said.slice(-3)).toEqual([
    `${total} secrets moved to the database`,
    'new secrets go to the database',
    `0 secrets in the vault, ${total} secrets in the database`,
  ]);
  const asked = vault.asked.length;
  await everySecret();
  expect(vault.asked).toHaveLength(asked);
  await expect(command('sync')).rejects.toThrow('with GATEHOUSE_VAULT_ENABLED=1');
  await expect(command('elsewhere')).rejects.toThrow('Use npm run vault');
});

test('a move stops when asked to, tells how far it is, and leaves what changed meanwhile alone', async () => {
  const { unhurried: db, vault: sealer } = inventory.services;
  const stop = new AbortController();
  const told: number[] = [];
  const progress = (moved: number, total: number) => {
    const percent = (100 * moved) / total;
    told.push(percent);
    stop.abort();
  };
  const stopped = moveSecrets('vault', { db, keyValue: keyValue(), signal: stop.signal, progress });
  await expect(stopped).rejects.toThrow('abort');
  expect(told).toHaveLength(1);
  expect((await count()).vault).toBe(200);
  const newer = sealer.seal('newer');
  const id = String(
    (
      await inventory.pool.query(
        `select id from accounts_account where length(split_part(secret, '.', 4)) > 36 order by id limit 1`,
      )
    ).rows[0]?.id,
  );
  let isChanged: Promise<unknown> | undefined;
  vault.whenWritten(() => {
    isChanged ??= inventory.pool.query('update accounts_account set secret = $1 where id = $2', [newer, id]);
  });
  await moveSecrets('vault', { db, keyValue: keyValue() });
  await isChanged;
  expect(await count()).toEqual({ vault: total, database: 0 });
  const shown = await inventory.admin.get(`/api/v1/accounts/account-secrets/${id}/`);
  expect(shown.json).toMatchObject({ secret: 'newer' });
});
