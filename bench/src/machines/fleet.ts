import { setTimeout as sleep } from 'node:timers/promises';
import { fill, type Installation } from '../installation.ts';
import type { Hosts } from './hosts.ts';

const lookMs = 50;

type Run = { state: { value: string }; error?: string; log?: string };
type Answer = Record<string, unknown>;

/** Hosts as assets of an installation, and work on them. */
export const openFleet = async ({ admin }: Installation, hosts: Hosts) => {
  const posted = async (path: string, body: object): Promise<Answer> => {
    const answer = await admin.call('POST', path, body);
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${answer.text.slice(0, 600)}`);
    return answer.body;
  };
  const me = await admin.call<{ id: string }>('GET', '/api/v1/users/profile/');
  const add = async (name: string, many: number): Promise<string[]> => {
    const assets = await fill(admin, '/api/v1/assets/hosts/', many, (at) => ({
      name: `${name}-${at}`,
      address: hosts.addresses[at % hosts.addresses.length],
      platform: 1,
      protocols: [{ name: 'ssh', port: hosts.port }],
    }));
    // Afterwards: assets that are created with accounts are examined at once.
    await fill(admin, '/api/v1/accounts/accounts/', many, (at) => ({
      ...{ name: hosts.username, username: hosts.username, asset: assets[at] },
      ...{ secret_type: 'ssh_key', secret: hosts.privateKey, privileged: true },
    }));
    await posted('/api/v1/perms/asset-permissions/', {
      ...{ name, users: [me.body.id], assets, accounts: ['@ALL'], actions: ['connect'] },
    });
    return assets;
  };
  /** Waits until a background task has done all its work. */
  const done = async (task: unknown): Promise<void> => {
    for (;;) {
      const { body } = await admin.call<Run>('GET', `/api/v1/ops/task-executions/${String(task)}/`);
      if (body.state.value === 'done') return;
      if (!/queued|running/.test(body.state.value))
        throw new Error(`${body.error}\n${body.log?.slice(-2_000)}`);
      await sleep(lookMs);
    }
  };
  return {
    add,
    /** Runs a command on assets; fails unless it succeeds on each. */
    run: async (assets: readonly string[], command: string): Promise<void> => {
      const job = await posted('/api/v1/ops/jobs/', {
        ...{ args: command, assets, module: 'shell', instant: true, is_periodic: false, timeout: 600 },
        ...{ runas: hosts.username, runas_policy: 'skip' },
      });
      await done(job.task_id);
    },
    /** Reads the hardware and system of assets. */
    readFacts: async (assets: readonly string[]): Promise<void> => {
      await done((await posted('/api/v1/assets/assets/tasks/', { action: 'refresh', assets })).task);
    },
    /** Signs in as the accounts of assets. */
    verify: async (assets: readonly string[]): Promise<void> => {
      await done((await posted('/api/v1/accounts/accounts/tasks/', { action: 'verify', assets })).task);
    },
  };
};
