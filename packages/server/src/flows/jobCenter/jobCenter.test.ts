import { randomUUID } from 'node:crypto';
import type { JobSummary } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { startJobCenter } from '../../../test/machines/jobCenter.ts';
import { recordEnd, recordQueued } from '../../platform/jobs/runs.ts';
import { storedJob } from '../../resources/ops/job/statements.ts';
import { addJobRun } from '../../resources/ops/jobexecution/statements.ts';
import { carryOutJob } from './carryOutJob.ts';
import { jobRun, MOST_RUNS } from './runJob.ts';

const jobs = '/api/v1/ops/jobs/';
const runs = '/api/v1/ops/job-executions/';

type Center = Awaited<ReturnType<typeof startJobCenter>>;
type User = Awaited<ReturnType<Center['user']>>;
type State = { status: string; is_success: boolean; job_id: string | null; summary: JobSummary };
type Host = Record<'id' | 'name' | 'state' | 'reason' | 'group', string> & { exit_code: number | null };
type Hosts = { hosts: Host[]; has_more: boolean; counts: Record<string, number> };

let center: Center;
let ann: User;
let web: string;
let db: string;
beforeAll(async () => {
  center = await startJobCenter();
  ann = await center.user('ann');
  web = (await center.machine('web 1')).id;
  db = (await center.machine('db-1')).id;
  await center.grant(ann.id, [web, db]);
});
afterAll(() => center.stop());

const quick = (args: string, assets: readonly string[], more: Json = {}, by = ann) =>
  by.post(jobs, {
    ...{ args, assets, module: 'shell', instant: true, is_periodic: false, timeout: 60 },
    ...{ runas: center.sshd.username, runas_policy: 'skip', ...more },
  });
const saved = (more: Json, by = ann) =>
  center.made(
    by.post(jobs, {
      ...{ name: randomUUID(), assets: [web], runas: center.sshd.username, is_periodic: false },
      ...more,
    }),
  );
const started = async (reply: Promise<Reply>): Promise<string> => {
  const answer = await reply;
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<{ task_id: string }>(answer).task_id;
};
const stateOf = async (id: string, by = ann) =>
  bodyOf<State>(await by.get(`/api/v1/ops/job-execution/task-detail/${id}/`));
const ended = async (id: string, by = ann): Promise<State> => {
  await expect.poll(async () => (await stateOf(id, by)).status, { timeout: 30_000 }).not.toBe('running');
  return stateOf(id, by);
};
const hostsOf = async (id: string, query = '', by = ann) =>
  bodyOf<Hosts>(await by.get(`${runs}${id}/hosts/${query}`));
const outputOf = async (id: string, name: string, by = ann) => {
  const host = (await hostsOf(id, '', by)).hosts.find((one) => one.name === name);
  return bodyOf<{ text: string }>(await by.get(`${runs}${id}/hosts/${host?.id}/output/`)).text;
};
const logOf = async (id: string, by = ann) =>
  bodyOf<{ data: string }>(await by.get(`/api/v1/ops/ansible/job-execution/${id}/log/`)).data;
const plansOf = async (key: string) =>
  (await center.pool.query('select payload from system_plan where key = $1', [key])).rows;
const set = async (values: Record<string, unknown>) => {
  const { settings, db: database } = center.services;
  await settings.set(values as never, database);
  await settings.reload();
};

test('B-3-019 B-4-009 a quick job runs on real machines: summary, hosts, output, log and file', async () => {
  const reply = await quick('echo "on {{ jms_asset.name }}"; echo same >&2', [web, db]);
  expect(bodyOf(reply)).toMatchObject({
    name: expect.stringMatching(/^job-[0-9a-f]{12}$/),
    ...{ instant: true, creator: ann.id, assets: [web, db], run_after_save: false },
    module: { value: 'shell', label: 'Shell' },
  });
  const id = bodyOf<{ task_id: string }>(reply).task_id;
  expect(await ended(id)).toMatchObject({
    ...{ status: 'success', is_success: true, job_id: bodyOf(reply).id },
    summary: { ok: ['db-1', 'web_1'], failures: {}, dark: {}, skipped: [], excludes: {} },
  });
  expect((await outputOf(id, 'web 1')).split('\n').toSorted()).toEqual(['', 'on web 1', 'same']);
  const { hosts, counts } = await hostsOf(id);
  expect(counts).toEqual({ ok: 2, failed: 0, skipped: 0, running: 0, waiting: 0 });
  expect(hosts.map(({ name, state, exit_code }) => [name, state, exit_code])).toEqual([
    ['db-1', 'ok', 0],
    ['web 1', 'ok', 0],
  ]);
  expect((await hostsOf(id, '?search=on%20web')).hosts.map(({ name }) => name)).toEqual(['web 1']);
  expect(await logOf(id)).toMatch(/web 1 \| OK \| rc=0 >>/);
  const file = await ann.get(`${runs}${id}/output/`);
  expect(file.headers['content-disposition']).toContain('attachment');
  expect(file.text).toMatch(/db-1 \| succeeded \| rc=0 >>\n[\s\S]*on db-1/);
  const row = bodyOf(await ann.get(`${runs}${id}/`));
  expect(row).toMatchObject({
    ...{ task_id: id, job_type: 'adhoc', is_finished: true, is_success: true },
    material: expect.stringContaining('shell:echo'),
  });
  expect(row).not.toHaveProperty('definition');
});

test('hosts of equal output share a group; one that fails does not stop the others, and can be run again alone', async () => {
  const command = 'if [ "{{ jms_asset.name }}" = db-1 ]; then echo odd; exit 3; fi; echo even';
  const third = (await center.machine('web-3')).id;
  await center.grant(ann.id, [third]);
  const id = await started(quick(command, [web, db, third]));
  const state = await ended(id);
  expect(state).toMatchObject({
    status: 'failed',
    summary: { ok: ['web_1', 'web-3'], failures: { 'db-1': 'The command ended with code 3.' } },
  });
  const groups = new Map((await hostsOf(id)).hosts.map(({ name, group }) => [name, group]));
  expect(groups.get('web 1')).toBe(groups.get('web-3'));
  expect(groups.get('web 1')).not.toBe(groups.get('db-1'));
  for (const [query, names, has_more] of [
    ['limit=2', ['db-1', 'web 1'], true],
    ['limit=2&offset=2', ['web-3'], false],
    ['limit=1&search=even', ['web 1'], true],
    ['state=failed', ['db-1'], false],
  ] as const) {
    const page = await hostsOf(id, `?${query}`);
    expect(page).toMatchObject({ has_more, counts: { ok: 2, failed: 1 } });
    expect(page.hosts.map(({ name }) => name)).toEqual(names);
  }
  const again = await started(ann.post(`${runs}${id}/rerun/`));
  expect((await ended(again)).summary.failures).toHaveProperty('db-1');
  expect((await hostsOf(again)).hosts.map(({ name }) => name)).toEqual(['db-1']);
  const whole = await started(quick('true', [web], { chdir: '/tmp' }));
  await ended(whole);
  expect(await hostsOf(whole)).toMatchObject({ module: 'shell', timeout: 60, chdir: '/tmp', job: null });
  expect(await ann.post(`${runs}${whole}/rerun/`)).toMatchObject({
    status: 400,
    json: { code: 'job_nothing_failed' },
  });
  const all = await started(ann.post(`${runs}${id}/rerun/?hosts=all`));
  expect((await ended(all)).summary.ok).toEqual(['web_1', 'web-3']);
});

test('B-4-010 output shows while a command runs, and Stop ends it', async () => {
  const id = await started(quick('echo begun; sleep 300; echo never', [web]));
  await expect.poll(async () => (await hostsOf(id)).counts.running, { timeout: 20_000 }).toBe(1);
  await expect.poll(() => outputOf(id, 'web 1'), { timeout: 20_000 }).toBe('begun\n');
  expect((await hostsOf(id)).hosts).toMatchObject([{ state: 'running', reason: '' }]);
  expect((await ann.get(`${runs}${id}/output/`)).text).toBe('web 1 | Running >>\nbegun\n\n');
  const bob = await center.user('stopper');
  expect((await bob.post(`${runs}stop/`, { task_id: id })).status).toBe(400);
  expect(bodyOf(await ann.post(`${runs}stop/`, { task_id: id }))).toEqual({ task_id: id });
  expect(await stateOf(id)).toMatchObject({ status: 'failed', summary: { error: 'Stopped by its user.' } });
  await expect.poll(async () => (await hostsOf(id)).hosts[0]?.state).toBe('stopped');
  expect(await outputOf(id, 'web 1')).toBe('begun\n');
  expect((await ann.post(`${runs}stop/`, { task_id: id })).status).toBe(400);
  expect(bodyOf(await ann.post(`${runs}stop/`, {}))).toEqual({ error: { task_id: [expect.any(String)] } });
});

test('B-5-024 a timeout ends a command; one of -1 does not', async () => {
  const late = await started(quick('echo a; sleep 300', [web], { timeout: 1 }));
  expect(await ended(late)).toMatchObject({ status: 'timeout', is_success: false });
  const patient = await started(quick('sleep 2; echo done', [web], { timeout: -1 }));
  expect(await ended(patient)).toMatchObject({ status: 'success' });
});

test('a job reaches what its user may use, with the accounts that permissions grant, by the policy for others', async () => {
  const bob = await center.user('bob');
  const closed = await quick('id', [web], {}, bob);
  expect(closed).toMatchObject({ status: 400, json: { assets: [expect.stringContaining('1 of these')] } });
  await center.grant(bob.id, [web], { accounts: ['nobody'] });
  await center.grant(bob.id, [db]);
  const id = await started(quick('id -un', [web, db], {}, bob));
  expect(await ended(id, bob)).toMatchObject({
    status: 'success',
    summary: { ok: ['db-1'], excludes: { web_1: expect.stringContaining(center.sshd.username) } },
  });
  const skip = await started(quick('id -un', [db], { runas: 'other' }, bob));
  expect(await ended(skip, bob)).toMatchObject({ status: 'failed', summary: { ok: [] } });
  const privileged = await started(
    quick('id -un', [db], { runas: 'other', runas_policy: 'privileged_only' }, bob),
  );
  expect(await ended(privileged, bob)).toMatchObject({ status: 'success' });
  expect(await outputOf(privileged, 'db-1', bob)).toBe(`${center.sshd.username}\n`);
});

test('a withdrawn permission applies to jobs saved before; a user who may not run jobs runs none', async () => {
  const eve = await center.user('eve');
  const permission = await center.grant(eve.id, [web]);
  const job = await saved({ args: 'id' }, eve);
  await center.admin.delete(`/api/v1/perms/asset-permissions/${permission.id}/`);
  const id = await started(eve.post(runs, { job: job.id }));
  expect(await ended(id, eve)).toMatchObject({
    summary: { error: expect.stringContaining('no permission') },
  });
  await center.grant(eve.id, [web]);
  await center.pool.query('delete from rbac_rolebinding where "user" = $1', [eve.id]);
  const other = await started(eve.post(runs, { job: job.id }));
  expect(await ended(other, eve)).toMatchObject({
    summary: { error: expect.stringContaining('may no longer') },
  });
});

test('a command filter that rejects stops the whole run; rejections and warnings are sent as messages', async () => {
  const boss = await center.user('boss');
  const [group, watched] = await Promise.all(
    ['halt-it', 'uptime'].map((content) =>
      center.made(
        center.admin.post('/api/v1/acls/command-groups/', { name: content, type: 'command', content }),
      ),
    ),
  );
  const filter = (action: string, name: string, groups: unknown[], assets: string) =>
    center.made(
      center.admin.post('/api/v1/acls/command-filter-acls/', {
        ...{ name, action, command_groups: groups, priority: 50, accounts: ['@ALL'], reviewers: [boss.id] },
        ...{ users: { type: 'ids', ids: [ann.id] }, assets: { type: 'ids', ids: [assets] } },
      }),
    );
  await filter('reject', 'no halt', [group?.id], db);
  await filter('warning', 'watch uptime', [watched?.id], web);
  const told = async (type: string) =>
    (await center.pool.query('select text from audits_messagelog where message_type = $1', [type])).rows;
  const refused = await started(quick('echo a\nhalt-it now', [web, db]));
  expect(await ended(refused)).toMatchObject({
    status: 'failed',
    summary: { error: expect.stringMatching(/no halt does not allow this command on db-1. Nothing was run/) },
  });
  expect((await hostsOf(refused)).hosts).toEqual([]);
  expect(await told('job_command_refused')).toMatchObject([
    { text: { params: { asset: 'db-1', command: 'echo a\nhalt-it now' } } },
  ]);
  const warned = await started(quick('uptime', [web, db]));
  expect(await ended(warned)).toMatchObject({ status: 'success' });
  expect(JSON.stringify(await told('job_command_warned'))).toContain('watch uptime');
  const free = await started(quick('echo a; halt-it || true', [web]));
  expect(await ended(free)).toMatchObject({ status: 'success' });
});

test('blocked commands and switched off commands are refused at once', async () => {
  for (const args of ['reboot', 'df -h && sudo shutdown -h now'])
    expect(await quick(args, [web])).toMatchObject({ status: 400, json: { args: [expect.any(String)] } });
  await set({ SECURITY_COMMAND_BLACKLIST: ['uptime'] });
  expect((await quick('uptime', [web])).status).toBe(400);
  const job = await saved({ args: 'echo hi' });
  await set({ SECURITY_COMMAND_EXECUTION: false });
  for (const reply of [await quick('id', [web]), await ann.get(jobs), await ann.post(runs, { job: job.id })])
    expect(reply).toMatchObject({ status: 403, json: { code: 'command_execution_off' } });
  await set({ SECURITY_COMMAND_EXECUTION: true, SECURITY_COMMAND_BLACKLIST: ['reboot', 'shutdown'] });
});

test('a parameter that blocked commands come from, and a word that is blocked later, stop the run; the audit has the values', async () => {
  const parameters_define = '{"c":{"default":"true"}}';
  const evaluates = await saved({ args: 'eval "{{ c }}"', use_parameter_define: true, parameters_define });
  const blocked = await started(ann.post(runs, { job: evaluates.id, parameters: { c: 'reboot' } }));
  const error = (word: string) => expect.stringContaining(`may not run ${word}`);
  expect(await ended(blocked)).toMatchObject({ status: 'failed', summary: { error: error('reboot') } });
  const one = async (text: string) => (await center.pool.query(text, [blocked])).rows[0];
  expect(await one('select material from audits_joblog where id = $1')).toEqual({
    material: 'shell:eval "{{ c }}" {"c":"reboot"}',
  });
  expect(await one('select diff from audits_operatelog where resource_id = $1')).toEqual({
    diff: { Command: ['', 'shell:eval "{{ c }}"'], Parameters: ['', '{"c":"reboot"}'] },
  });
  const greets = await saved({ args: 'echo hi' });
  await set({ SECURITY_COMMAND_BLACKLIST: ['echo'] });
  const late = await started(ann.post(runs, { job: greets.id }));
  expect(await ended(late)).toMatchObject({ status: 'failed', summary: { error: error('echo') } });
  await set({ SECURITY_COMMAND_BLACKLIST: ['reboot', 'shutdown'] });
});

test('of the runs of a user that have not ended there are ten; a schedule is tried again, and then refused', async () => {
  const hugo = await center.user('hugo');
  await center.grant(hugo.id, [web]);
  const { services } = center;
  const job = await saved({ args: 'true' }, hugo);
  const stored = await storedJob(String(job.id), services.db);
  if (!stored) return expect.fail();
  const { org_id: org, definition } = stored;
  const run = { org, creator: hugo.id, job: null, definition, parameters: {}, remoteAddr: '' };
  const going = Array.from({ length: MOST_RUNS }, () => randomUUID());
  for (const id of going) {
    await recordQueued({ id, name: jobRun.name, payload: { org }, creator: hugo.id }, services.db);
    await addJobRun({ ...run, id }, services.db);
  }
  for (const reply of [await quick('id', [web], {}, hugo), await hugo.post(runs, { job: job.id })])
    expect(reply).toMatchObject({ status: 400, json: { code: 'too_many_runs' } });
  const planned = randomUUID();
  const attempt = (number: number) =>
    carryOutJob(
      { org, job: stored.id },
      {
        ...{ id: planned, attempt: number, signal: new AbortController().signal },
        ...{ progress: () => undefined, log: () => undefined },
      },
      services,
    );
  await expect(attempt(1)).rejects.toThrow('Too many runs');
  expect(await stateOf(planned, hugo)).toMatchObject({ status: 'running' });
  await expect(attempt(4)).rejects.toMatchObject({ reason: { key: 'too_many_runs' } });
  expect(await stateOf(planned, hugo)).toMatchObject({
    ...{ status: 'failed', summary: { error: expect.stringContaining('10 of these tasks') } },
  });
  await recordEnd({ id: going[0] ?? '' }, 'done', '', services.db);
  const free = await started(quick('id', [web], {}, hugo));
  expect(await ended(free, hugo)).toMatchObject({ status: 'success' });
});

test('B-5-022 other modules are refused with the reason; command, playbook or folder for files, and account are needed', async () => {
  for (const [field, body] of [
    ['playbook', { type: 'playbook' }],
    ['args', { type: 'upload_file' }],
    ['module', { module: 'mysql' }],
    ['args', { args: '' }],
    ['runas', { runas: ' ' }],
    ['is_periodic', { is_periodic: true }],
  ] as const)
    expect(await quick('id', [web], body)).toMatchObject({
      status: 400,
      json: { [field]: [expect.any(String)] },
    });
});

test('jobs and runs belong to their users; auditors see who ran what', async () => {
  const id = await started(quick('echo mine', [web]));
  await ended(id);
  const bob = await center.user('other');
  for (const path of ['', 'hosts/', 'output/'])
    expect((await bob.get(`${runs}${id}/${path}`)).status).toBe(404);
  expect((await bob.get(`/api/v1/ops/job-execution/task-detail/${id}/`)).status).toBe(404);
  expect((await bob.post(`${runs}${id}/rerun/`)).status).toBe(404);
  expect((await bob.get(`/api/v1/ops/ansible/job-execution/${id}/log/`)).status).toBe(404);
  const none = center.as({ id: ann.id, permissions: ['ops.view_job'] });
  expect((await none.post(jobs, { args: 'id', is_periodic: false })).status).toBe(403);
  expect((await none.get(runs)).status).toBe(403);
  const auditor = center.as({ id: randomUUID(), permissions: ['audits.view_joblog'] });
  const { results } = bodyOf<{ results: Json[] }>(
    await auditor.get('/api/v1/audits/job-logs/?limit=50&creator__name=ann'),
  );
  expect(results.find((row) => row.id === id)).toMatchObject({
    ...{ creator_name: 'ann(ann)', material: 'shell:echo mine', job_type: 'adhoc', task_id: id },
    ...{ is_finished: true, is_success: true },
  });
  expect(await logOf(id, auditor as User)).toContain('rc=0');
  expect(
    (await center.as({ id: randomUUID(), permissions: [] }).get('/api/v1/audits/job-logs/')).status,
  ).toBe(403);
});

test('a saved job runs when asked, with its parameters, and by its schedule in the name of its user', async () => {
  const job = await center.made(
    ann.post(jobs, {
      ...{ name: 'greet', args: 'echo "hello {{ who }}"', assets: [web], runas: center.sshd.username },
      ...{
        use_parameter_define: true,
        parameters_define: '{"who":{"default":"world"}}',
        crontab: '0 3 * * *',
      },
    }),
  );
  const first = await started(ann.post(runs, { job: job.id, parameters: '{"who":"you; id"}' }));
  await ended(first);
  expect(await outputOf(first, 'web 1')).toBe('hello you; id\n');
  const planned = await plansOf(job.id);
  expect(planned).toMatchObject([{ payload: { job: job.id } }]);
  const { jobs: queue, db: database } = center.services;
  const id = (await queue.enqueue(jobRun, planned[0].payload, { db: database })) ?? '';
  await expect.poll(async () => (await ann.get(`${runs}${id}/`)).status, { timeout: 20_000 }).toBe(200);
  expect(await ended(id)).toMatchObject({ status: 'success', job_id: job.id });
  expect(await outputOf(id, 'web 1')).toBe('hello world\n');
  expect(await logOf(id)).toContain('rc=0');
  const trusting = await center.pool.query(
    'select id from ops_machinework where id = any($1) and trusts_first',
    [[first, id]],
  );
  // No user is there who connects for the first time.
  expect(trusting.rows).toEqual([{ id: first }]);
  expect(bodyOf(await ann.get(`${jobs}${job.id}/`))).toMatchObject({
    ...{ summary: { total: 2, success: 2 }, executed_amount: 2, date_last_run: expect.any(String) },
  });
  const listed = bodyOf<{ id: string; instant: boolean }[]>(await ann.get(jobs));
  expect(listed.map(({ instant }) => instant)).not.toContain(true);
  expect((await ann.delete(`${jobs}${job.id}/`)).status).toBe(204);
  expect(bodyOf(await ann.get(`${runs}${first}/`))).toMatchObject({ job: null });
  expect(await plansOf(job.id)).toEqual([]);
});

test('nodes stand for the assets that the user may use there; usernames are suggested from these', async () => {
  const node = await center.node('/Jobs');
  const inside = await center.machine('inside', { nodes: [node.id] });
  await center.machine('foreign', { nodes: [node.id] });
  await center.grant(ann.id, [inside.id]);
  const reply = bodyOf(await quick('id -un', [], { nodes: [node.id] }));
  expect(reply).toMatchObject({ assets: [inside.id] });
  expect(reply).not.toHaveProperty('nodes');
  const hints = await ann.post('/api/v1/ops/username-hints/', { nodes: [node.id], assets: [web], query: '' });
  expect(bodyOf(hints)).toEqual([{ username: center.sshd.username, total: 2 }]);
  expect(bodyOf(await ann.get('/api/v1/ops/variables/help/'))).toHaveProperty(['jms_asset.name']);
});
