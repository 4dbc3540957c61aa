import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, type Json, startInventory } from '../../../test/inventory.ts';
import { tidyJob } from '../../jobs/tidy.ts';
import { recordEnd, recordQueued } from '../../platform/jobs/runs.ts';
import { storedJob } from '../../resources/ops/job/statements.ts';
import { storeWork } from '../machineWork/statements.ts';
import { jobRun } from './runJob.ts';
import { noteRun } from './startRun.ts';

const jobs = '/api/v1/ops/jobs/';
const playbooks = '/api/v1/ops/playbooks/';
const runs = '/api/v1/ops/job-executions/';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const verbs = ['view', 'add', 'change', 'delete'];
const permissions = ['job', 'playbook', 'jobexecution'].flatMap((name) =>
  verbs.map((verb) => `ops.${verb}_${name}`),
);
const person = async (org?: string) => {
  const id = await estateOf(inventory.pool).user(randomUUID().slice(0, 8));
  return { id, ...inventory.as({ id, permissions, ...(org && { org }) }) };
};
type Person = Awaited<ReturnType<typeof person>>;
const planned = (by: Person) =>
  inventory.made(by.post(jobs, { name: randomUUID(), args: 'uptime', crontab: '0 3 * * *' }));
const plansOf = async (key: string) =>
  (await inventory.pool.query('select payload from system_plan where key = $1', [key])).rows;
const storedRun = async (id: string) =>
  (await inventory.pool.query('select org_id, status from ops_jobexecution where id = $1', [id])).rows[0];
/** A job that runs a playbook, as a later version of the server may have stored it. */
const playbookJob = async (by: Person) => {
  const { id } = await inventory.made(by.post(playbooks, { name: randomUUID() }));
  const job = await planned(by);
  await inventory.pool.query("update ops_job set type = 'playbook', playbook = $1 where id = $2", [
    id,
    job.id,
  ]);
  return { playbook: id, job: job.id, name: String(job.name) };
};

test('the jobs of a deleted user go with their schedules, those that run playbooks too', async () => {
  const ann = await person();
  const { job } = await playbookJob(ann);
  expect(await plansOf(job)).toHaveLength(1);
  const other = await planned(await person());
  expect((await inventory.admin.delete(`/api/v1/users/users/${ann.id}/`)).status).toBe(204);
  expect(await plansOf(job)).toEqual([]);
  expect(await plansOf(other.id)).toHaveLength(1);
});

test('the jobs of a deleted organization go with their schedules', async () => {
  const { id: org } = await inventory.made(
    inventory.admin.post('/api/v1/orgs/orgs/', { name: randomUUID() }),
  );
  const job = await planned(await person(org));
  expect(await plansOf(job.id)).toHaveLength(1);
  const gone = await inventory.admin.delete(`/api/v1/orgs/orgs/${org}/`);
  expect(gone.status, gone.text).toBe(204);
  expect(await plansOf(job.id)).toEqual([]);
});

test('a playbook stays while a job uses it; the refusal names the job', async () => {
  const ann = await person();
  const { playbook, job, name } = await playbookJob(ann);
  for (const reply of [
    await ann.delete(`${playbooks}${playbook}/`),
    await ann.delete(`${playbooks}?ids=${playbook}`),
  ]) {
    const { code, msg } = bodyOf(reply);
    expect({ status: reply.status, code }).toEqual({ status: 400, code: 'playbook_has_job' });
    expect(msg).toContain(name);
  }
  // Of many jobs, it names some and says that there are more.
  const more = await Promise.all([1, 2, 3].map(() => playbookJob(ann)));
  const users = more.map((one) => one.job);
  await inventory.pool.query('update ops_job set playbook = $1 where id = any($2)', [playbook, users]);
  expect(bodyOf(await ann.delete(`${playbooks}${playbook}/`)).msg).toMatch(/\(\S+, \S+, \S+ …\)/);
  for (const one of [job, ...users]) expect((await ann.delete(`${jobs}${one}/`)).status).toBe(204);
  expect((await ann.delete(`${playbooks}${playbook}/`)).status).toBe(204);
});

/** A run of a job that has not ended. */
const runOf = async (job: string, by: Person) => {
  const { db } = inventory.services;
  const id = randomUUID();
  await recordQueued({ id, name: jobRun.name, payload: {}, creator: by.id }, db);
  const stored = await storedJob(job, db);
  if (!stored) return expect.fail();
  const { org_id: org, definition } = stored;
  const wish = { id, org, job, definition, parameters: {}, creator: by.id, remoteAddr: '' };
  await noteRun(wish, 'ann', db);
  return id;
};

test.each([
  ['disabled', (id: string) => inventory.admin.patch(`/api/v1/users/users/${id}/`, { is_active: false })],
  ['deleted', (id: string) => inventory.admin.delete(`/api/v1/users/users/${id}/`)],
])(
  'the run of a user who is %s ends at once: its command, its task and its entry in the log of jobs',
  async (_what, leave) => {
    const { db } = inventory.services;
    const [ann, bob] = [await person(), await person()];
    const [left, stays] = [
      await runOf((await planned(ann)).id, ann),
      await runOf((await planned(bob)).id, bob),
    ];
    for (const [id, by] of [
      [left, ann],
      [stays, bob],
    ] as const)
      await storeWork(
        id,
        {
          ...{
            kind: 'run_command',
            orgId: (await storedRun(id)).org_id,
            userId: by.id,
            priority: 0,
            parallel: 1,
          },
          ...{ seconds: 60, isRepeatable: false, trustsFirst: true },
          targets: sql`(select ${randomUUID()}::uuid as asset, null::uuid as account, 'web' as name, 'shell' as method,
          '{}'::jsonb as params, null::int as port, null::jsonb as skipped)`,
        },
        db,
      );
    expect((await leave(ann.id)).status).toBeLessThan(300);
    const [facts] =
      await db.rows(sql`select l.is_finished, l.is_success, w.date_finished is not null as is_over, e.state
    from audits_joblog l join ops_machinework w on w.id = l.id join ops_celerytaskexecution e on e.id = l.id where l.id = ${left}`);
    expect(facts).toEqual({ is_finished: true, is_success: false, is_over: true, state: 'stopped' });
    expect(await storedRun(stays)).toMatchObject({ status: 'running' });
  },
);

test('runs of a job that the caller does not have, and a stop of no run, are refused as in the protocol; OPTIONS names every module', async () => {
  const [ann, bob] = [await person(), await person()];
  const [mine, theirs] = [(await planned(ann)).id, (await planned(bob)).id];
  for (const id of ['junk', randomUUID(), theirs]) {
    const { status, json } = await ann.get(`${runs}?job_id=${id}`);
    expect([status, json]).toEqual([400, { job_id: [expect.any(String)] }]);
  }
  const run = await runOf(mine, ann);
  expect(bodyOf<Json[]>(await ann.get(`${runs}?job_id=${mine}`)).map(({ id }) => id)).toEqual([run]);
  const { actions } = bodyOf<{ actions: { POST: Record<string, { choices: Json[] }> } }>(
    await ann.options(jobs),
  );
  expect(actions.POST.module?.choices).toHaveLength(8);
  expect(actions.POST.id).toMatchObject({ read_only: true });
  const { status, json } = await ann.post(`${runs}stop/`, {});
  expect([status, json]).toEqual([400, { error: { task_id: ['This field is required.'] } }]);
});

test('B-4-009 a run whose task is lost has failed, in its list, in its job and in the log of jobs', async () => {
  const ann = await person();
  const job = await planned(ann);
  const { db } = inventory.services;
  const run = () => runOf(job.id, ann);
  const [stopped, forgotten, going] = [await run(), await run(), await run()];
  await recordEnd({ id: stopped }, 'stopped', '', db);
  await inventory.pool.query('delete from ops_celerytaskexecution where id = $1', [forgotten]);
  const { signal } = new AbortController();
  const tools = { id: randomUUID(), attempt: 1, signal, progress: () => undefined, log: () => undefined };
  await tidyJob(inventory.services).handle({}, tools);
  const ids = async (status: string) =>
    bodyOf<{ results: Json[] }>(await ann.get(`${runs}?limit=9&status=${status}`)).results.map(
      ({ id }) => id,
    );
  expect((await ids('failed')).toSorted()).toEqual([stopped, forgotten].toSorted());
  expect(await ids('running')).toEqual([going]);
  expect(bodyOf(await ann.get(`${runs}${stopped}/`))).toMatchObject({
    ...{ is_finished: true, is_success: false, date_finished: expect.any(String) },
    summary: { error: expect.stringMatching(/\w/) },
  });
  const log = await inventory.pool.query('select id from audits_joblog where is_finished and id = any($1)', [
    [stopped, forgotten, going],
  ]);
  expect(log.rows.map(({ id }) => id).toSorted()).toEqual([stopped, forgotten].toSorted());
});
