import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startApi } from '../../../test/api.ts';
import type { Language } from '../../platform/i18n.ts';
import { defineJob, handleJob } from '../../platform/jobs/defineJob.ts';
import { recordEnd, recordQueued, recordReport, recordStarted } from '../../platform/jobs/runs.ts';
import { createNotices } from '../../platform/notices.ts';
import { syncTasks } from './syncTasks.ts';

const [ann, ben] = [randomUUID(), randomUUID()];
const view = ['ops.view_celerytask', 'ops.view_celerytaskexecution'];
const usual = {
  payload: z.object({ of: z.string().default('') }),
  concurrency: 1,
  timeoutSeconds: 60,
  retries: 0,
};
const cron = '0 2 * * *';
const nightly = defineJob({ ...usual, name: 'clean_up', schedule: { cron }, isStoppable: true });
const needed = defineJob({ ...usual, name: 'tidy', schedule: { cron, isNeeded: true }, isStoppable: false });
const asked = defineJob({ ...usual, name: 'sync_vault', isStoppable: true });

let api: Awaited<ReturnType<typeof startApi>>;
const url = '/api/v1/ops/';
const run = '/api/v1/ops/task-executions/';
beforeAll(async () => {
  api = await startApi({ notices: createNotices, environment: { GATEHOUSE_TIME_ZONE: 'Asia/Tokyo' } });
  const { jobs, db } = api.services;
  const endless = handleJob(
    asked,
    (_payload, { signal, log }) =>
      new Promise((_resolve, reject) => {
        log('at work');
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const others = [nightly, needed].map((definition) => handleJob(definition, async () => undefined));
  const off = await syncTasks([nightly, needed, asked], db);
  await jobs.start([...others, endless], () => undefined, off);
});
afterAll(async () => {
  await api.services.jobs.close(1_000);
  await api.stop();
});

const admin = () => api.as({ superuser: true, id: ann });
const schedules = async () =>
  (await api.pool.query<{ name: string }>('select name from system_schedule order by name')).rows.map(
    ({ name }) => name,
  );
const ended = async (name: string, state: 'done' | 'failed', facts: object = {}) => {
  const id = randomUUID();
  await recordQueued({ id, name, payload: {}, ...facts }, api.services.db);
  await recordEnd({ id }, state, state === 'failed' ? 'no luck' : '', api.services.db);
  return id;
};

test('A-2.6-025 tasks are listed with name, schedule, next run and health, the scheduled ones first', async () => {
  await ended('tidy', 'failed');
  await ended('tidy', 'done');
  await ended('clean_up', 'done');
  const japanese = api.as({ permissions: view, language: 'ja', zone: 'Asia/Tokyo' });
  const reply = await japanese.get(`${url}tasks/`);
  expect(reply.json).toMatchObject([
    {
      name: 'clean_up',
      meta: { comment: '定期クリーンアップ', queue: 'default' },
      summary: { total: 1, success: 1 },
      state: 'green',
      exec_cycle: '0 2 * * *',
      next_exec_time: expect.stringMatching(/^\d{4}\/\d\d\/\d\d 02:00:00$/),
      enabled: true,
      may_switch_off: true,
    },
    { name: 'tidy', summary: { total: 2, success: 1 }, state: 'yellow', may_switch_off: false },
    {
      name: 'sync_vault',
      date_last_publish: null,
      may_switch_off: false,
      exec_cycle: null,
      enabled: null,
    },
  ]);
  await ended('tidy', 'failed');
  expect((await api.as({ permissions: view }).get(`${url}tasks/?name=housekeep`)).json).toMatchObject([
    { name: 'tidy', state: 'red' },
  ]);
});

test('a search finds tasks by what they are called in the language of the reader, and by their names', async () => {
  const found = async (language: Language, term: string) => {
    const reply = await api
      .as({ permissions: view, language })
      .get(`${url}tasks/?search=${encodeURIComponent(term)}`);
    return (reply.json as { name: string }[]).map(({ name }) => name);
  };
  expect(await found('ja', '定期クリーン')).toEqual(['clean_up']);
  expect(await found('en', '定期クリーン')).toEqual([]);
  expect(await found('en', 'HOUSEKEEP')).toEqual(['tidy']);
  expect(await found('en', 'sync_v')).toEqual(['sync_vault']);
  expect(await found('en', 'nothing')).toEqual([]);
});

test('a schedule is switched off and on over all servers, by super administrators only, and the change is logged', async () => {
  const at = `${url}celery/period-tasks/clean_up/`;
  expect((await api.as({ permissions: view }).patch(at, { enabled: false })).status).toBe(403);
  expect(await schedules()).toEqual(['clean_up', 'tidy']);
  const off = await admin().patch(at, { enabled: false });
  expect(off.json).toMatchObject({ name: 'clean_up', description: 'Clean-up', enabled: false });
  expect(await schedules()).toEqual(['tidy']);
  expect((await admin().get(`${url}tasks/?name=clean_up`)).json).toMatchObject([
    { enabled: false, next_exec_time: null },
  ]);
  expect(await syncTasks([nightly, needed], api.services.db)).toEqual(new Set(['clean_up']));
  const [logged] = (
    await api.pool.query<{ action: string; diff: unknown }>(
      "select action, diff from audits_operatelog where resource = 'Clean-up'",
    )
  ).rows;
  expect(logged).toEqual({ action: 'update', diff: { Enabled: ['Yes', 'No'] } });
  await admin().patch(at, { enabled: true });
  expect(await schedules()).toEqual(['clean_up', 'tidy']);
  const refused = await admin().patch(`${url}celery/period-tasks/tidy/`, { enabled: false });
  expect([refused.status, refused.json]).toEqual([
    400,
    { enabled: ['The installation needs this task. It cannot be switched off.'] },
  ]);
  expect((await admin().patch(at, { enabled: 'soon' })).status).toBe(400);
  expect((await admin().patch(`${url}celery/period-tasks/sync_vault/`, { enabled: false })).status).toBe(404);
});

test('a task that the servers carry out is not deleted, one of an earlier version is', async () => {
  const idOf = async (name: string) =>
    (await api.pool.query('select id from ops_celerytask where name = $1', [name])).rows[0]?.id;
  await api.pool.query(
    "insert into ops_celerytask (name, is_enabled, is_periodic) values ('retired', true, false)",
  );
  const [kept, gone] = [await idOf('tidy'), await idOf('retired')];
  expect((await api.as({ permissions: view }).delete(`${url}tasks/${gone}/`)).status).toBe(403);
  expect((await admin().delete(`${url}tasks/${kept}/`)).json).toMatchObject({ code: 'task_in_use' });
  expect((await admin().delete(`${url}tasks/${gone}/`)).status).toBe(204);
});

test('users see only runs that they started; runs of others have neither log nor result for them', async () => {
  const theirs = await ended('sync_vault', 'failed', { by: 'Ben(ben)', creator: ben });
  await recordReport({ id: theirs, attempt: 0 }, { progress: 10, lines: 'secret of ben\n' }, api.services.db);
  const [mine, yours] = [api.as({ permissions: view, id: ann }), api.as({ permissions: view, id: ben })];
  const places = [
    `${run}${theirs}/`,
    `${url}celery/task/sync_vault/task-execution/${theirs}/log/`,
    `${url}ansible/job-execution/${theirs}/log/`,
    `${url}celery/task/sync_vault/task-execution/${theirs}/result/`,
  ];
  for (const place of places) {
    const [forbidden, allowed] = [await mine.get(place), await yours.get(place)];
    expect([forbidden.status, allowed.status], place).toEqual([404, 200]);
    expect(forbidden.text).not.toContain('secret');
  }
  expect((await mine.get(run)).json).toEqual([]);
  expect((await mine.post(`${run}${theirs}/stop/`)).status).toBe(404);
  expect((await mine.post(`${url}own-runs/${theirs}/stop/`)).status).toBe(404);
  expect((await admin().post(`${url}own-runs/${theirs}/stop/`)).status).toBe(404);
  expect((await mine.get(`${url}own-runs/`)).json).toEqual([]);
  expect((await yours.get(`${url}own-runs/`)).json).toMatchObject([
    { id: theirs, title: 'Secrets to the vault' },
  ]);
  expect((await yours.get(`${places[3]}`)).json).toEqual({ id: theirs, result: 'no luck', state: 'FAILURE' });
  const tasks = (await admin().get(`${url}tasks/?name=sync_vault`)).json as { id: string }[];
  expect((await admin().get(`${run}?task_id=${tasks[0]?.id}`)).json).toMatchObject([
    { id: theirs, state: { value: 'failed' }, is_finished: true, is_success: false, created_by: 'Ben(ben)' },
  ]);
});

test('a huge log keeps its end, and is read part by part with marks that stay valid', async () => {
  const id = randomUUID();
  const { db } = api.services;
  const place = `${url}celery/task/tidy/task-execution/${id}/log/`;
  await recordQueued({ id, name: 'tidy', payload: {} }, db);
  expect((await admin().get(place)).json).toEqual({ data: '.', end: false, mark: '0' });
  await recordStarted({ id, name: 'tidy', payload: {}, attempt: 1 }, db);
  for (let part = 0; part < 10; part += 1)
    await recordReport({ id, attempt: 1 }, { progress: null, lines: `${part}`.repeat(10_000) }, db);
  const first = (await admin().get(place)).json as { data: string; end: boolean; mark: string };
  expect([first.data.slice(0, 3), first.data.length, first.mark]).toEqual([
    '333',
    10_240,
    `${100_000 - 65_536 + 10_240}`,
  ]);
  let [mark, text] = [first.mark, first.data];
  await recordEnd({ id, attempt: 1 }, 'done', '', db);
  for (let end = false; !end; ) {
    const part = (await admin().get(`${place}?mark=${mark}`)).json as {
      data: string;
      end: boolean;
      mark: string;
    };
    [mark, text, end] = [part.mark, text + part.data, part.end];
  }
  expect([text.length, text.slice(-3), mark]).toEqual([65_536, '999', '100000']);
  for (const strange of ['-5', 'x', '1e400', '999999999999999', "'"])
    expect((await admin().get(`${place}?mark=${encodeURIComponent(strange)}`)).status, strange).toBe(200);
});

/** Two seconds are the budget; this is what a busy machine may take. */
const stoppedMs = 10_000;

test('a run is stopped within two seconds by the user who started it, and run again by a super administrator', async () => {
  const { jobs, db } = api.services;
  const id = await jobs.enqueue(asked, { of: 'x' }, { db, by: 'Ben(ben)', creator: ben });
  const yours = api.as({ id: ben });
  const state = async (of = id) =>
    (await api.pool.query('select state from ops_celerytaskexecution where id = $1', [of])).rows[0]?.state;
  await expect.poll(() => state()).toBe('running');
  const began = Date.now();
  expect((await yours.post(`${url}own-runs/${id}/stop/`)).status).toBe(200);
  await expect.poll(() => state()).toBe('stopped');
  expect(Date.now() - began).toBeLessThan(stoppedMs);
  expect((await yours.post(`${url}own-runs/${id}/stop/`)).json).toMatchObject({ code: 'run_not_stoppable' });
  expect((await api.as({ permissions: view, id: ben }).post(`${run}?from=${id}`)).status).toBe(403);
  const again = await admin().post(`${run}?from=${id}`, {});
  expect(again.status, again.text).toBe(201);
  const { task_id } = again.json as { task_id: string };
  await expect.poll(() => state(task_id)).toBe('running');
  expect((await admin().get(`${run}${task_id}/`)).json).toMatchObject({
    kwargs: { of: 'x' },
    is_stoppable: true,
  });
  expect((await admin().post(`${run}${task_id}/stop/`)).status).toBe(200);
  expect((await admin().post(run, {})).json).toMatchObject({ code: 'task_args_error' });
  for (const from of [randomUUID(), 'nonsense', "' or 1=1"])
    expect((await admin().post(`${run}?from=${encodeURIComponent(from)}`, {})).json).toMatchObject({
      code: 'task_not_found_error',
    });
});

test('the monitor shows queues, servers and failures to who may see it; its addresses lead to our pages', async () => {
  expect((await api.as({ permissions: view }).get(`${url}task-monitor/`)).status).toBe(403);
  const monitor = api.as({ permissions: ['ops.view_taskmonitor', 'ops.view_celerytaskexecution'] });
  const { queues, failures } = (await monitor.get(`${url}task-monitor/`)).json as {
    queues: { name: string; failed: number; most: number }[];
    failures: { name: string; error: string }[];
  };
  expect(queues.find(({ name }) => name === 'tidy')).toMatchObject({
    title: 'Housekeeping',
    failed: 2,
    most: 1,
  });
  expect(failures[0]).toMatchObject({ error: 'no luck' });
  const leads = async (path: string) => {
    const { status, headers } = await monitor.get(path);
    return [status, headers.location];
  };
  expect(await leads('/core/flower/?_=1')).toEqual([302, '/ui/settings/task-monitor']);
  expect(await leads(`/core/ops/celery/task/${ann}/log/?type=celery`)).toEqual([
    302,
    `/ui/ops/celery/task/${ann}/log/`,
  ]);
  expect((await leads('/core/ops/%2F%2Fevil.example/task/x%2F..%2F/log/'))[1]).toBe(
    '/ui/ops/celery/task/x%2F..%2F/log/',
  );
  expect((await api.as({ anonymous: true }).get(`/core/ops/celery/task/${ann}/log/`)).status).toBe(401);
});
