import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { testConfig } from '../../test/config.ts';
import { freshDatabase } from '../../test/database.ts';

const entry = fileURLToPath(new URL('./main.ts', import.meta.url));
const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const start = (url: string, more: Record<string, string> = {}) => {
  const config = testConfig(url);
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      ...Object.fromEntries(Object.entries(config).map(([name, value]) => [name, String(value ?? '')])),
      GATEHOUSE_LISTEN: '127.0.0.1:0',
      // It is read as another word than it is written.
      GATEHOUSE_OUTGOING_PRIVATE: 'allow',
      GATEHOUSE_LOG_LEVEL: 'info',
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.push(child);
  let out = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  // Both outputs may still be on their way when the process exits.
  const closed = once(child, 'close');
  const exitCode = async () => (await closed)[0];
  const address = async (): Promise<string> => {
    for (;;) {
      const found = /Server listening at (http:[^"]+)/.exec(out)?.[1];
      if (found) return found;
      if (child.exitCode !== null) throw new Error(errors);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  return { child, address, exitCode, out: () => out, errors: () => errors };
};
const healthOf = async (address: string) =>
  (await (await fetch(`${address}/api/health/`)).json()) as { db_status: boolean };

test('the server starts, prints the first password, survives a lost database connection, and stops on request', async () => {
  const { url, drop } = await freshDatabase();
  const server = start(url);
  const address = await server.address();
  expect(server.out().split('\n')[0]).toMatch(/^First sign-in: user admin, password \w{20} /);
  expect(await healthOf(address)).toMatchObject({ db_status: true });
  const killer = new pg.Client({ connectionString: url });
  killer.on('error', () => undefined);
  await killer.connect();
  const cut = () =>
    killer.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  await cut();
  expect((await fetch(`${address}/api/v1/settings/public/open/`)).status).toBe(200);
  expect(await healthOf(address)).toMatchObject({ db_status: true });
  // Changes on other servers are noticed again after reconnecting.
  await killer.query(
    `insert into settings_setting (name, category, value) values ('INTERFACE_LOGIN_TITLE', 'interface', '"Elsewhere"')`,
  );
  await expect
    .poll(
      async () => {
        await killer.query("select pg_notify('gatehouse_settings', '')");
        return (await fetch(`${address}/api/v1/settings/public/open/`)).text();
      },
      { interval: 200 },
    )
    .toContain('Elsewhere');
  await killer.end();
  const started = Date.now();
  server.child.kill('SIGTERM');
  expect(await server.exitCode()).toBe(0);
  // Not by force, which comes after twelve seconds.
  expect(Date.now() - started).toBeLessThan(11_500);
  expect(server.out()).not.toContain('"level":50');
  await drop();
});

test('the server prints one line and exits with code 78 when a restart cannot help', async () => {
  const { url, drop } = await freshDatabase();
  const newer = new pg.Client({ connectionString: url });
  newer.on('error', () => undefined);
  await newer.connect();
  await newer.query("insert into gatehouse_migration (name, hash) values ('9999_future.sql', 'x')");
  const refused = start(url);
  expect(await refused.exitCode()).toBe(78);
  expect(
    refused
      .errors()
      .trim()
      .split('\n')
      .filter((line) => !/Warning|trace-warnings/.test(line)),
  ).toEqual([expect.stringContaining('newer Gatehouse (9999_future.sql is unknown here)')]);
  await newer.query("delete from gatehouse_migration where name = '9999_future.sql'");
  const first = start(url);
  await first.address();
  first.child.kill('SIGTERM');
  await first.exitCode();
  const otherKey = start(url, { GATEHOUSE_SECRET_KEY: 'x'.repeat(43) });
  expect(await otherKey.exitCode()).toBe(78);
  expect(otherKey.errors()).toContain('not the key this database was sealed with');
  const noKey = start(url, { GATEHOUSE_SECRET_KEY: '' });
  expect(await noKey.exitCode()).toBe(78);
  expect(noKey.errors()).toContain('GATEHOUSE_SECRET_KEY');
  await newer.end();
  await drop();
});
