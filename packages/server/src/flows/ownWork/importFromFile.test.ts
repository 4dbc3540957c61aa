import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf } from '../../../test/inventory.ts';
import { importRowsJob } from '../../jobs/importRows.ts';
import { masterKeyOf } from '../../platform/crypto/masterKeys.ts';
import { createVault } from '../../platform/crypto/vault.ts';
import { folderOf } from '../../platform/jobs/runFiles.ts';
import { serverEnds, stopped } from '../../platform/jobs/runOnce.ts';
import { findRun, recordFailure, recordQueued, recordStarted } from '../../platform/jobs/runs.ts';
import { createRewrapper } from '../../platform/masterKey/sealedRows.ts';
import { createNotices } from '../../platform/notices.ts';
import { cleanUp } from '../cleanUp/cleanUp.ts';
import { importFromFile, importJob } from './importFromFile.ts';
import { keepRows } from './sentRows.ts';

const own = '/api/v1/ops/own-runs/';
const domains = '/api/v1/assets/domains/';
type Run = { id: string; state: string; error: string; done: number; failed: number };

let api: Awaited<ReturnType<typeof startApi>>;
let role: string;
beforeAll(async () => {
  api = await startApi({ notices: createNotices });
  role = await estateOf(api.pool).insert('rbac_role', {
    ...{ name: 'Writers', scope: 'org', builtin: false, created_by: '', updated_by: '', comment: '' },
    codenames: ['assets.view_domain', 'assets.add_domain', 'assets.change_domain'],
  });
  const { services } = api;
  await services.organizations.reload();
  const deps = { ...services, db: services.unhurried };
  await services.jobs.start([importRowsJob(deps)], () => undefined);
});
afterAll(async () => {
  await api.services.jobs.close(1_000);
  await api.stop();
});

/** A user who may add zones, and the caller that acts as this user. */
const writer = async (username: string, more: Partial<Caller> = {}) => {
  const estate = estateOf(api.pool);
  const id = await estate.user(username);
  await estate.insert('rbac_rolebinding', { user: id, role, scope: 'org', org: DEFAULT_ORG_ID });
  return { id, caller: api.as({ id, username, permissions: ['assets.add_domain'], ...more }) };
};
type As = ReturnType<typeof api.as>;
const runOf = async (caller: As, id: string): Promise<Run | undefined> =>
  bodyOf<Run[]>(await caller.get(own)).find((run) => run.id === id);
const ends = (caller: As, id: string, state: string) =>
  expect.poll(async () => (await runOf(caller, id))?.state, { timeout: 30_000 }).toBe(state);
const countOf = async (prefix: string): Promise<number> =>
  Number(
    (await api.pool.query('select count(*) from assets_domain where name like $1', [`${prefix}%`])).rows[0]
      ?.count,
  );
const named = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `${prefix}${String(at + 1).padStart(5, '0')}` }));

/** An import whose attempts the test makes itself. */
const byHand = async (creator: string, rows: object[], name = 'assets.domain') => {
  const { services } = api;
  const id = crypto.randomUUID();
  const payload = {
    ...{ resource: name, action: 'create' as const, total: rows.length },
    ...{ org: DEFAULT_ORG_ID, language: 'en' as const, zone: 'UTC' },
  };
  const record = { id, name: importJob.name, payload };
  await recordQueued({ ...record, creator }, services.db);
  await keepRows(id, rows as never, services);
  const attempt = async (number: number, signal: AbortSignal, vault = services.vault) => {
    await recordStarted({ ...record, attempt: number }, services.db);
    const run = { id, attempt: number, signal, progress: () => undefined, log: () => undefined };
    await importFromFile(payload, run, { ...services, vault, db: services.unhurried });
  };
  return { id, attempt };
};
/** A signal that is aborted when it is asked about the nth batch. */
const abortedAt = (batch: number, reason: Error): AbortSignal => {
  const controller = new AbortController();
  let asked = 0;
  controller.signal.throwIfAborted = () => {
    asked += 1;
    if (asked < batch) return;
    controller.abort(reason);
    throw reason;
  };
  return controller.signal;
};

test('rows are stored in the background with a result for each; refused ones come back as a file to correct', async () => {
  const { caller } = await writer('ann');
  const rows = named('zone-', 1_200);
  Object.assign(rows[700] ?? {}, { name: 'zone-00001' });
  Object.assign(rows[1_100] ?? {}, { name: '' });
  const started = await caller.post(`${own}imports/`, { url: domains, action: 'create', rows });
  expect([started.status, started.text]).toEqual([201, expect.any(String)]);
  const { id } = bodyOf<{ id: string }>(started);
  await ends(caller, id, 'done');
  expect(await runOf(caller, id)).toMatchObject({ total: 1200, done: 1200, failed: 2, subject: 'Domains' });
  expect(await countOf('zone-')).toBe(1198);
  const { text } = await caller.get(`${own}${id}/file/`);
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^\ufeff?\*Name,.*Import error,Row in the file$/);
  expect(lines[1]).toMatch(/^zone-00001,.*,701$/);
  expect(lines[2]).toMatch(/^-,.*,1101$/);
  expect((await api.as({ superuser: true }).get(`${own}${id}/file/`)).status).toBe(404);
  expect(await api.services.blobs.stat(`exports/${id}/rows`)).toBeUndefined();
});

test('an import whose server dies goes on where it stood: each row is stored once', async () => {
  const { id: user, caller } = await writer('dora');
  const { id, attempt } = await byHand(user, named('twice-', 1_300));
  await expect(attempt(1, abortedAt(3, new Error('killed')))).rejects.toThrow('killed');
  expect([await countOf('twice-'), (await runOf(caller, id))?.done]).toEqual([1000, 1000]);
  await attempt(2, new AbortController().signal);
  expect([await countOf('twice-'), await runOf(caller, id)]).toMatchObject([1300, { done: 1300, failed: 0 }]);
});

test('an import whose server dies behind the last row, before its end was noted, is done all the same', async () => {
  const { id: user, caller } = await writer('lena');
  const rows = named('last-', 700);
  Object.assign(rows[600] ?? {}, { name: 'last-00001' });
  const { id, attempt } = await byHand(user, rows);
  await attempt(1, new AbortController().signal);
  await attempt(2, new AbortController().signal);
  expect([await countOf('last-'), await runOf(caller, id)]).toMatchObject([699, { done: 700, failed: 1 }]);
  expect((await caller.get(`${own}${id}/file/`)).text).toContain('last-00001');
});

test('a stopped import keeps what was stored, and says up to which row', async () => {
  const { id: user, caller } = await writer('stella');
  const rows = named('half-', 1_300);
  Object.assign(rows[1] ?? {}, { name: 'half-00001' });
  const { id, attempt } = await byHand(user, rows);
  await attempt(1, abortedAt(2, stopped));
  expect([await countOf('half-'), await runOf(caller, id)]).toMatchObject([499, { done: 500, failed: 1 }]);
  expect((await caller.get(`${own}${id}/file/`)).text).toContain('half-00001');
});

test('an import that is interrupted for good gives what was refused and what was not reached, and is continued once', async () => {
  const { id: user, caller } = await writer('ida');
  const rows = named('rest-', 1_300);
  Object.assign(rows[1] ?? {}, { name: 'rest-00001' });
  const { id, attempt } = await byHand(user, rows);
  await expect(attempt(1, abortedAt(2, new Error('killed')))).rejects.toThrow('killed');
  const { services } = api;
  await recordFailure({ id }, 'interrupted', serverEnds, services.db);
  const { payload } = (await findRun(id, services.db)) ?? {};
  const job = importRowsJob({ ...services, db: services.unhurried });
  await job.settle?.(payload, { id, attempt: 1, isStopped: false });
  expect(await runOf(caller, id)).toMatchObject({
    ...{ state: 'interrupted', done: 500, failed: 1, is_repeatable: true },
    error: 'The server that ran this was stopped.',
  });
  const lines = (await caller.get(`${own}${id}/file/`)).text.trim().split('\r\n');
  expect(lines).toHaveLength(1 + 1 + 800);
  expect([lines[1], lines[2], lines.at(-1)]).toEqual([
    expect.stringMatching(/^rest-00001,.*,2$/),
    expect.stringMatching(/^rest-00501,.*Not reached.*,501$/),
    expect.stringMatching(/^rest-01300,.*,1300$/),
  ]);

  const again = await Promise.all([caller.post(`${own}${id}/again/`), caller.post(`${own}${id}/again/`)]);
  expect(again.map(({ status }) => status).toSorted()).toEqual([201, 400]);
  const next = bodyOf<{ id: string }>(again.find(({ status }) => status === 201) as never).id;
  await ends(caller, next, 'done');
  expect(await countOf('rest-')).toBe(1299);
  expect(await runOf(caller, next)).toMatchObject({ total: 1300, done: 1300, failed: 0 });
  expect(await runOf(caller, id)).toMatchObject({ is_repeatable: false });
  expect((await caller.post(`${own}${id}/again/`)).status).toBe(400);
  expect(await services.blobs.stat(`exports/${id}/rows`)).toBeUndefined();
});

test('an import ends with its user and the permission, also between two batches', async () => {
  const { id: user, caller } = await writer('cleo');
  const { id, attempt } = await byHand(user, named('lost-', 1_300));
  await expect(attempt(1, abortedAt(2, new Error('killed')))).rejects.toThrow();
  await api.pool.query('delete from rbac_rolebinding where "user" = $1 and role = $2', [user, role]);
  await expect(attempt(2, new AbortController().signal)).rejects.toThrow('permission_denied');
  expect([await countOf('lost-'), (await runOf(caller, id))?.done]).toEqual([500, 500]);
});

test('an import that waits while the master key changes goes on with the new one alone', async () => {
  const { services } = api;
  const { id: user, caller } = await writer('rita');
  const { id, attempt } = await byHand(user, named('rekeyed-', 1_300));
  await expect(attempt(1, abortedAt(2, new Error('killed')))).rejects.toThrow('killed');
  const [before, next] = [services.keyRing.keys(), masterKeyOf('9'.repeat(40))];
  const vaultOf = (...keys: (typeof next)[]) => createVault({ keys: () => keys, reread: () => undefined });
  const rewrapper = createRewrapper(
    vaultOf(next, ...before),
    before.map((key) => key.id),
  );
  const run = 'select result::text as result from ops_celerytaskexecution where id = $1';
  const [found] = (await api.pool.query(run, [id])).rows;
  await api.pool.query('update ops_celerytaskexecution set result = $2::jsonb where id = $1', [
    id,
    rewrapper.renew(found.result),
  ]);
  expect(rewrapper.count()).toBe(1);
  await attempt(2, new AbortController().signal, vaultOf(next));
  expect([await countOf('rekeyed-'), await runOf(caller, id)]).toMatchObject([
    1300,
    { done: 1300, failed: 0 },
  ]);
});

test('the rows wait sealed, and lists that cannot be imported are refused', async () => {
  const { id: user, caller } = await writer('sam');
  const { id } = await byHand(user, [{ name: 'plain', comment: 'a secret comment' }]);
  const kept = await api.services.blobs.get(`exports/${id}/rows`);
  let text = '';
  for await (const part of kept ?? []) text += String(part);
  expect(text).toMatch(/^g1\./);
  expect(text).not.toContain('secret');
  const of = (url: string, body: object) => caller.post(`${own}imports/`, { url, action: 'create', ...body });
  expect((await of('/api/v1/assets/hosts/', { rows: [{}] })).status).toBe(404);
  expect((await of('/api/v1/ops/tasks/', { rows: [{}] })).status).toBe(404);
  expect((await of(domains, { rows: [] })).status).toBe(400);
  expect((await of(domains, { rows: 'x' })).status).toBe(400);
});

test('rows whose upload was killed before its commit go in the night after the next, those that a run names stay', async () => {
  const { services } = api;
  const { id: user } = await writer('olaf');
  const waiting = await byHand(user, named('waits-', 3));
  const [killed, broken] = ['killed', 'broken'].map(() => crypto.randomUUID()) as [string, string];
  await keepRows(killed, named('orphan-', 3), services);
  const torn = {
    length: 1,
    slice: () => {
      throw new Error('killed');
    },
  };
  await expect(keepRows(broken, torn as never, services)).rejects.toThrow('killed');
  const left = async () =>
    (await services.blobs.folders('exports/')).filter((id) => [killed, broken, waiting.id].includes(id));
  const night = (hours: number) =>
    cleanUp({ ...services, db: services.unhurried, now: () => new Date(Date.now() + hours * 3_600_000) });
  await night(23);
  expect((await left()).toSorted()).toEqual([killed, broken, waiting.id].toSorted());
  await night(25);
  expect(await left()).toEqual([waiting.id]);
  expect(await services.blobs.stat(`${folderOf(waiting.id)}rows`)).toBeDefined();
});
