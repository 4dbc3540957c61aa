import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PgBoss } from 'pg-boss';
import { expect, onTestFinished } from 'vitest';
import { storeLicence, trustedLicenceKey } from '../../licence.ts';
import {
  callAsAdmin,
  createProgram,
  freePort,
  openDatabase,
  serverEnvironment,
  shared,
} from '../../servers/installation.ts';
import { runProgram } from '../../servers/serverProcess.ts';
import { startLine, type Watch } from './line.ts';
import { startRelay } from './relay.ts';

/** The runner in a process of its own. */
const createRunner = (coreUrl: string, home: string, isConnected: () => boolean) => {
  let run: ReturnType<typeof runProgram> | undefined;
  const isUp = () => run?.isRunning() ?? false;
  return {
    isUp,
    kill: async () => {
      await run?.kill();
    },
    start: async () => {
      const begun = runProgram('../../../runner/src/app/main.ts', {
        ...shared,
        GATEHOUSE_HOME: join(home, 'runner'),
        GATEHOUSE_CORE_URL: coreUrl,
      });
      run = begun;
      await expect
        .poll(() => isConnected() || (begun.isRunning() ? 'starting' : begun.output()), {
          timeout: 200_000,
          interval: 50,
        })
        .toBe(true);
    },
  };
};

/** A queue through which the test has secrets searched for. */
const openQueue = async (url: string) => {
  const boss = new PgBoss({
    ...{ connectionString: url, schema: 'pgboss', max: 1 },
    ...{ supervise: false, schedule: false, migrate: false },
  });
  boss.on('error', () => undefined);
  await boss.start();
  onTestFinished(() => boss.stop({ graceful: false }));
  return boss;
};

/** A server that reaches its database through a relay, and a runner that reaches the server through a line. */
export const startSecretPrograms = async (watch: Watch) => {
  const { url, pool } = await openDatabase();
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-secrets-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  const behind = new URL(url);
  const database = await startRelay({ path: join(behind.searchParams.get('host') ?? '', '.s.PGSQL.5432') });
  behind.search = '';
  [behind.hostname, behind.port] = ['127.0.0.1', String(database.port)];
  const port = await freePort();
  const server = createProgram('main.ts', port, '/api/health/', {
    ...shared,
    ...serverEnvironment(port, home, behind.href),
    GATEHOUSE_LICENCE_KEY: trustedLicenceKey,
  });
  const line = await startLine(port, watch);
  const runner = createRunner(line.url, home, line.isConnected);
  await storeLicence(pool);
  // The proof reads secrets as an administrator does who need not confirm that.
  await pool.query(
    "insert into settings_setting (name, category, value) values ('SECURITY_VIEW_AUTH_NEED_MFA', 'fixed', 'false')",
  );
  await server.start();
  const call = await callAsAdmin(pool);
  const queue = await openQueue(url);
  return {
    ...{ pool, database, server, line, runner, queue },
    call: (method: string, path: string, body?: object) => call(server, method, path, body),
  };
};

export type SecretPrograms = Awaited<ReturnType<typeof startSecretPrograms>>;
