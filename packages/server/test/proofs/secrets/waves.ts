import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Machine } from './modelMachine.ts';
import type { SecretPrograms } from './secretPrograms.ts';

const base = '/api/v1/accounts';
/** How long a run may take, in milliseconds: its targets get two minutes, and some are given after others. */
const runMs = 600_000;
/** A script whose client is gone goes on for a moment. */
const lastMs = 500;
/** A search finds every secret of which a machine can be asked, unless something befalls it. */
const mostSearches = 20;

const made = async ({ call }: SecretPrograms, path: string, body: object): Promise<string> => {
  const answer = await call('POST', path, body);
  expect([200, 201], answer.text).toContain(answer.status);
  return (answer.json as { id: string }).id;
};

const createAssets = async (programs: SecretPrograms, machines: readonly Machine[]): Promise<string[]> => {
  const { rows } = await programs.pool.query("select id from assets_platform where name = 'Linux'");
  const assets: string[] = [];
  for (const { account, root, relay } of machines) {
    const password = { secret_type: 'password', is_active: true };
    const id = await made(programs, '/api/v1/assets/hosts/', {
      ...{ name: account, address: '127.0.0.1', platform: Number(rows[0]?.id) },
      protocols: [{ name: 'ssh', port: relay.port }],
      accounts: [
        { ...password, name: 'root', username: 'root', secret: root, privileged: true },
        { ...password, name: account, username: account, secret: 'old-1' },
      ],
    });
    assets.push(id);
  }
  return assets;
};

const runEnded = async (id: string, { pool }: SecretPrograms): Promise<void> => {
  const state = async () =>
    (await pool.query('select state from ops_celerytaskexecution where id = $1', [id])).rows[0]?.state;
  await expect.poll(state, { timeout: runMs, interval: 50 }).toMatch(/^(done|failed|stopped|interrupted)$/);
};

/** Usernames of the accounts whose changes are not settled. */
const doubtful = async ({ pool }: SecretPrograms): Promise<string[]> => {
  const { rows } = await pool.query(
    `select c.username from accounts_changesecretrecord r join accounts_account c on c.id = r.account
      where r.status = 'pending'`,
  );
  return rows.map(({ username }) => String(username));
};

/** Searches for the secrets of all changes that are not settled; resolves when the search has ended. */
const search = async ({ pool, queue }: SecretPrograms): Promise<void> => {
  // No runner is at work on them, and no machine either.
  await pool.query("update accounts_changesecretrecord set date_next = now() where status = 'pending'");
  await queue.send('find_secrets', {});
  const waits =
    "select 1 from pgboss.job where name = 'find_secrets' and state in ('created', 'retry', 'active')";
  await expect.poll(async () => (await pool.query(waits)).rowCount, { timeout: runMs, interval: 50 }).toBe(0);
};

/** What the API tells of the secret of an account: that which it has, and both of a change that is not settled. */
const knownOf = async (id: string, { pool, call }: SecretPrograms): Promise<string[]> => {
  const own = await call('GET', `${base}/account-secrets/${id}/`);
  expect(own.status, own.text).toBe(200);
  const known = [(own.json as { secret: string }).secret];
  const { rows } = await pool.query(
    "select id::text as id from accounts_changesecretrecord where account = $1 and status = 'pending'",
    [id],
  );
  for (const record of rows) {
    const both = await call('GET', `${base}/change-secret-records/${record.id}/secret/`);
    expect(both.status, both.text).toBe(200);
    const { old_secret, new_secret } = both.json as { old_secret: string; new_secret: string };
    known.push(old_secret, new_secret);
  }
  return known;
};

/** The accounts that none of the secrets opens that are known of them. */
const lostAmong = async (
  machines: readonly Machine[],
  ids: ReadonlyMap<string, string>,
  programs: SecretPrograms,
): Promise<string[]> => {
  const lost: string[] = [];
  for (const { account, accepts } of machines) {
    let works = false;
    for (const secret of await knownOf(ids.get(account) ?? '', programs)) works ||= await accepts(secret);
    if (!works) lost.push(account);
  }
  return lost;
};

type Options = {
  machines: readonly Machine[];
  /** Resolves when everything runs again, and no machine is at work. */
  quiet: () => Promise<void>;
  /** Told of the accounts whose changes are looked for. */
  searching: (accounts: string[]) => void;
};

/** Waves of changes: one of the secret of every account, and searches until each is settled. */
export const createWaves = async (programs: SecretPrograms, { machines, quiet, searching }: Options) => {
  const { pool, call } = programs;
  const assets = await createAssets(programs, machines);
  const plan = await made(programs, `${base}/change-secret-automations/`, {
    ...{ name: 'waves', accounts: machines.map(({ account }) => account), assets },
    ...{ secret_type: 'password', secret_strategy: 'random' },
    password_rules: { length: 20, symbol: false },
  });
  await programs.runner.start();
  const { rows } = await pool.query('select id::text as id, username from accounts_account');
  const ids = new Map(rows.map(({ id, username }) => [String(username), String(id)]));
  let [searches, failed] = [0, 0];
  const settled = async () => {
    await quiet();
    await sleep(lastMs);
  };
  const settleAll = async (): Promise<void> => {
    for (let times = 0; ; times += 1) {
      const doubts = await doubtful(programs);
      if (doubts.length === 0) return;
      expect(times).toBeLessThan(mostSearches);
      searching(doubts);
      for (const machine of machines) machine.begin('search');
      await search(programs);
      await settled();
      searches += 1;
    }
  };
  return {
    /** Changes every account once, and checks what is known of each; returns how many changes there were. */
    play: async (): Promise<number> => {
      for (const machine of machines) machine.begin('change');
      const task = await call('POST', `${base}/change-secret-executions/`, { automation: plan });
      expect(task.status, task.text).toBe(201);
      const run = (task.json as { task: string }).task;
      await runEnded(run, programs);
      await settled();
      expect(await lostAmong(machines, ids, programs), 'before a search').toEqual([]);
      await settleAll();
      expect(await lostAmong(machines, ids, programs), 'after it').toEqual([]);
      const { rows: ended } = await pool.query<{ status: string; count: number }>(
        'select status, count(*)::int as count from accounts_changesecretrecord where work = $1 group by status',
        [run],
      );
      failed += ended.find(({ status }) => status === 'failed')?.count ?? 0;
      return ended.reduce((sum, { count }) => sum + count, 0);
    },
    told: () => `${failed} not made, ${searches} searches`,
  };
};
