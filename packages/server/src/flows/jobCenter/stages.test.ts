import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { estateOf } from '../../../test/estate.ts';
import { bodyOf, type Inventory, startInventory } from '../../../test/inventory.ts';
import { recordQueued } from '../../platform/jobs/runs.ts';
import { storedJob } from '../../resources/ops/job/statements.ts';
import { jobRuns } from '../../resources/ops/jobexecution/statements.ts';
import { endStage } from '../machineWork/stages.ts';
import { storeWork } from '../machineWork/statements.ts';
import { jobRun } from './runJob.ts';
import { noteRun } from './startRun.ts';
import { tellWaits } from './tellRules.ts';

const jobs = '/api/v1/ops/jobs/';
const runs = '/api/v1/ops/job-executions/';

let inventory: Inventory;
beforeAll(async () => {
  inventory = await startInventory();
});
afterAll(() => inventory.stop());

const permissions = ['ops.add_job', 'ops.view_job', 'ops.view_jobexecution', 'ops.add_jobexecution'];
const person = async () => {
  const id = await estateOf(inventory.pool).user(randomUUID().slice(0, 8));
  return { id, ...inventory.as({ id, permissions }) };
};

test('the first machines and the batches of a job are numbers or shares', async () => {
  const ann = await person();
  const send = (more: object) =>
    ann.post(jobs, { name: randomUUID(), args: 'uptime', is_periodic: false, ...more });
  const row = await inventory.made(send({ canary: '2', canary_next: 'success', batch: '25%' }));
  expect(row).toMatchObject({ canary: '2', canary_next: { value: 'success' }, batch: '25%' });
  const refused = await send({ canary: '0' });
  const reason = 'Enter a number of machines, or a share such as 10%.';
  expect([refused.status, refused.json]).toEqual([400, { canary: [reason] }]);
});

test('a run that waits says so to its user, who alone continues it, once; the operate log has it', async () => {
  const { db } = inventory.services;
  const [ann, bob] = [await person(), await person()];
  const job = await inventory.made(
    ann.post(jobs, { name: 'rolling', args: 'uptime', canary: '1', is_periodic: false }),
  );
  const [stored, id] = [await storedJob(job.id, db), randomUUID()];
  if (!stored) return expect.fail();
  const run = { id, org: stored.org_id, job: job.id, definition: stored.definition, parameters: {} };
  await recordQueued({ id, name: jobRun.name, payload: {}, creator: ann.id }, db);
  await noteRun({ ...run, creator: ann.id, remoteAddr: '' }, 'ann', db);
  const work = {
    ...({
      kind: 'run_command',
      orgId: run.org,
      userId: ann.id,
      priority: 0,
      parallel: 9,
      seconds: 60,
    } as const),
    ...{ isRepeatable: false, trustsFirst: true, stages: { upTo: [1], firstWaits: true } },
    targets: sql`(select gen_random_uuid() as asset, null::uuid as account, 'web-' || g as name, 'shell' as method,
      '{}'::jsonb as params, null::int as port, null::jsonb as skipped from generate_series(1, 3) g)`,
  };
  await storeWork(id, work, db);
  const pause = async () =>
    bodyOf<{ pause: { next: number; stage: number } | null }>(await ann.get(`${runs}${id}/hosts/`)).pause;
  expect(await pause()).toBeNull();
  expect(bodyOf(await ann.post(`${runs}${id}/continue/`))).toMatchObject({ code: 'job_not_paused' });
  await db.rows(
    sql`update ops_machinetarget set state = 'ok', date_end = now() where work = ${id} and place = 1`,
  );
  const [begun] = await jobRuns([id], db);
  await endStage(id, db, (next, tx) => (begun ? tellWaits(begun, next, tx) : expect.fail()));
  expect(await pause()).toEqual({ next: 2, stage: 0 });
  const listed = async () => bodyOf<{ id: string; is_paused: boolean }[]>(await ann.get(runs));
  expect(await listed()).toMatchObject([{ id, status: 'running', is_paused: true }]);
  const told = await inventory.pool.query('select text from notifications_sitemessage where "user" = $1', [
    ann.id,
  ]);
  expect(told.rows).toEqual([{ text: { key: 'job_paused', params: { job: 'rolling', run: id, next: 2 } } }]);
  expect((await bob.post(`${runs}${id}/continue/`)).status).toBe(404);
  const stale = await ann.post(`${runs}${id}/continue/?stage=1`);
  expect(bodyOf(stale)).toMatchObject({ code: 'job_not_paused' });
  const on = `${runs}${id}/continue/?stage=0`;
  const answers = await Promise.all([ann.post(on), ann.post(on)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(await listed()).toMatchObject([{ id, is_paused: false }]);
  expect(await pause()).toBeNull();
  const { rows } = await inventory.pool.query('select diff from audits_operatelog where resource_id = $1', [
    id,
  ]);
  expect(rows).toEqual([{ diff: { 'Continued on machines': ['', '2'] } }]);
});
