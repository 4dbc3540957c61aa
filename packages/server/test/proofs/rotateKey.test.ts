import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { proofSize, tellFigure } from '../../../../scripts/proofSize.ts';
import { masterKeyOf } from '../../src/platform/crypto/masterKeys.ts';
import { createVault } from '../../src/platform/crypto/vault.ts';
import { hashOf } from '../../src/resources/users/user/sessions.ts';
import { freshDatabase } from '../database.ts';
import { estateOf } from '../estate.ts';
import { runProgram } from '../servers/serverProcess.ts';

const secrets = proofSize({ small: 3_000, whole: 1_000_000 });
const kills = proofSize({ small: 2, whole: 8 });
/** How long people think after each secret: in every run they leave the other tests a core. */
const thoughtMs = proofSize({ small: 100, whole: 0 });
const oldSecret = 'the-old-secret-of-this-installation-4711';
const token = 'a-token-of-the-administrator';

const vaultOf = (secret: string) =>
  createVault({ keys: () => [masterKeyOf(secret)], reread: () => undefined });
const plainOf = (number: number) => `hush-${number}`;

const openDatabase = async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
};

/** Two servers that read one key file, as on one machine, and an administrator's token for them. */
const openServers = async () => {
  const { url, pool } = await openDatabase();
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-keys-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, 'keys'));
  const file = join(home, 'keys/master.key');
  await writeFile(file, `${oldSecret}\n`, { mode: 0o600 });
  await pool.query(
    `insert into settings_setting (name, category, value) values ('SECURITY_VIEW_AUTH_NEED_MFA', 'security', 'false')`,
  );
  const env = {
    GATEHOUSE_HOME: home,
    GATEHOUSE_DATABASE_URL: url,
    GATEHOUSE_SECRET_KEY_FILE: file,
    GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-tests',
    GATEHOUSE_LISTEN: '127.0.0.1:0',
    GATEHOUSE_LIMIT_API: '0',
    GATEHOUSE_LOG_LEVEL: 'info',
  };
  const start = async () => {
    const server = runProgram('main.ts', env);
    const at = () => /Server listening at (http:[^"]+)/.exec(server.output())?.[1];
    await expect.poll(() => at() ?? server.output(), { timeout: 200_000 }).toMatch(/^http/);
    return { ...server, at: String(at()) };
  };
  const servers = [await start(), await start()] as const;
  await pool.query(
    `insert into system_token (token_hash, user_id, remote_addr, expires_at)
      select $1, id, '127.0.0.1', now() + interval '1 day' from users_user where username = 'admin'`,
    [hashOf(token)],
  );
  return { env, file, pool, servers };
};

/** Accounts with secrets in the form of the old key, and as many in their history. */
const fill = async (pool: pg.Pool) => {
  const asset = await estateOf(pool).asset({ name: 'many' });
  const vault = vaultOf(oldSecret);
  const half = secrets / 2;
  for (let from = 0; from < half; from += 5_000) {
    const numbers = Array.from({ length: Math.min(5_000, half - from) }, (_, index) => from + index);
    const sealed = numbers.map((number) => vault.seal(plainOf(number)));
    await pool.query(
      `with added as (insert into accounts_account
        (org_id, version, privileged, is_active, asset, name, username, secret_type, secret, connectivity, comment, created_by)
        select $1, 1, false, true, $2, 'user-' || n, 'user-' || n, 'password', s, '-', '', 'System' from unnest($3::int[], $4::text[]) as v(n, s)
        returning id, secret)
      insert into accounts_historicalaccount (org_id, account, version, history_date, secret, secret_type)
        select $1, id, 1, now(), secret, 'password' from added`,
      [DEFAULT_ORG_ID, asset, numbers, sealed],
    );
  }
  const { rows } = await pool.query(
    'select id from accounts_account where asset = $1 order by random() limit 500',
    [asset],
  );
  return { asset, known: rows.map(({ id }) => String(id)) };
};

/** People who add, change and read secrets, each step at the other server, until told to stop. */
const work = (bases: readonly [string, string], { asset, known }: { asset: string; known: string[] }) => {
  const failures: string[] = [];
  const slowest = { ms: 0 };
  let requests = 0;
  let isOver = false;
  const call = async (number: number, method: string, path: string, body?: object) => {
    const began = performance.now();
    const answer = await fetch(`${bases[number % 2]}/api/v1/accounts/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    requests += 1;
    slowest.ms = Math.max(slowest.ms, performance.now() - began);
    if (!answer.ok) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    return answer.ok ? (JSON.parse(text) as { id: string; secret: string; username: string }) : undefined;
  };
  const reads = async (number: number, id: string, secret: (username: string) => string) => {
    const seen = await call(number, 'GET', `account-secrets/${id}/`);
    if (seen && seen.secret !== secret(seen.username)) failures.push(`${id} has another secret`);
  };
  const person = async (name: string) => {
    for (let number = 0; !isOver; number += 1) {
      const facts = { asset, username: `${name}-${number}`, secret: `first of ${name}-${number}` };
      const made = await call(number, 'POST', 'accounts/', facts);
      if (!made) continue;
      await reads(number + 1, made.id, () => facts.secret);
      await call(number, 'PATCH', `accounts/${made.id}/`, { secret: `second of ${name}-${number}` });
      await reads(number + 1, made.id, () => `second of ${name}-${number}`);
      const id = known[number % known.length]!;
      await call(number, 'PATCH', `accounts/${id}/`, { comment: `seen by ${name}` });
      await reads(number, id, (username) => username.replace('user', 'hush'));
      await sleep(thoughtMs);
    }
  };
  const people = Promise.all(['ann', 'bob', 'eve'].map(person));
  return async () => {
    isOver = true;
    await people;
    return { failures, requests, slowest: slowest.ms };
  };
};

/**
 * Tables between the others, in the order of a pass, before which a pass can be stopped. Each is used once: a
 * pass that goes on does not come by again.
 */
const stops = ['accounts', 'acls', 'assets', 'audits', 'labels', 'ops', 'perms', 'settings'].map(
  (subject) => `${subject}_between`,
);

const addStops = async (pool: pg.Pool) => {
  for (const table of stops) await pool.query(`create table ${table} as select 'nothing'::text as word`);
};

/** Begins the change and kills it in the middle: it waits for a table that is locked meanwhile. */
const killedRotation = async (
  { env, pool }: Awaited<ReturnType<typeof openServers>>,
  table: string,
): Promise<string> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`lock table ${table} in exclusive mode`);
    const run = runProgram('machine/rotateKeyMain.ts', env);
    const waits = async () =>
      (
        await client.query(
          `select 1 from pg_locks where not granted and relation = $1::regclass and mode = 'RowShareLock'`,
          [table],
        )
      ).rowCount;
    await expect
      .poll(async () => (await waits()) || run.isRunning() || run.output(), {
        timeout: proofSize({ small: 60_000, whole: 1_800_000 }),
        interval: 20,
      })
      .toBe(1);
    await run.kill();
    return run.output();
  } finally {
    await client.query('rollback');
    client.release();
  }
};

/** Everything in the database that names a key, by the id of the key. */
const keysNamed = async (pool: pg.Pool): Promise<string[]> => {
  const { rows } = await pool.query(
    `select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  const found = new Set<string>();
  for (const { table_name } of rows) {
    const named = await pool.query(
      `select distinct (regexp_matches(t::text, 'g1\\.([0-9a-f]{12})\\.', 'g'))[1] as id from "${table_name}" t`,
    );
    for (const { id } of named.rows) found.add(String(id));
  }
  return [...found];
};

test(
  'the master key changes while people work and the change is killed again and again; then only the new one opens anything',
  async () => {
    const installation = await openServers();
    const { env, file, pool, servers } = installation;
    const filled = await fill(pool);
    await addStops(pool);
    const stop = work([servers[0].at, servers[1].at], filled);
    const outputs: string[] = [];
    const began = Date.now();
    for (let round = 0; round < kills; round += 1)
      outputs.push(await killedRotation(installation, stops[round]!));
    expect(await keysNamed(pool)).toHaveLength(2);
    const [run, second] = [0, 1].map(() => runProgram('machine/rotateKeyMain.ts', env));
    const codes = await Promise.all([run!.ended(), second!.ended()]);
    outputs.push(run!.output(), second!.output());
    const seconds = (Date.now() - began) / 1000;
    expect(codes.sort()).toEqual([0, 78]);
    expect(outputs.join('\n')).toContain('is being changed already');
    const { failures, requests, slowest } = await stop();
    expect(failures).toEqual([]);

    const newSecret = (await readFile(file, 'utf8')).trim();
    expect(newSecret).toMatch(/^[\w-]{43}$/);
    expect(await keysNamed(pool)).toEqual([masterKeyOf(newSecret).id]);
    const vault = vaultOf(newSecret);
    const { rows } = await pool.query(
      `select a.username, a.secret, h.secret as kept from accounts_account a join accounts_historicalaccount h on h.account = a.id
      where a.username like 'user-%'`,
    );
    expect(rows).toHaveLength(secrets / 2);
    const wrong = rows.filter(({ username, secret, kept }) =>
      [secret, kept].some((sealed) => vault.open(sealed) !== username.replace('user', 'hush')),
    );
    expect(wrong).toEqual([]);
    const told = outputs.join('\n');
    for (const word of [oldSecret, newSecret, 'hush-', ' of ann', 'g1.']) expect(told).not.toContain(word);

    // What is sealed with the old key is refused by the servers that knew it, and no server starts with it.
    await pool.query('update accounts_account set secret = $1 where id = $2', [
      vaultOf(oldSecret).seal('smuggled'),
      filled.known[0],
    ]);
    const answer = await fetch(`${servers[0].at}/api/v1/accounts/account-secrets/${filled.known[0]}/`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, await answer.text()]).toEqual([500, expect.not.stringContaining('smuggled')]);
    const late = runProgram('main.ts', {
      ...env,
      GATEHOUSE_SECRET_KEY_FILE: '',
      GATEHOUSE_SECRET_KEY: oldSecret,
    });
    expect(await late.ended()).toBe(78);
    expect(late.output()).toContain('The master key was replaced');
    const { rows: log } = await pool.query(
      `select diff from audits_operatelog where resource_key = 'audits.masterKey'`,
    );
    expect(log).toEqual([{ diff: { 'Master key': [masterKeyOf(oldSecret).id, masterKeyOf(newSecret).id] } }]);
    tellFigure(
      `${secrets} secrets in ${seconds.toFixed(0)} s with ${kills} kills, ${requests} requests meanwhile, all answered, slowest ${slowest.toFixed(0)} ms`,
    );
  },
  proofSize({ small: 900_000, whole: 7_200_000 }),
);
