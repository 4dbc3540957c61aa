import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { OTHER_ORG_ID, type Reply } from '../../../../test/api.ts';
import { estateOf } from '../../../../test/estate.ts';
import { bodyOf, type Json } from '../../../../test/inventory.ts';
import { startJobCenter } from '../../../../test/machines/jobCenter.ts';
import { tidyJob } from '../../../jobs/tidy.ts';
import { jobRuns } from '../../../resources/ops/jobexecution/statements.ts';
import { jobRun } from '../runJob.ts';
import { stopRunsOf } from '../stopRuns.ts';
import { refuseUnapproved } from './verify.ts';

const jobs = '/api/v1/ops/jobs/';
const runs = '/api/v1/ops/job-executions/';
const approvals = '/api/v1/ops/job-approvals/';
const deciding = ['ops.view_jobapproval', 'ops.change_jobapproval'];
const everyday = permissionsOfBuiltinRole(builtinRoles.orgUser);

type Center = Awaited<ReturnType<typeof startJobCenter>>;
type User = Awaited<ReturnType<Center['user']>>;
type Caller = Pick<User, 'get' | 'post'>;
type Approval = { id: string; status: { value: string }; material: string };
type Content = { digest: string; reason: string; command: string; reviewers: string[]; schedule: string };
type Facts = {
  status: string;
  error: string;
  approval: { status: string; reviewers: string[]; comment: string } | null;
  hosts: { name: string; state: string; reason: string }[];
};

let center: Center;
let ann: User;
let boss: User;
let web: string;
let db: string;
beforeAll(async () => {
  center = await startJobCenter();
  ann = await center.user('ann');
  web = (await center.machine('web-1')).id;
  db = (await center.machine('db-1')).id;
  await center.grant(ann.id, [web, db]);
  boss = await reviewer('boss');
});
afterAll(() => center.stop());
beforeEach(async () => {
  await set({ JOB_APPROVAL: 'all' });
  await center.pool.query('delete from ops_jobapproval');
  await center.pool.query('delete from audits_messagelog');
});

const set = async (values: Record<string, unknown>) => {
  const { settings, db: database } = center.services;
  await settings.set(values as never, database);
  await settings.reload();
};
const reviewer = async (username: string, org = DEFAULT_ORG_ID): Promise<User> => {
  const estate = estateOf(center.pool, org);
  const id = await estate.user(username);
  await estate.insert('rbac_rolebinding', { user: id, role: builtinRoles.orgAdmin.id, scope: 'org', org });
  return { id, ...center.as({ id, username, org, permissions: [...everyday, ...deciding] }) };
};
const wish = (more: Json = {}) => ({
  ...{ args: 'echo ran', assets: [web, db], instant: true, is_periodic: false, timeout: 60 },
  ...{ runas: center.sshd.username, ...more },
});
const started = async (reply: Promise<Reply>): Promise<string> => {
  const answer = await reply;
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<{ task_id: string }>(answer).task_id;
};
const asked = (more: Json = {}, by = ann) => started(by.post(jobs, wish(more)));
const factsOf = async (run: string, by: Caller = ann) => bodyOf<Facts>(await by.get(`${runs}${run}/hosts/`));
const ended = async (run: string) => {
  await expect.poll(async () => (await factsOf(run)).status, { timeout: 30_000 }).not.toBe('running');
  return factsOf(run);
};
const listed = async (by: Caller = boss) => bodyOf<Approval[]>(await by.get(approvals));
const contentOf = async (id: string, by: Caller = boss) =>
  bodyOf<Content>(await by.get(`${approvals}${id}/content/`));
const newest = async (): Promise<Approval> => (await listed())[0] ?? expect.fail('nothing waits');
const approved = async (id: string, by: Caller = boss, digest?: string) =>
  by.post(`${approvals}${id}/approve/`, { digest: digest ?? (await contentOf(id)).digest });
const rejected = (id: string, by: Caller = boss, comment = 'not at noon') =>
  by.post(`${approvals}${id}/reject/`, { comment });
const messagesTo = async (user: string) =>
  (
    await center.pool.query(
      `select message_type as key from audits_messagelog where "user" = $1 and backend = 'site_msg' order by date_created`,
      [user],
    )
  ).rows.map(({ key }) => key);
const logged = async (id: string) =>
  (
    await center.pool.query(
      `select "user", action from audits_operatelog where resource_key = 'ops.jobapproval' and resource_id = $1 order by datetime`,
      [id],
    )
  ).rows.map(({ user, action }) => `${user} ${action}`);
const inJobLog = async (run: string) =>
  (await center.pool.query('select 1 from audits_joblog where id = $1', [run])).rows.length;
const targets = async (run: string) =>
  (await center.pool.query('select 1 from ops_machinetarget where work = $1', [run])).rows.length;
const tidy = () => {
  const run = { id: randomUUID(), signal: new AbortController().signal, log: () => undefined };
  return tidyJob(center.services as never).handle({}, run as never);
};

test('a run waits until another user approves exactly what was shown; nothing reaches a machine before', async () => {
  const run = await asked({ args: 'echo on {{ jms_asset.name }}' });
  expect(await factsOf(run)).toMatchObject({
    ...{ status: 'waiting', hosts: [] },
    approval: { status: 'waiting', reviewers: ['BOSS(boss)'], machines: 2 },
  });
  expect([await targets(run), await inJobLog(run)]).toEqual([0, 0]);
  expect(bodyOf(await ann.get(`/api/v1/ops/job-execution/task-detail/${run}/`))).toMatchObject({
    ...{ status: 'waiting', is_finished: false },
  });
  const { id, ...row } = await newest();
  expect(row).toMatchObject({
    ...{ status: { value: 'waiting' }, material: 'shell:echo on {{ jms_asset.name }}', machines_amount: 2 },
    applicant: { username: 'ann' },
  });
  expect(await contentOf(id)).toMatchObject({
    ...{ command: 'echo on {{ jms_asset.name }}', module: 'shell', runas: center.sshd.username, timeout: 60 },
    ...{ runas_policy: 'skip', reason: '', reviewers: ['BOSS(boss)'], schedule: '' },
  });
  expect(bodyOf(await boss.get(`${approvals}${id}/machines/?search=web`))).toEqual({
    ...{ machines: [{ id: web, name: 'web-1', address: '127.0.0.1' }], has_more: false },
  });
  expect(await messagesTo(boss.id)).toEqual(['job_to_approve']);
  expect((await approved(id)).status).toBe(200);
  const facts = await ended(run);
  expect(facts).toMatchObject({
    status: 'success',
    approval: { status: 'approved', decided_by: 'boss(boss)' },
  });
  expect(facts.hosts.map(({ name, state }) => `${name} ${state}`)).toEqual(['db-1 ok', 'web-1 ok']);
  expect(await messagesTo(ann.id)).toEqual(['job_approved']);
  expect(await logged(id)).toEqual(['ann(ann) create', 'boss(boss) approve']);
  expect(await inJobLog(run)).toBe(1);
});

test('a rejected run never begins: its page and a message tell the applicant the reason', async () => {
  const run = await asked();
  const { id } = await newest();
  expect((await rejected(id, boss, ' ')).json).toMatchObject({ comment: [expect.anything()] });
  expect((await rejected(id)).status).toBe(200);
  expect(await factsOf(run)).toMatchObject({
    status: 'failed',
    error: 'Rejected by boss(boss): not at noon',
  });
  expect(await messagesTo(ann.id)).toEqual(['job_rejected']);
  expect([await targets(run), await inJobLog(run), await logged(id)]).toEqual([
    ...[0, 0],
    ['ann(ann) create', 'boss(boss) reject'],
  ]);
});

test('attack: no second role, session or key of the applicant decides, nor a user without the permission, nor one elsewhere', async () => {
  await asked();
  const { id } = await newest();
  const { digest } = await contentOf(id);
  const twin = center.as({
    id: ann.id,
    username: 'ann',
    permissions: [...everyday, ...deciding],
    superuser: true,
  });
  for (const decide of [() => approved(id, twin, digest), () => rejected(id, twin)])
    expect(await decide()).toMatchObject({
      ...{ status: 403, json: { detail: 'Another user must decide on what you requested.' } },
    });
  expect((await approved(id, center.as({ permissions: deciding }), digest)).status).toBe(403);
  const eve = await center.user('eve');
  const reader = center.as({ id: eve.id, permissions: deciding.slice(0, 1) });
  const elsewhere = center.as({ id: boss.id, permissions: deciding, org: OTHER_ORG_ID });
  for (const [by, status] of [
    [eve, 403],
    [reader, 403],
    [elsewhere, 404],
  ] as const) {
    expect((await approved(id, by, digest)).status).toBe(status);
    expect((await rejected(id, by)).status).toBe(status);
  }
  for (const part of ['', 'content/', 'machines/', 'file/?path=main.yml']) {
    expect((await eve.get(`${approvals}${id}/${part}`)).status).toBe(403);
    expect((await elsewhere.get(`${approvals}${id}/${part}`)).status).toBe(404);
  }
  expect(await listed(elsewhere)).toEqual([]);
  expect((await newest()).status.value).toBe('waiting');
});

test('attack: an approval is used once; a repeated run, another digest and a second decision get none of it', async () => {
  const run = await asked();
  const { id } = await newest();
  expect((await approved(id, boss, 'f'.repeat(64))).status).toBe(409);
  const answers = await Promise.all([approved(id), approved(id), rejected(id)]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  await ended(run);
  for (const again of [await approved(id), await rejected(id)]) expect(again.status).toBe(409);
  const repeated = await started(ann.post(`${runs}${run}/rerun/?hosts=all`));
  expect(await factsOf(repeated)).toMatchObject({ status: 'waiting', approval: { status: 'waiting' } });
  expect(await targets(repeated)).toBe(0);
});

test('files wait as well, with their digests, and go to the machines once they are approved', async () => {
  await center.grant(ann.id, [web], { actions: ['upload'] });
  const folder = `approved-${randomUUID()}`;
  const job = await center.made(
    ann.post(jobs, {
      ...wish({ assets: [web], args: JSON.stringify({ dst_path: folder }) }),
      type: 'upload_file',
      instant: false,
    }),
  );
  const form = new FormData();
  form.append('files', new File(['text'], 'a.txt'));
  form.append('job_id', job.id);
  const sent = new Response(form);
  const type = sent.headers.get('content-type') ?? '';
  const run = await started(
    ann.post(`${jobs}upload/`, Buffer.from(await sent.arrayBuffer()), { 'content-type': type }),
  );
  const { id } = await newest();
  expect(await contentOf(id)).toMatchObject({
    files: [{ path: 'a.txt', size: 4, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  });
  expect((await approved(id)).status).toBe(200);
  expect(await ended(run)).toMatchObject({ status: 'success', hosts: [{ name: 'web-1', state: 'ok' }] });
  await rm(`/tmp/${folder}`, { recursive: true });
});

test('attack: what is edited after the request is not what runs: a playbook, an address, the machines of later stages', async () => {
  const { id: book } = await center.made(ann.post('/api/v1/ops/playbooks/', { name: randomUUID() }));
  const edit = (content: string) =>
    ann.patch(`/api/v1/ops/playbook/${book}/file/`, { key: 'main.yml', content });
  await edit('- hosts: all\n');
  await ann.post(jobs, {
    ...wish({ name: randomUUID(), type: 'playbook', playbook: book }),
    instant: false,
    run_after_save: true,
  });
  const playbook = await newest();
  const file = `${approvals}${playbook.id}/file/?path=main.yml`;
  expect(bodyOf(await boss.get(file))).toEqual({ content: '- hosts: all\n', is_binary: false });
  const { digest } = await contentOf(playbook.id);
  await edit('- hosts: all\n  tasks: [{ command: reboot }]\n');
  expect((await contentOf(playbook.id)).reason).toContain('has changed');
  expect((await boss.get(file)).status).toBe(409);
  expect((await approved(playbook.id, boss, digest)).status).toBe(409);

  const moved = (address: string) =>
    center.pool.query('update assets_asset set address = $1 where id = $2', [address, web]);
  await asked();
  const { id } = await newest();
  await moved('127.0.0.2');
  expect((await approved(id)).status).toBe(409);
  await moved('127.0.0.1');

  const run = await asked({ canary: '1' });
  expect((await approved((await newest()).id)).status).toBe(200);
  await expect
    .poll(async () => (await factsOf(run)).hosts.map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['ok', 'waiting']);
  await moved('127.0.0.2');
  await expect.poll(async () => (await ann.post(`${runs}${run}/continue/`)).status).toBe(200);
  expect((await ended(run)).hosts).toMatchObject([
    { name: 'db-1', state: 'ok' },
    { name: 'web-1', reason: expect.stringContaining('changed after the approval') },
  ]);
  await moved('127.0.0.1');
});

test('attack: an editor that is faster than the check gains nothing, since the files that were packed to run are judged', async () => {
  const { id: playbook } = await center.made(ann.post('/api/v1/ops/playbooks/', { name: randomUUID() }));
  const job = { ...wish({ name: randomUUID(), type: 'playbook', playbook }), instant: false };
  const run = await started(ann.post(jobs, { ...job, run_after_save: true }));
  expect((await approved((await newest()).id)).status).toBe(200);
  const [row] = await jobRuns([run], center.services.db);
  if (!row) return expect.fail();
  const begin = (files?: { path: string; size: number; sha256: string }[]) =>
    refuseUnapproved(row, { isScheduled: false, files }, center.services);
  await begin();
  await expect(begin([{ path: 'main.yml', size: 1, sha256: 'f'.repeat(64) }])).rejects.toMatchObject({
    reason: { key: 'job_approval_changed' },
  });
  await ann.post(`${runs}stop/`, { task_id: run });
});

/** A run of a job by its schedule, once it has ended. */
const due = async (job: string) => {
  const { jobs: queue, db: database } = center.services;
  const run = await queue.enqueue(jobRun, { org: DEFAULT_ORG_ID, job }, { db: database });
  if (!run) return expect.fail();
  await expect.poll(async () => (await ann.get(`${runs}${run}/`)).status, { timeout: 10_000 }).toBe(200);
  return ended(run);
};

test('a schedule is approved once, runs without asking until the job changes, and not again because it changed back', async () => {
  const times = { is_periodic: true, crontab: '0 3 * * *', interval: null };
  const job = await center.made(ann.post(jobs, wish({ name: 'nightly', instant: false, ...times })));
  const first = await newest();
  expect(await contentOf(first.id)).toMatchObject({ schedule: '0 3 * * *', name: 'nightly' });
  expect(await due(job.id)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('is not approved'),
  });
  expect(await listed()).toHaveLength(1);
  expect((await approved(first.id)).status).toBe(200);
  expect([(await due(job.id)).status, (await due(job.id)).status]).toEqual(['success', 'success']);
  // Approved is the schedule, no run by hand.
  expect((await factsOf(await started(ann.post(runs, { job: job.id })))).status).toBe('waiting');
  const stateOf = async () => bodyOf<{ approval: string }>(await ann.get(`${jobs}${job.id}/`)).approval;
  expect(await stateOf()).toBe('approved');
  const change = async (args: string) =>
    expect((await ann.patch(`${jobs}${job.id}/`, { args })).status).toBe(200);
  await change('echo other');
  expect((await listed()).find(({ id }) => id === first.id)?.status.value).toBe('outdated');
  expect(await stateOf()).toBe('waiting');
  expect((await due(job.id)).status).toBe('failed');
  await change('echo ran');
  expect((await due(job.id)).status).toBe('failed');
  const again = await newest();
  expect((await approved(again.id)).status).toBe(200);
  expect((await due(job.id)).status).toBe('success');
  expect((await boss.post(`${approvals}${again.id}/revoke/`, { comment: 'moved' })).status).toBe(200);
  expect((await due(job.id)).status).toBe('failed');
  expect(await messagesTo(ann.id)).toEqual(['schedule_approved', 'schedule_approved', 'schedule_revoked']);
  await rejected((await newest()).id);
  expect((await messagesTo(ann.id)).at(-1)).toBe('schedule_rejected');
  await ann.delete(`${jobs}${job.id}/`);
  expect((await listed()).filter(({ material }) => material === 'shell:echo ran')).toHaveLength(1);
});

test('what is not decided in time expires, what its user stops is withdrawn, and a disabled user has nothing approved', async () => {
  await set({ JOB_APPROVAL_HOURS: 2 });
  const [late, withdrawn, left] = [await asked(), await asked(), await asked()];
  const job = await center.made(
    ann.post(
      jobs,
      wish({ name: 'late', instant: false, is_periodic: true, crontab: '0 4 * * *', interval: null }),
    ),
  );
  const { rows } = await center.pool.query(
    "select bool_and(date_expired between now() + interval '119 min' and now() + interval '2 h') as all from ops_jobapproval",
  );
  expect(rows).toEqual([{ all: true }]);
  await center.pool.query(
    "update ops_jobapproval set date_expired = now() - interval '1 second' where run = $1 or job = $2",
    [late, job.id],
  );
  const overdue = (await listed()).filter(({ id }) => id).at(-1)?.id ?? '';
  expect((await approved(overdue)).status).toBe(409);
  await tidy();
  expect(await factsOf(late)).toMatchObject({ status: 'failed', error: expect.stringContaining('in time') });
  expect((await messagesTo(ann.id)).toSorted()).toEqual([
    'job_approval_expired',
    'schedule_approval_expired',
  ]);
  expect((await ann.post(`${runs}stop/`, { task_id: withdrawn })).status).toBe(200);
  expect(await factsOf(withdrawn)).toMatchObject({ status: 'failed', approval: { status: 'withdrawn' } });
  await stopRunsOf({ users: [ann.id] }, center.services, center.services.db);
  expect(await factsOf(left)).toMatchObject({ status: 'failed', approval: { status: 'withdrawn' } });
  expect((await listed()).map(({ status }) => status.value).toSorted()).toEqual([
    ...['expired', 'expired', 'withdrawn', 'withdrawn'],
  ]);
});

test('starting and stopping again and again does not fill the inbox of reviewers, whose page lists each request', async () => {
  const [ivy, jim] = [await center.user('ivy'), await center.user('jim')];
  await center.grant(ivy.id, [web]);
  await center.grant(jim.id, [web]);
  for (let at = 0; at < 7; at += 1)
    await ivy.post(`${runs}stop/`, { task_id: await asked({ assets: [web] }, ivy) });
  await asked({ assets: [web] }, jim);
  expect(await messagesTo(boss.id)).toEqual(Array(6).fill('job_to_approve'));
  expect(await listed()).toHaveLength(8);
});

test('only what the setting names waits, and nothing is asked where no other user could decide', async () => {
  const { username, privateKey: secret } = center.sshd;
  const account = { name: username, username, secret_type: 'ssh_key', secret };
  const plain = await center.machine('plain-1', { accounts: [account] });
  await center.grant(ann.id, [plain.id]);
  await set({ JOB_APPROVAL: 'large', JOB_APPROVAL_MACHINES: 1 });
  const statusOf = async (more: Json) => (await ended(await asked(more))).status;
  expect(await statusOf({ assets: [plain.id] })).toBe('success');
  expect(await statusOf({ assets: [web] })).toBe('waiting');
  expect(await statusOf({ assets: [plain.id], runas_policy: 'privileged_first' })).toBe('waiting');
  expect(await statusOf({ assets: [plain.id, web], runas: 'nobody' })).toBe('waiting');
  await set({ JOB_APPROVAL: 'off' });
  expect(await statusOf({ assets: [web] })).toBe('success');
  await set({ JOB_APPROVAL: 'all' });
  await center.pool.query('update users_user set is_active = false where id = $1', [boss.id]);
  expect(await ann.post(jobs, wish())).toMatchObject({ status: 400, json: { code: 'job_no_reviewer' } });
  await center.pool.query('update users_user set is_active = true where id = $1', [boss.id]);
});
