import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { expect, onTestFinished } from 'vitest';
import { startSshd } from '../../../../gateway/test/sshd.ts';
import { estateOf } from '../../estate.ts';
import { callAs } from '../../servers/installation.ts';
import type { Step } from '../secrets/faults.ts';
import type { Call, Watch } from '../secrets/line.ts';
import { machinePrograms, startModelMachine } from '../secrets/modelMachine.ts';
import { startSecretPrograms } from '../secrets/secretPrograms.ts';

/** How long what a killed program left behind may take, on a busy machine, in milliseconds. */
export const patience = { timeout: 120_000, interval: 50 };

/** Where something happens between runner and server. */
type Moment = { when: keyof Watch; is: (call: Call) => boolean };

const rootSecret = 'Sesame-1';

/** Both machines: a real OpenSSH server, and one whose steps the test sees. */
const startMachines = async (reached: (step: Step) => Promise<void>) => {
  const sshd = await startSshd(await mkdtemp(join(tmpdir(), 'gatehouse-work-')), 'ed25519', {
    anyCommand: true,
  });
  onTestFinished(sshd.stop);
  const model = await startModelMachine(
    { account: 'app', secret: 'old-1', root: rootSecret, folder: machinePrograms() },
    (_account, step) => reached(step),
  );
  return { sshd, model };
};

/** A server and a runner with two machines, an administrator, and a second person. */
export const startScene = async () => {
  const watch: Partial<Watch> = {};
  const programs = await startSecretPrograms({
    sent: async (call) => watch.sent?.(call),
    answered: async (call) => watch.answered?.(call),
  });
  const { pool, call, server } = programs;
  let atStep: { step: Step; kill: () => Promise<void> } | undefined;
  const { sshd, model } = await startMachines(async (step) => {
    if (step !== atStep?.step) return;
    const { kill } = atStep;
    atStep = undefined;
    await kill();
  });
  const estate = estateOf(pool);
  const boss = await estate.user('boss');
  const role = { role: builtinRoles.orgAdmin.id, scope: 'org', org: DEFAULT_ORG_ID };
  await estate.insert('rbac_rolebinding', { user: boss, ...role });
  const asBoss = await callAs('boss', pool);
  const made = async (path: string, body: object): Promise<string> => {
    const answer = await call('POST', path, body);
    expect([200, 201], answer.text).toContain(answer.status);
    return (answer.json as { id: string }).id;
  };
  const { rows } = await pool.query<{ linux: number; admin: string }>(
    `select (select id::int from assets_platform where name = 'Linux') as linux, id::text as admin
      from users_user where username = 'admin'`,
  );
  const { linux = 0, admin = '' } = rows[0] ?? {};
  const host = (name: string, port: number, accounts: object[]) =>
    made('/api/v1/assets/hosts/', {
      ...{ name, address: '127.0.0.1', platform: linux, protocols: [{ name: 'ssh', port }] },
      accounts,
    });
  const { username, privateKey: secret } = sshd;
  const key = { name: username, username, secret_type: 'ssh_key', secret, privileged: true };
  const real = await host('real', sshd.port, [key]);
  const root = { name: 'root', username: 'root', secret_type: 'password', secret: rootSecret };
  const app = { name: 'app', username: 'app', secret_type: 'password', secret: 'old-1' };
  const played = await host('played', model.relay.port, [{ ...root, privileged: true }, app]);
  await made('/api/v1/perms/asset-permissions/', {
    ...{ name: 'both', users: [admin, boss], assets: [real, played], accounts: ['@ALL'] },
    actions: ['connect', 'upload'],
  });
  await programs.runner.start();
  /** Resolves once a program was killed at a moment. */
  const killedAt = (name: 'server' | 'runner', { when, is }: Moment): Promise<void> =>
    new Promise((resolve) => {
      watch[when] = async (told) => {
        if (!is(told)) return undefined;
        delete watch[when];
        await programs[name].kill();
        resolve();
        return undefined;
      };
    });
  return {
    ...{ programs, pool, call, sshd, model, real, played, made, killedAt },
    asBoss: (method: string, path: string, body?: object) => asBoss(server, method, path, body),
    /** Resolves once the runner was killed as the played machine had come to a step. */
    runnerKilledAt: (step: Step): Promise<void> =>
      new Promise((resolve) => {
        atStep = { step, kill: () => programs.runner.kill().then(resolve) };
      }),
    /** How the log of jobs tells that a run ended; undefined while it goes on. */
    loggedEnd: async (run: string): Promise<boolean | undefined> => {
      const found = await pool.query('select is_finished, is_success from audits_joblog where id = $1', [
        run,
      ]);
      return found.rows[0]?.is_finished ? Boolean(found.rows[0].is_success) : undefined;
    },
  };
};
export type Scene = Awaited<ReturnType<typeof startScene>>;

const runs = '/api/v1/ops/job-executions/';

type Facts = { status: string; hosts: { state: string }[] };

/** A run as its page tells it. */
export const factsOf = async (run: string, { call }: Pick<Scene, 'call'>): Promise<Facts> =>
  (await call('GET', `${runs}${run}/hosts/`)).json;

/** A run once it has ended. */
export const endedRun = async (run: string, scene: Scene): Promise<Facts> => {
  await expect.poll(() => scene.loggedEnd(run), patience).toBeDefined();
  return factsOf(run, scene);
};

/** Runs again where a run failed; returns the new run. */
export const runAgain = async (run: string, { call }: Scene): Promise<string> => {
  const answer = await call('POST', `${runs}${run}/rerun/`);
  expect(answer.status, answer.text).toBe(201);
  return (answer.json as { task_id: string }).task_id;
};
