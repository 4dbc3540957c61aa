import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { builtinRoles } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { expect, onTestFinished, test } from 'vitest';
import { type Caller, startApi } from '../../test/api.ts';
import { estateOf } from '../../test/estate.ts';

const domains = '/api/v1/assets/domains/';
const labels = '/api/v1/labels/labels/';
const accounts = '/api/v1/accounts/accounts/';
const [ann, bob, carol] = ['a1', 'b0', 'ca'].map((end) => `00000000-0000-4000-8000-0000000000${end}`);

/** A server whose exports of a table wait while a lock on it is held. */
const withHeldTable = async (
  patienceSeconds: number,
  { table = 'assets_domain', stallSeconds = 60 } = {},
) => {
  const api = await startApi({ exports: { patienceSeconds, stallSeconds } });
  onTestFinished(() => api.stop());
  expect((await api.as({ superuser: true }).post(domains, { name: 'kept' })).status).toBe(201);
  const client = await api.pool.connect();
  const hold = async () => {
    await client.query('begin');
    await client.query(`lock table ${table} in access exclusive mode`);
  };
  const release = () => client.query('rollback');
  onTestFinished(async () => {
    await release();
    client.release();
  });
  /** How many of the server's statements wait for the table. */
  const waiting = async () => {
    const { rows } = await api.pool.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  const at = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const lines: AbortController[] = [];
  onTestFinished(() => {
    for (const line of lines) line.abort();
  });
  /** Starts an export whose connection the test can close. */
  const begin = (caller: Caller, url: string) => {
    const line = new AbortController();
    lines.push(line);
    const headers = { 'x-test-caller': api.as({ superuser: true, ...caller }).key };
    const answer = fetch(`${at}${url}`, { headers, signal: line.signal });
    let isAnswered = false;
    answer.then(
      () => {
        isAnswered = true;
      },
      () => undefined,
    );
    return { answer, isAnswered: () => isAnswered, hangUp: () => line.abort() };
  };
  /**
   * Waits until earlier requests have reached the queue, which takes less time than answering three list
   * requests in a row.
   */
  const arrived = async () => {
    const headers = { 'x-test-caller': api.as({ superuser: true }).key };
    for (let round = 0; round < 3; round += 1)
      expect((await fetch(`${at}${labels}?limit=1`, { headers })).status).toBe(200);
  };
  await hold();
  return { api, at, hold, release, waiting, begin, arrived };
};
const reads = (waiting: () => Promise<number>) => expect.poll(waiting, { interval: 50 });

test('an export beyond the limit of concurrent exports waits for its turn, even if nothing else delays it', async () => {
  const { release, waiting, begin, arrived } = await withHeldTable(30);
  const held = [ann, bob].map((id) => begin({ id }, `${domains}?format=csv`));
  await reads(waiting).toBe(2);
  const third = begin({ id: carol }, `${domains}?format=csv`);
  const free = begin({ id: carol }, `${labels}?format=csv`);
  await arrived();
  expect([await waiting(), third.isAnswered(), free.isAnswered()]).toEqual([2, false, false]);
  await release();
  for (const { answer } of [...held, third]) {
    const { status, text } = await answer.then(async (response) => ({
      status: response.status,
      text: await response.text(),
    }));
    expect([status, text]).toEqual([200, expect.stringContaining('kept')]);
  }
  expect((await free.answer).status).toBe(200);
});

test("an export that waited too long is refused with the limit and the time to retry, in the caller's language", async () => {
  const { api, release, begin, waiting } = await withHeldTable(1);
  const begun = [ann, bob].map((id) => begin({ id }, `${domains}?format=csv`).answer);
  await reads(waiting).toBe(2);
  const late = await api.as({ superuser: true, language: 'zh-hans' }).get(`${domains}?format=xlsx`);
  expect([late.status, late.json]).toEqual([
    429,
    {
      detail: '已有 2 个导出正在进行，等待 1 秒后仍未结束。请在 1 秒后重试。',
      code: 'throttled',
      limit: 'exports',
    },
  ]);
  expect(late.headers['retry-after']).toBe('1');
  await release();
  expect((await Promise.all(begun)).map(({ status }) => status)).toEqual([200, 200]);
});

test("one user with twenty tabs holds one place: others export at once, and the user's own limit is reported", async () => {
  const { api, release, begin, waiting } = await withHeldTable(2);
  const greedy = Array.from({ length: 20 }, () => begin({ id: ann }, `${domains}?format=csv`).answer);
  const answered: number[] = [];
  const recorded = greedy.map(async (answer) => void answered.push((await answer).status));
  await reads(waiting).toBe(1);
  for (let visit = 0; visit < 3; visit += 1)
    expect((await begin({ id: bob }, `${labels}?format=csv`).answer).status).toBe(200);
  const refused = await api.as({ superuser: true, id: ann }).get(`${labels}?format=csv`);
  expect([refused.status, refused.json]).toEqual([
    429,
    {
      detail:
        'You already have an export running (limit: 1), and it did not end within 2 s. Try again in 2 s.',
      code: 'throttled',
      limit: 'own_exports',
    },
  ]);
  await expect.poll(() => answered).toEqual(Array<number>(19).fill(429));
  expect(await waiting()).toBe(1);
  await release();
  await Promise.all(recorded);
  expect(answered.at(-1)).toBe(200);
});

test('a client that disconnects before its first row or in the queue frees its place and its statement at once', async () => {
  const { begin, waiting, arrived } = await withHeldTable(30);
  const first = begin({ id: ann }, `${domains}?format=csv`);
  await reads(waiting).toBe(1);
  const second = begin({ id: ann }, `${domains}?format=xlsx`);
  const third = begin({ id: ann }, `${labels}?format=csv`);
  await arrived();
  expect([second.isAnswered(), third.isAnswered()]).toEqual([false, false]);
  second.hangUp();
  first.hangUp();
  expect((await third.answer).status).toBe(200);
  await reads(waiting).toBe(0);
});

test('many clients that disconnect quickly leave no place taken and no statement running', async () => {
  const { begin, waiting } = await withHeldTable(30);
  for (let round = 0; round < 10; round += 1) {
    const calls = [ann, bob, ann, bob].map((id) => begin({ id }, `${domains}?format=csv`));
    await sleep(round * 7);
    for (const { hangUp } of calls) hangUp();
  }
  expect((await begin({ id: ann }, `${labels}?format=csv`).answer).status).toBe(200);
  expect((await begin({ id: bob }, `${labels}?format=csv`).answer).status).toBe(200);
  await reads(waiting).toBe(0);
});

/** More rows than the connection buffers. */
const manyDomains =
  "insert into assets_domain (name, comment, org_id, created_by) select 'd' || n, repeat('x', 1000), (select org_id from assets_domain limit 1), '' from generate_series(1, 20000) n";

test('a download cancelled midway frees its place and its statement', async () => {
  const { api, hold, release, begin, waiting } = await withHeldTable(30);
  await release();
  await api.pool.query(manyDomains);
  const download = begin({ id: ann }, `${domains}?format=csv`);
  const body = (await download.answer).body?.getReader();
  await body?.read();
  await hold();
  const read = async () => {
    while (!(await body?.read())?.done);
  };
  const whole = read();
  whole.catch(() => undefined);
  await reads(waiting).toBe(1);
  download.hangUp();
  expect((await begin({ id: ann }, `${labels}?format=csv`).answer).status).toBe(200);
  await reads(waiting).toBe(0);
  await expect(whole).rejects.toThrow();
});

/** An export over a bare socket: both ends of it, and the last bytes that the client received. */
const overBareLine = async ({ api, at }: Pick<Awaited<ReturnType<typeof withHeldTable>>, 'api' | 'at'>) => {
  const { key } = api.as({ superuser: true });
  const accepted = once(api.app.server, 'connection') as Promise<[Socket]>;
  const line = connect(Number(new URL(at).port), '127.0.0.1');
  onTestFinished(() => void line.destroy());
  let got = '';
  line.on('data', (bytes) => {
    got = got.slice(-100) + bytes;
  });
  line.write(`GET ${domains}?format=csv HTTP/1.1\r\nhost: x\r\nx-test-caller: ${key}\r\n\r\n`);
  const [server] = await accepted;
  return { line, server, end: () => got.slice(-5) };
};
const wholeFile = '0\r\n\r\n';

test('an export ends when its client reads nothing for a while', async () => {
  const held = await withHeldTable(30, { stallSeconds: 1 });
  await held.release();
  await held.api.pool.query(manyDomains);
  const { line, server, end } = await overBareLine(held);
  line.pause();
  await expect.poll(() => server.destroyed, { interval: 100 }).toBe(true);
  const broken = once(line, 'close');
  line.on('error', () => undefined);
  line.resume();
  await broken;
  expect(end()).not.toBe(wholeFile);
});

test('an export that waits for the database does not end as if its client had stopped reading', async () => {
  const held = await withHeldTable(30);
  await held.release();
  await held.api.pool.query(manyDomains);
  const { line, server, end } = await overBareLine(held);
  await once(line, 'data');
  await held.hold();
  await reads(held.waiting).toBe(1);
  await expect.poll(() => server.writableLength).toBe(0);
  expect(server.timeout).toBe(60_000);
  server.emit('timeout');
  await held.release();
  await expect.poll(end, { timeout: 60_000, interval: 100 }).toBe(wholeFile);
});

test('an export ends when its user is disabled or loses access', async () => {
  const { api, release, begin } = await withHeldTable(30);
  await release();
  await api.pool.query(manyDomains);
  const estate = estateOf(api.pool);
  const started = async (caller: Caller, query = '') => {
    const answer = await begin(caller, `${domains}?format=csv${query}`).answer;
    expect(answer.status).toBe(200);
    const body = answer.body?.getReader();
    await body?.read();
    return async () => {
      while (!(await body?.read())?.done);
    };
  };
  const [disabled, demoted, auditor, former, deleted] = [
    await estate.user('disabled'),
    await estate.user('demoted'),
    await estate.user('auditor'),
    await estate.user('former'),
    await estate.user('deleted'),
  ];
  const unsaid = { created_by: '', updated_by: '', comment: '' };
  const role = await estate.insert('rbac_role', {
    ...{ name: 'Readers', scope: 'org', codenames: ['assets.view_domain'], builtin: false, ...unsaid },
  });
  const { id: system } = builtinRoles.systemAdmin;
  await estate.insert('rbac_role', {
    ...{ id: system, name: 'SystemAdmin', scope: 'system', codenames: [], builtin: true, ...unsaid },
  });
  for (const user of [former, deleted])
    await estate.insert('rbac_rolebinding', { user, role: system, scope: 'system', org: null });
  const bind = (user: string) =>
    estate.insert('rbac_rolebinding', { user, role, scope: 'org', org: DEFAULT_ORG_ID });
  for (const user of [demoted, auditor]) await bind(user);
  const may = { superuser: false, permissions: ['assets.view_domain'] };
  const [first, second, third, fourth, fifth] = [
    await started({ id: disabled }),
    await started({ id: demoted, ...may }),
    // 1111 rows, so that there is a second batch.
    await started({ id: auditor, ...may }, '&search=d19'),
    await started({ id: former, superuser: true }),
    await started({ id: deleted, superuser: true }),
  ];
  await api.pool.query('update users_user set is_active = false where id = $1', [disabled]);
  await api.pool.query('delete from rbac_rolebinding where "user" = any($1)', [[demoted, former]]);
  await api.pool.query('delete from users_user where id = $1', [deleted]);
  await expect(first()).rejects.toThrow();
  await expect(second()).rejects.toThrow();
  await expect(fourth()).rejects.toThrow();
  await expect(fifth()).rejects.toThrow();
  await third();
});

test('an encrypted export reads no rows for a user without a file password, and ends when its client disconnects', async () => {
  const { api, release, begin, waiting } = await withHeldTable(30, { table: 'accounts_account' });
  const user = await estateOf(api.pool).user('carol');
  const kind = begin({ id: user }, `${accounts}?format=csv`);
  expect((await kind.answer).headers.get('content-disposition')).toMatch(/\.txt"$/);
  await api.pool.query('update users_user set file_encryption_password = $1 where id = $2', [
    api.services.vault.seal('open!'),
    user,
  ]);
  const locked = begin({ id: user }, `${accounts}?format=csv`);
  await reads(waiting).toBe(1);
  locked.hangUp();
  await reads(waiting).toBe(0);
  await release();
  const file = await begin({ id: user }, `${accounts}?format=csv`).answer;
  expect(file.headers.get('content-disposition')).toMatch(/\.zip"$/);
  expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(0);
});
