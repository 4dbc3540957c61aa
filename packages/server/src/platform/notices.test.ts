import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../test/database.ts';
import { openPool } from './database.ts';
import { createNotices, MISSED } from './notices.ts';

test('once listening is established, notifications arrive on channels added before and after the connection', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const notices = createNotices(url);
  const heard: string[] = [];
  for (const channel of ['early', 'also_early']) notices.listen(channel, (payload) => heard.push(payload));
  await notices.standing();
  await pool.query("select pg_notify('early', 'one'), pg_notify('also_early', 'two')");
  for (let round = 0; round < 20; round += 1) {
    notices.listen(`late_${round}`, (payload) => heard.push(payload));
    await notices.standing();
    await pool.query('select pg_notify($1, $2)', [`late_${round}`, `round ${round}`]);
  }
  const payloads = ['one', 'two', ...Array.from({ length: 20 }, (_, round) => `round ${round}`)];
  await expect.poll(() => heard).toEqual(payloads);
  await notices.close();
  await pool.end();
  await drop();
});

test('a listener added while the connection is down is told that it may have missed something', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const notices = createNotices(url);
  const heard: string[] = [];
  await notices.standing();
  await pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  notices.listen('away', (payload) => heard.push(payload));
  await notices.standing();
  await expect.poll(() => heard).toContain(MISSED);
  await notices.close();
  await pool.end();
  await drop();
});

/** A way to the database that can stop to carry anything without closing. */
const startTunnel = async (url: string) => {
  const { host, port, user, password, database } = new pg.Client(url);
  const open = new Set<Socket>();
  let isStuck = false;
  const server = createServer((near) => {
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    open.add(near).add(far);
    near.on('data', (bytes) => isStuck || far.write(bytes));
    far.on('data', (bytes) => isStuck || near.write(bytes));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('close', () => other.destroy()).on('error', () => undefined);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const place = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `postgres://${user}:${encodeURIComponent(String(password))}@${place}/${database}`,
    setStuck: (stuck: boolean) => {
      isStuck = stuck;
    },
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
};

test('a connection that carries nothing any more is noticed and replaced', async () => {
  const { url, drop } = await freshDatabase();
  const tunnel = await startTunnel(url);
  const notices = createNotices(tunnel.url, { tryEvery: 100, patience: 300 });
  const heard: string[] = [];
  notices.listen('quiet', (payload) => heard.push(payload));
  await notices.standing();
  expect(await notices.caughtUp()).toBe(true);
  tunnel.setStuck(true);
  await expect.poll(() => notices.caughtUp()).toBe(false);
  expect(heard).toEqual([]);
  tunnel.setStuck(false);
  await expect.poll(() => heard).toEqual([MISSED]);
  expect(await notices.caughtUp()).toBe(true);
  await notices.close();
  tunnel.stop();
  await drop();
});

test('once caught up, a listener has heard everything that was sent before', async () => {
  const { url, drop } = await freshDatabase();
  const pool = openPool(url, 2);
  const notices = createNotices(url);
  const heard: string[] = [];
  notices.listen('news', (payload) => heard.push(payload));
  await notices.standing();
  for (let at = 1; at <= 100; at += 1) {
    await pool.query('select pg_notify($1, $2)', ['news', String(at)]);
    expect(await Promise.all([notices.caughtUp(), notices.caughtUp()])).toEqual([true, true]);
    expect(heard).toHaveLength(at);
  }
  await notices.close();
  expect(await notices.caughtUp()).toBe(false);
  await pool.end();
  await drop();
});
