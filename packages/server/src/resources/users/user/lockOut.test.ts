import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer } from '../../../../test/signedIn.ts';
import { createCache } from '../../../platform/cache.ts';
import { createLockOut, type LockOut } from './lockOut.ts';

let server: Awaited<ReturnType<typeof startServer>>;
let lockOut: LockOut;
beforeAll(async () => {
  server = await startServer();
  lockOut = server.services.lockOut;
});
afterAll(() => server.stop());
beforeEach(() => server.pool.query('delete from system_cache'));

const from = (index: number) => `10.9.0.${index}`;
type Kind = 'login' | 'mfa' | 'own';
const triesOf = (kind: Kind, of = lockOut) => (kind === 'login' ? of : of[kind]);

/** Whether a wrong guess was judged, or refused before. */
const guess = async (kind: Kind, name: string, address: string, of = lockOut): Promise<boolean> => {
  const [tries, { db }] = [triesOf(kind, of), server.services];
  const block = (await tries.find(name, address, db)) ?? (await tries.begin(name, address, db));
  if (!block) await tries.fail(name, address, db);
  return block === undefined;
};
const isOpen = async (kind: Kind, name: string, address: string) =>
  (await triesOf(kind).find(name, address, server.services.db)) === undefined;
/** Lets the delay of a name pass. */
const pass = () => server.pool.query("delete from system_cache where key like '%\\_wait:%'");
/** Makes a delay so long that a busy machine does not sit it out. */
const prolong = () =>
  server.pool.query(
    "update system_cache set expires_at = expires_at + interval '5 minutes' where key like '%\\_wait:%'",
  );
const waiting = async () => {
  const { rows } = await server.pool.query<{ seconds: number }>(
    "select round(extract(epoch from expires_at - now()))::int as seconds from system_cache where key like '%\\_wait:%'",
  );
  return rows.map(({ seconds }) => seconds);
};

test.each(['login', 'mfa', 'own'] as const)(
  'seven wrong guesses of %s from one address lock the name at that address and nowhere else',
  async (kind) => {
    for (let round = 1; round <= 7; round += 1) {
      expect(await isOpen(kind, 'admin', from(1)), String(round)).toBe(true);
      expect(await guess(kind, 'admin', from(1))).toBe(true);
    }
    expect(await guess(kind, 'admin', from(1))).toBe(false);
    expect(await isOpen(kind, 'admin', from(2))).toBe(true);
    expect(await isOpen(kind, 'other', from(1))).toBe(true);
    expect([...(await lockOut.lockedAmong(['admin', 'other'], server.services.db))]).toEqual(['admin']);
  },
);

test.each(['login', 'mfa', 'own'] as const)(
  'twelve addresses with six guesses of %s each do not pass freely',
  async (kind) => {
    let judged = 0;
    for (let address = 1; address <= 12; address += 1)
      for (let round = 0; round < 6; round += 1) if (await guess(kind, 'admin', from(address))) judged += 1;
    expect(judged).toBeGreaterThanOrEqual(8);
    expect(judged).toBeLessThan(12);
    expect(await isOpen(kind, 'other', from(1))).toBe(true);
  },
);

test('each guess beyond the limit makes the next one wait longer, up to five minutes', async () => {
  for (let index = 1; index <= 7; index += 1) expect(await guess('login', 'admin', from(index))).toBe(true);
  expect(await waiting()).toEqual([]);
  for (const [index, seconds] of [2, 4, 8, 16, 32, 64, 128, 256, 300, 300].entries()) {
    expect(await guess('login', 'admin', from(20 + index))).toBe(true);
    expect(Math.abs(((await waiting())[0] ?? 0) - seconds), `${index}`).toBeLessThan(2);
    await prolong();
    expect(await guess('login', 'admin', from(40 + index))).toBe(false);
    await pass();
  }
});

test('concurrent guesses from many addresses, on several servers, share one limit', async () => {
  const { settings } = server.services;
  const second = createLockOut({ cache: createCache(), settings });
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      guess('login', 'admin', from(index), index % 2 ? lockOut : second),
    ),
  );
  const judged = outcomes.filter(Boolean).length;
  expect(judged).toBeGreaterThanOrEqual(8);
  expect(judged).toBeLessThan(12);
});

test('an address where the user signed in before is not delayed by guesses from elsewhere', async () => {
  const { db, settings } = server.services;
  await lockOut.succeed('admin', from(1), db);
  for (let address = 2; address < 12; address += 1) await guess('login', 'admin', from(address));
  expect([await isOpen('login', 'admin', from(1)), await isOpen('login', 'admin', from(3))]).toEqual([
    true,
    false,
  ]);
  expect(await guess('login', 'admin', from(1))).toBe(true);
  await settings.set({ SECURITY_LOGIN_IP_WHITE_LIST: [from(30)] }, db);
  await settings.reload();
  expect(await isOpen('login', 'admin', from(30))).toBe(true);
  // Trust comes first (reference 07 §3.23); `*` trusts no address.
  await settings.set({ SECURITY_LOGIN_IP_BLACK_LIST: ['10.9.0.0/16'] }, db);
  await settings.reload();
  expect([await isOpen('login', 'ann', from(30)), await isOpen('login', 'ann', from(31))]).toEqual([
    true,
    false,
  ]);
  await settings.set({ SECURITY_LOGIN_IP_WHITE_LIST: ['*'] }, db);
  await settings.reload();
  expect(await isOpen('login', 'ann', from(30))).toBe(false);
  await settings.set({ SECURITY_LOGIN_IP_BLACK_LIST: [] }, db);
  await settings.set({ SECURITY_LOGIN_IP_WHITE_LIST: [] }, db);
  await settings.reload();
  // A known password is no known second factor.
  for (let address = 2; address < 12; address += 1) await guess('mfa', 'admin', from(address));
  expect(await isOpen('mfa', 'admin', from(1))).toBe(false);
});

test('a right proof ends the delay of a name', async () => {
  const { db } = server.services;
  for (let address = 2; address < 12; address += 1) await guess('login', 'admin', from(address));
  await pass();
  expect(await lockOut.begin('admin', from(1), db)).toBeUndefined();
  await lockOut.succeed('admin', from(1), db);
  for (let address = 12; address < 19; address += 1)
    expect(await guess('login', 'admin', from(address)), String(address)).toBe(true);
});

test('names of any length and with any character have locks of their own', async () => {
  const long = 'x'.repeat(100_000);
  for (const name of ['a|b', 'a', '%', '\ud800', long])
    for (let round = 1; round <= 7; round += 1) expect(await guess('login', name, from(1))).toBe(true);
  await lockOut.release('a', server.services.db);
  expect(await isOpen('login', 'a', from(1))).toBe(true);
  expect(await isOpen('login', 'a|b', from(1))).toBe(false);
});

const entry = fileURLToPath(new URL('../../../app/machine/unlockMain.ts', import.meta.url));
const unlock = async (...names: string[]) => {
  const child = spawn(process.execPath, [entry, ...names], {
    env: { PATH: process.env.PATH, GATEHOUSE_DATABASE_URL: server.config.GATEHOUSE_DATABASE_URL },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
    });
  const [code] = await once(child, 'close');
  return [code, output.trim()];
};

test('the program on the machine unlocks every address and delay of a name, and is logged', async () => {
  for (const kind of ['login', 'mfa', 'own'] as const) {
    for (let round = 1; round <= 7; round += 1) await guess(kind, 'admin', from(1));
    for (let address = 2; address < 12; address += 1) await guess(kind, 'admin', from(address));
  }
  expect(await isOpen('login', 'admin', from(1))).toBe(false);
  expect(await unlock('admin')).toEqual([0, 'Administrator(admin) can sign in from every address again']);
  for (const kind of ['login', 'mfa', 'own'] as const)
    for (const address of [from(1), from(2)]) expect(await guess(kind, 'admin', address)).toBe(true);
  const { rows } = await server.pool.query(
    'select "user", action, resource, resource_key, diff from audits_operatelog order by datetime desc limit 1',
  );
  expect(rows).toEqual([
    {
      user: 'System',
      action: 'update',
      resource: 'Administrator(admin)',
      resource_key: 'users.user',
      diff: { 'Sign-in blocked': ['Yes', 'No'] },
    },
  ]);
  expect(await unlock('nobody')).toEqual([expect.any(Number), 'There is no user named nobody.']);
  expect(await unlock()).toEqual([expect.any(Number), 'Name one user: npm run unlock -- NAME']);
});
