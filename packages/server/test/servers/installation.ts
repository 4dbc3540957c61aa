import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { databaseOf } from '../../src/platform/database.ts';
import { keepToken, newSecret } from '../../src/resources/users/user/sessions.ts';
import { freshDatabase } from '../database.ts';
import { startBalancer } from './balancer.ts';
import { runProgram } from './serverProcess.ts';

/** A server or a gateway in a process of its own. */
export type Program = {
  url: string;
  pid: () => number;
  isUp: () => boolean;
  /** `kill -9`. */
  kill: () => Promise<void>;
  /** Starts it and waits until it answers. */
  start: () => Promise<void>;
};

/** Below the range from which the system gives ports, so that none is taken while its program is down. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    const probe = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
};

/** A program that listens on a port, and answers there once it has started. */
export const createProgram = (
  entry: string,
  port: number,
  health: string,
  env: NodeJS.ProcessEnv,
): Program => {
  const url = `http://127.0.0.1:${port}`;
  let run: ReturnType<typeof runProgram> | undefined;
  const answers = () =>
    fetch(`${url}${health}`).then(
      async (answer) => answer.ok && ((await answer.json()) as { connected?: boolean }).connected !== false,
      () => false,
    );
  return {
    url,
    pid: () => run?.pid ?? 0,
    isUp: () => run?.isRunning() ?? false,
    kill: async () => {
      await run?.kill();
    },
    start: async () => {
      const begun = runProgram(entry, env);
      run = begun;
      await expect
        .poll(async () => (await answers()) || (begun.isRunning() ? 'starting' : begun.output()), {
          timeout: 200_000,
          interval: 50,
        })
        .toBe(true);
    },
  };
};

/** A database with a pool, until the test ends. */
export const openDatabase = async () => {
  const { url, drop } = await freshDatabase();
  const pool = new pg.Pool({ connectionString: url, max: 6 });
  pool.on('error', () => undefined);
  onTestFinished(async () => {
    await pool.end();
    await drop();
  });
  return { url, pool };
};

/** Calls a server with the token of a user. */
const callerWith =
  (token: string) =>
  async ({ url }: Pick<Program, 'url'>, method: string, path: string, body?: object) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(20_000),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: (/^[{[]/.test(text) ? JSON.parse(text) : {}) as never };
  };

/** Signs a user in; returns how to call servers on the database, one of which has started before. */
export const callAs = async (username: string, pool: pg.Pool) => {
  const token = newSecret();
  const { rows } = await pool.query('select id from users_user where username = $1', [username]);
  const until = new Date(Date.now() + 86_400_000);
  const options = { userId: String(rows[0]?.id), remoteAddr: '127.0.0.1', hasCode: true, until };
  await keepToken(token, options, databaseOf(pool));
  return callerWith(token);
};

/** Signs the administrator in. */
export const callAsAdmin = (pool: pg.Pool) => callAs('admin', pool);

/** What servers of a test have in common, whatever else is set. */
export const serverEnvironment = (port: number, home: string, databaseUrl: string) => ({
  GATEHOUSE_HOME: join(home, 'server'),
  GATEHOUSE_DATABASE_URL: databaseUrl,
  GATEHOUSE_SECRET_KEY: 'only-for-tests-only-for-tests-only-for-tests',
  GATEHOUSE_LISTEN: `127.0.0.1:${port}`,
  GATEHOUSE_TIME_ZONE: 'UTC',
  GATEHOUSE_LIMIT_API: '0',
  GATEHOUSE_LIMIT_SOCKETS: '100000',
});

/** What the programs of an installation share. */
export const shared = { GATEHOUSE_BOOTSTRAP_TOKEN: 'bootstrap-token-for-tests', GATEHOUSE_LOG_LEVEL: 'warn' };

/** Two servers and a gateway on one database, until the test ends. */
export const startInstallation = async () => {
  const { url, pool } = await openDatabase();
  const home = await mkdtemp(join(tmpdir(), 'gatehouse-killed-'));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  const ports = [await freePort(), await freePort(), await freePort()] as const;
  const front = await startBalancer(ports.slice(0, 2));
  onTestFinished(front.stop);
  const server = (port: number) =>
    createProgram('main.ts', port, '/api/health/', { ...shared, ...serverEnvironment(port, home, url) });
  const servers = [server(ports[0]), server(ports[1])] as const;
  const gateway = createProgram('../../../gateway/src/app/main.ts', ports[2], '/koko/health/', {
    ...shared,
    GATEHOUSE_HOME: join(home, 'gateway'),
    GATEHOUSE_CORE_URL: front.url,
    GATEHOUSE_GATEWAY_LISTEN: `127.0.0.1:${ports[2]}`,
  });
  // The first server creates the built-in rows.
  await servers[0].start();
  await Promise.all([servers[1].start(), gateway.start()]);
  return { url, pool, servers, gateway, call: await callAsAdmin(pool) };
};
/** A running installation. */
export type Installation = Awaited<ReturnType<typeof startInstallation>>;
