import type { HeldSecret, Target } from '@gatehouse/contract/wire/machineWork.ts';
import { beforeAll, beforeEach, expect } from 'vitest';
import { secretSearch } from '../../src/flows/changeSecret/planRuns.ts';
import type { ChangeDeps } from '../../src/flows/changeSecret/runChange.ts';
import { mailFrameOf } from '../../src/flows/notifications/messageSettings.ts';
import { changeSecretJobs } from '../../src/jobs/changeSecrets.ts';
import type { Job } from '../../src/platform/jobs/defineJob.ts';
import { bodyOf, type Inventory, type Json } from '../inventory.ts';
import { machineScene, root } from './machineScene.ts';

export const plans = '/api/v1/accounts/change-secret-automations/';
export const runs = '/api/v1/accounts/change-secret-executions/';
export const records = '/api/v1/accounts/change-secret-records/';

export type Plan = Json & { id: string };
export type ChangeRecord = {
  id: string;
  account: { id: string; username: string };
  status: string;
  error: string;
};

/** An account of these tests. */
export const user = (username: string) => ({
  name: username,
  username,
  secret_type: 'password',
  secret: 'old',
});

const failed = { error: { key: 'machine_broke_off', params: { address: '10.0.0.1', port: 22 } } };

/** An installation that changes secrets, with the test playing the runner. */
export const changeScene = (more: (deps: ChangeDeps) => Job[] = () => []) => {
  let inventory: Inventory;
  const scene = machineScene((services, pace) => {
    const deps = { ...services, db: services.unhurried, pace, frameOf: () => mailFrameOf(services) };
    return [...changeSecretJobs(deps), ...more(deps)];
  });
  beforeAll(() => {
    inventory = scene.inventory();
  });
  beforeEach(async () => {
    await inventory.pool.query('delete from accounts_changesecretrecord');
  });
  const start = async ({ id }: Plan): Promise<string> =>
    scene.taskOf(inventory.admin.post(runs, { automation: id }));
  const recordsOf = async (execution?: string): Promise<ChangeRecord[]> =>
    bodyOf(await inventory.admin.get(`${records}${execution ? `?execution_id=${execution}` : ''}`)) as never;
  /** Trusts a host key of an asset, as of a machine that was reached before. */
  const trusted = (asset: string, fingerprint = 'SHA256:known') =>
    inventory.pool.query(
      `insert into terminal_hostkey (org_id, asset, address, port, key_type, fingerprint, key, is_active, date_accepted, date_created, comment)
        select org_id, id, address, 22, 'ssh-ed25519', $2, 'AAAA', true, now(), now(), '' from assets_asset where id = $1`,
      [asset, fingerprint],
    );
  return {
    ...scene,
    hostWith: async (usernames: readonly string[], more: Json = {}) => {
      const host = await scene.machine({ accounts: [root, ...usernames.map(user)], ...more });
      await trusted(host.id);
      return host.id;
    },
    trusted,
    planFor: (assets: readonly string[], body: Json = {}): Promise<Plan> =>
      inventory.made(
        inventory.admin.post(plans, {
          ...{
            name: `plan ${crypto.randomUUID()}`,
            accounts: ['app', 'web'],
            assets,
            secret_type: 'password',
          },
          ...{ secret_strategy: 'random', password_rules: { length: 20, symbol: false }, ...body },
        }),
      ) as Promise<Plan>,
    start,
    stop: async (run: string): Promise<void> => {
      expect((await inventory.admin.post(`${runs}${run}/stop/`, {})).status).toBeLessThan(300);
      await scene.ended(run);
    },
    recordsOf,
    statusOf: async (run: string) => (await recordsOf(run))[0]?.status,
    secretOf: async (account: string): Promise<string> =>
      bodyOf<{ secret: string }>(await inventory.admin.get(`/api/v1/accounts/account-secrets/${account}/`))
        .secret,
    accountOf: async (asset: string, username: string): Promise<string> =>
      (await scene.accountsOf(asset)).find((row) => row.username === username)?.id ?? '',
    holding: (targets: readonly Target[], holds: HeldSecret | null) =>
      scene.report(targets, { holds, status: holds === 'new' ? 'ok' : 'failed', ...failed }),
    /** Makes changes with an unknown outcome due for the search now. */
    search: async (): Promise<string> => {
      await inventory.pool.query(
        "update accounts_changesecretrecord set date_next = now() where status = 'pending' and date_next is not null",
      );
      const id = await inventory.services.jobs.enqueue(secretSearch, {}, { db: inventory.services.db });
      return String(id);
    },
  };
};
