import { expect } from 'vitest';
import { cipherOf, isElsewhere } from '../../../packages/server/src/platform/secretStore/secretStore.ts';
import type { Estate } from '../../fixtures/estate.ts';
import type { Sshd } from '../../fixtures/sshd.ts';
import type { Office } from './office.ts';
import { panelAt } from './panelAt.ts';

const hosts = ['quay-1', 'quay-2', 'quay-3'];
/** Secrets in the database, of accounts that the operator uses, before the vault is switched on in the environment. */
export const switchOnVault = async (
  estate: Estate,
  machine: Sshd,
  environment: NodeJS.ProcessEnv,
): Promise<void> => {
  for (const name of hosts) {
    const host = await estate.host(name, machine.port);
    await estate.account(host, machine);
    await estate.grant(name, [host]);
  }
  const template = { name: 'crane', username: 'crane', secret: 'crane-secret' };
  await estate.create('/api/v1/accounts/account-templates/', template);
  environment.GATEHOUSE_VAULT_ENABLED = '1';
  await estate.gatehouse.stop();
  await estate.gatehouse.start();
};

/** What the rows of accounts, templates and past secrets hold. */
const heldIn = async ({ query }: Estate): Promise<string[]> => {
  const rows = await query<{ secret: string }>(
    `select secret from accounts_account union all select secret from accounts_accounttemplate
      union all select secret from accounts_historicalaccount`,
  );
  return rows.map(({ secret }) => secret);
};

/** The vault is set up and tried; the secrets move to it while the administrator watches, and go on opening sessions. */
export const moveSecrets = async ({ desk, vault, estate }: Office): Promise<void> => {
  const panel = panelAt(desk);
  await panel.open('features#Vault');
  await panel.fill({
    'Vault server': vault.url,
    'Vault token': vault.token,
    'Versions kept per account': '7',
  });
  await panel.button('Test').click();
  await desk.getByText('The vault stored a text, returned it and removed it.').waitFor();
  expect(vault.entries.size).toBe(0);
  await panel.save();
  await panel.keeps({ 'Vault server': vault.url, 'Versions kept per account': '7' });
  const before = await heldIn(estate);
  expect(before.filter(isElsewhere)).toEqual([]);

  // The next after those of the accounts waits until the page has shown how far it got.
  const { promise: isSeen, resolve: goOn } = Promise.withResolvers<void>();
  vault.whenWritten((count) => (count > hosts.length ? isSeen : undefined));
  await panel.button('Sync').click();
  const drawer = desk.getByRole('dialog', { name: 'Your tasks' });
  await drawer.getByText('Secrets to the vault').waitFor();
  await drawer.getByText(`${hosts.length} of ${before.length} secrets`).waitFor();
  goOn();
  await drawer.getByText('Done', { exact: true }).waitFor();
  await desk.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });

  const after = await heldIn(estate);
  expect(after.map((held) => [isElsewhere(held), vault.entries.has(`secrets/${cipherOf(held)}`)])).toEqual(
    before.map(() => [true, true]),
  );
  const [host] = hosts;
  const [asset] = await estate.query<{ id: string }>(
    'select id::text as id from assets_asset where name = $1',
    [host],
  );
  const terminal = await estate.connect({ asset: asset?.id ?? '', account: 'deploy' });
  await terminal.opened();
  terminal.type('echo from-$((40 + 2))\r');
  await terminal.see('from-42');
  terminal.close();
};
