import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Inventory, startInventory } from '../../../test/inventory.ts';
import { startVaultServer, type VaultMood, type VaultServer } from '../../../test/servers/vaultServer.ts';

const panel = '/api/v1/settings/setting/?category=vault';
const testing = '/api/v1/settings/vault/testing/';
const other = 'hvs.another-token-of-nobody';

let vault: VaultServer;
let inventory: Inventory;
let asset: string;
const lines: string[] = [];
beforeAll(async () => {
  vault = await startVaultServer();
  inventory = await startInventory(
    { GATEHOUSE_VAULT_ENABLED: '1' },
    { log: (line) => void lines.push(line) },
  );
  const saved = await inventory.admin.patch(panel, {
    VAULT_HCP_HOST: vault.url,
    VAULT_HCP_TOKEN: vault.token,
  });
  expect(saved.status, saved.text).toBe(200);
  asset = (await inventory.host()).id;
});
afterAll(async () => {
  await inventory.services.jobs.close(1_000);
  await inventory.stop();
  await vault.stop();
});

/** What the answer and the log of a deed say. */
const toldBy = async (deed: () => Promise<{ status: number; text: string }>) => {
  lines.length = 0;
  const { status, text } = await deed();
  return { status, told: [text, ...lines].join('\n') };
};

test.each(['usual', 'sealed', 'broken', 'moved', 'read only', 'babbling'] satisfies VaultMood[])(
  'neither answer nor log says a token or a secret while the vault is %s',
  async (mood) => {
    vault.behave(mood);
    const secret = `hush of ${mood}`;
    const deeds = [
      () => inventory.admin.post(testing, {}),
      () => inventory.admin.post(testing, { VAULT_HCP_TOKEN: other }),
      () => inventory.admin.post(testing, { VAULT_HCP_HOST: 'http://127.0.0.1:1', VAULT_HCP_TOKEN: other }),
      () =>
        inventory.admin.post(testing, { VAULT_HCP_HOST: 'http://169.254.169.254', VAULT_HCP_TOKEN: other }),
      () => inventory.admin.post(testing, { VAULT_HCP_HOST: `http://u:${other}@127.0.0.1:1` }),
      () => inventory.admin.post('/api/v1/accounts/accounts/', { asset, name: mood, username: mood, secret }),
    ];
    for (const deed of deeds) {
      const { status, told } = await toldBy(deed);
      expect(status).toBeGreaterThanOrEqual(200);
      for (const hidden of [vault.token, other, secret]) expect(told).not.toContain(hidden);
    }
    vault.behave('usual');
    inventory.app.log.error({ err: new Error('heard') }, 'and heard');
    expect(lines.join()).toContain('heard');
  },
);

test.each(['metadata.google.internal', '[::ffff:169.254.169.254]', '2852039166', '0.0.0.0'])(
  'a vault at %s is not asked, and gets no token',
  async (host) => {
    const { status, told } = await toldBy(() =>
      inventory.admin.post(testing, { VAULT_HCP_HOST: `http://${host}`, VAULT_HCP_TOKEN: other }),
    );
    expect([status, told.includes(other)]).toEqual([400, false]);
  },
);
