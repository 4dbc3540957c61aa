import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Caller, OTHER_ORG_ID, startApi } from '../../../test/api.ts';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf } from '../../../test/inventory.ts';
import { exportRowsJob } from '../../jobs/exportRows.ts';
import { tidyJob } from '../../jobs/tidy.ts';
import { findRun, recordQueued, recordStarted } from '../../platform/jobs/runs.ts';
import { createNotices } from '../../platform/notices.ts';
import { exportJob, exportToFile } from './exportToFile.ts';

const own = '/api/v1/ops/own-runs/';
const domains = '/api/v1/assets/domains/';
const rows = 1_200;

type Run = {
  id: string;
  state: string;
  error: string;
  file: { name: string; size: number } | null;
  is_told: boolean;
  done: number | null;
};

let api: Awaited<ReturnType<typeof startApi>>;
let role: string;
beforeAll(async () => {
  api = await startApi({ notices: createNotices });
  await api.pool.query(
    `insert into assets_domain (name, comment, org_id, created_by) select 'd' || lpad(n::text, 5, '0'), '', $1::uuid, ''
     from generate_series(1, ${rows}) n`,
    [DEFAULT_ORG_ID],
  );
  role = await estateOf(api.pool).insert('rbac_role', {
    ...{ name: 'Readers', scope: 'org', codenames: ['assets.view_domain'], builtin: false },
    ...{ created_by: '', updated_by: '', comment: '' },
  });
  const { services } = api;
  await services.organizations.reload();
  await services.jobs.start(
    [
      exportRowsJob({ ...services, db: services.unhurried }),
      tidyJob({ ...services, db: services.unhurried }),
    ],
    () => undefined,
  );
});
afterAll(async () => {
  await api.services.jobs.close(1_000);
  await api.stop();
});

/** A user who may read zones, and the caller that acts as this user. */
const reader = async (username: string, more: Partial<Caller> = {}) => {
  const estate = estateOf(api.pool);
  const id = await estate.user(username);
  const binding = { user: id, role, scope: 'org', org: DEFAULT_ORG_ID };
  await estate.insert('rbac_rolebinding', binding);
  return { id, caller: api.as({ id, username, permissions: ['assets.view_domain'], ...more }) };
};
type As = ReturnType<typeof api.as>;
const start = async (caller: As, query = '', format = 'csv') => {
  const reply = await caller.post(`${own}exports/`, { url: domains, query, format });
  expect([reply.status, reply.text]).toEqual([201, expect.any(String)]);
  return bodyOf<{ id: string }>(reply).id;
};
const runOf = async (caller: As, id: string): Promise<Run | undefined> =>
  bodyOf<Run[]>(await caller.get(own)).find((run) => run.id === id);
const stateOf = async (caller: As, id: string) => (await runOf(caller, id))?.state;
const ends = (caller: As, id: string, state: string) =>
  expect
    .poll(
      async () => {
        const run = await runOf(caller, id);
        return run && { state: run.state, error: run.state === state ? '' : run.error };
      },
      { timeout: 30_000 },
    )
    .toEqual({ state, error: '' });

test('a list is exported to a file in the background, which only the user who asked for it can fetch', async () => {
  const [{ caller }, ben] = [await reader('ann', { language: 'ja' }), await reader('ben')];
  const id = await start(caller, 'search=d00&order=-name');
  await ends(caller, id, 'done');
  expect(await runOf(caller, id)).toMatchObject({
    ...{ title: 'エクスポート', subject: 'ドメイン', organization: 'DEFAULT', progress: 100 },
    ...{ total: 999, done: 999, failed: 0, is_told: false, is_stoppable: false },
    file: { name: expect.stringMatching(/^domain_.*\.csv$/), size: expect.any(Number) },
  });
  const file = await caller.get(`${own}${id}/file/`);
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="domain_.*\.csv"$/);
  const lines = file.text.trim().split('\r\n');
  expect([lines.length, lines[1]?.includes('d00999'), lines.at(-1)?.includes('d00001')]).toEqual([
    1000,
    true,
    true,
  ]);
  for (const stranger of [ben.caller, api.as({ superuser: true })])
    expect((await stranger.get(`${own}${id}/file/`)).status).toBe(404);
  expect(bodyOf<Run[]>(await ben.caller.get(own))).toEqual([]);
});

test('chosen rows are exported as chosen, also after their token has expired; forgotten ones are said to be', async () => {
  const { caller } = await reader('chloe');
  const listed = bodyOf<{ results: { id: string }[] }>(
    await caller.get(`${domains}?limit=700&offset=0`),
  ).results;
  const chosen = async () => {
    const resources = listed.slice(0, 650).map(({ id }) => id);
    return bodyOf<{ spm: string }>(await caller.post('/api/v1/common/resources/cache/', { resources })).spm;
  };
  const token = await chosen();
  const id = await start(caller, `spm=${token}`);
  await api.pool.query('delete from system_cache where key = $1', [`spm:${token}`]);
  await ends(caller, id, 'done');
  expect((await caller.get(`${own}${id}/file/`)).text.trim().split('\r\n')).toHaveLength(651);
  const late = await caller.post(`${own}exports/`, { url: domains, query: `spm=${token}`, format: 'csv' });
  expect([late.status, late.text]).toEqual([
    400,
    expect.stringContaining('The selection is no longer kept.'),
  ]);
});

test('a finished run is told once, however many pages ask', async () => {
  const { caller } = await reader('tom');
  const id = await start(caller, '', 'xlsx');
  expect(bodyOf(await caller.post(`${own}told/`))).toEqual([]);
  await ends(caller, id, 'done');
  const told = await Promise.all([caller.post(`${own}told/`), caller.post(`${own}told/`)]);
  expect(told.flatMap((reply) => bodyOf<string[]>(reply))).toEqual([id]);
  expect((await runOf(caller, id))?.is_told).toBe(true);
  const file = await caller.get(`${own}${id}/file/`);
  expect(file.raw.rawPayload.subarray(0, 2).toString()).toBe('PK');
});

test('an export acts with what its user may do when it runs, and a file is closed to users who lost the permission', async () => {
  const { id: user, caller } = await reader('cleo');
  const kept = await start(caller);
  await ends(caller, kept, 'done');
  await api.pool.query('delete from rbac_rolebinding where "user" = $1 and role = $2', [user, role]);
  expect((await caller.get(`${own}${kept}/file/`)).status).toBe(403);
  const refused = await start(caller);
  await ends(caller, refused, 'failed');
  expect(await runOf(caller, refused)).toMatchObject({
    error: 'You do not have permission for this operation.',
    file: null,
  });
  // The reason is read in the language of the reader, whatever the run was started in.
  const permissions = ['ops.view_celerytaskexecution'];
  const inJapanese = api.as({ id: user, username: 'cleo', permissions, language: 'ja' });
  const run = '/api/v1/ops/celery/task/x/task-execution/';
  const words = 'この操作の権限がありません。';
  expect(await runOf(inJapanese, refused)).toMatchObject({ error: words });
  const listed = bodyOf<object>(await inJapanese.get(`/api/v1/ops/task-executions/${refused}/`));
  expect([listed, Object.keys(listed).includes('reason')]).toMatchObject([{ error: words }, false]);
  expect((await inJapanese.get(`${run}${refused}/result/`)).json).toMatchObject({ result: words });
  const { id: former, caller: formerCaller } = await reader('former');
  await api.pool.query('update users_user set is_active = false where id = $1', [former]);
  const late = await start(formerCaller);
  await ends(formerCaller, late, 'failed');
  const { caller: elsewhere } = await reader('elsewhere', { org: OTHER_ORG_ID });
  const foreign = await start(elsewhere);
  await ends(elsewhere, foreign, 'failed');
  expect(await runOf(elsewhere, foreign)).toMatchObject({ file: null });
});

test('a running export is stopped within seconds and leaves no file', async () => {
  const { id: user, caller } = await reader('stella');
  const payload = {
    ...{ resource: 'assets.domain', query: '', format: 'csv' as const },
    ...{ org: DEFAULT_ORG_ID, language: 'en' as const, zone: 'UTC' },
  };
  const { db, blobs, jobs } = api.services;
  const client = await api.pool.connect();
  let id = '';
  try {
    await client.query('begin');
    await client.query('lock table assets_domain in access exclusive mode');
    id = (await jobs.enqueue(exportJob, payload, { db, creator: user })) ?? '';
    await ends(caller, id, 'running');
    expect((await caller.post(`${own}${id}/stop/`)).status).toBe(200);
    await ends(caller, id, 'stopped');
  } finally {
    await client.query('rollback');
    client.release();
  }
  const next = await start(caller);
  await ends(caller, next, 'done');
  expect(await blobs.stat(`exports/${id}/file`)).toBeUndefined();
  expect(await stateOf(caller, id)).toBe('stopped');
  expect((await caller.post(`${own}told/`)).json).toEqual([next]);
});

test('lists that are not exported this way and too many exports are refused at once', async () => {
  const { id: user, caller } = await reader('greedy');
  const of = (url: string, query = '') => caller.post(`${own}exports/`, { url, query, format: 'csv' });
  const admin = api.as({ superuser: true });
  for (const url of ['/api/v1/accounts/accounts/', '/api/v1/audits/no/', '/api/v1/ops/tasks/'])
    expect((await admin.post(`${own}exports/`, { url, format: 'csv' })).status, url).toBe(404);
  expect((await of('/api/v1/assets/hosts/')).status).toBe(404);
  expect((await caller.post(`${own}exports/`, { url: domains, format: 'pdf' })).json).toMatchObject({
    format: expect.anything(),
  });
  for (let n = 0; n < 5; n += 1)
    await recordQueued(
      { id: crypto.randomUUID(), name: exportJob.name, payload: {}, creator: user },
      api.services.db,
    );
  const sixth = await of(domains);
  expect([sixth.status, sixth.json]).toMatchObject([400, { code: 'too_many_runs' }]);
});

test('an attempt whose server died is written again from the start, and old files are removed', async () => {
  const { id: creator, caller } = await reader('dora');
  const { services } = api;
  const deps = { ...services, db: services.unhurried };
  const payload = {
    ...{ resource: 'assets.domain', query: '', format: 'csv' as const },
    ...{ org: DEFAULT_ORG_ID, language: 'en' as const, zone: 'UTC' },
  };
  const id = crypto.randomUUID();
  await recordQueued({ id, name: exportJob.name, payload, creator }, services.db);
  const attempt = async (number: number, signal: AbortSignal) => {
    await recordStarted({ id, name: exportJob.name, payload, attempt: number }, services.db);
    const run = { id, attempt: number, signal, progress: () => undefined, log: () => undefined };
    await exportToFile(payload, run, deps);
  };
  const dying = new AbortController();
  dying.abort(new Error('killed'));
  await expect(attempt(1, dying.signal)).rejects.toThrow();
  expect((await caller.get(`${own}${id}/file/`)).status).toBe(404);
  await attempt(2, new AbortController().signal);
  expect((await caller.get(`${own}${id}/file/`)).text.trim().split('\r\n')).toHaveLength(rows + 1);
  const tidy = () =>
    tidyJob(deps).handle(
      {},
      {
        ...{ id: crypto.randomUUID(), attempt: 1, signal: new AbortController().signal },
        ...{ progress: () => undefined, log: () => undefined },
      },
    );
  const endedAgo = (hours: number) =>
    api.pool.query(
      `update ops_celerytaskexecution set state = 'done', date_finished = now() - make_interval(hours => $2) where id = $1`,
      [id, hours],
    );
  await endedAgo(23);
  await tidy();
  expect(await services.blobs.stat(`exports/${id}/file`)).toBeDefined();
  await endedAgo(25);
  await tidy();
  expect(await services.blobs.stat(`exports/${id}/file`)).toBeUndefined();
  expect((await caller.get(`${own}${id}/file/`)).status).toBe(404);
  expect((await findRun(id, services.db))?.state).toBe('done');
});
