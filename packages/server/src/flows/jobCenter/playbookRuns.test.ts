import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { JobSummary } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Reply } from '../../../test/api.ts';
import { bodyOf, type Json } from '../../../test/inventory.ts';
import { startJobCenter } from '../../../test/machines/jobCenter.ts';

const jobs = '/api/v1/ops/jobs/';
const runs = '/api/v1/ops/job-executions/';

type Center = Awaited<ReturnType<typeof startJobCenter>>;
type User = Awaited<ReturnType<Center['user']>>;
type State = { status: string; summary: JobSummary };

let center: Center;
let ann: User;
let assets: string[];
beforeAll(async () => {
  center = await startJobCenter();
  ann = await center.user('ann');
  assets = [(await center.machine('web 1')).id, (await center.machine('db-1')).id];
  await center.grant(ann.id, assets);
});
afterAll(() => center.stop());

const playbook = async (main: string, by = ann) => {
  const { id } = await center.made(by.post('/api/v1/ops/playbooks/', { name: `book ${randomUUID()}` }));
  const sent = await by.patch(`/api/v1/ops/playbook/${id}/file/`, { key: 'main.yml', content: main });
  expect(sent.status).toBe(200);
  return id;
};
const wish = (id: string | null, more: Json = {}) => ({
  ...{ name: randomUUID(), type: 'playbook', playbook: id, assets, is_periodic: false, timeout: 60 },
  ...{ runas: center.sshd.username, run_after_save: true, ...more },
});
const started = async (reply: Promise<Reply>): Promise<string> => {
  const answer = await reply;
  expect(answer.status, answer.text).toBe(201);
  return bodyOf<{ task_id: string }>(answer).task_id;
};
const ended = async (id: string): Promise<State> => {
  const state = async () => bodyOf<State>(await ann.get(`/api/v1/ops/job-execution/task-detail/${id}/`));
  await expect.poll(async () => (await state()).status, { timeout: 60_000 }).not.toBe('running');
  return state();
};
const ability = (playbooks: string | null) =>
  center.pool.query('update terminal_terminal set playbooks = $1', [playbooks]);
const play = (task: string) => `- hosts: all\n  gather_facts: false\n  tasks:\n    - ${task}\n`;

test('a playbook job runs on its assets as one run of Ansible, with its output for each asset', async () => {
  const book = await playbook(play('command: echo {{ jms_asset.name }} {{ colour }}'));
  const id = await started(
    ann.post(
      jobs,
      wish(book, { use_parameter_define: true, parameters_define: { colour: { default: '{{ 1 + 1 }}' } } }),
    ),
  );
  expect(await ended(id)).toMatchObject({ status: 'success', summary: { ok: ['db-1', 'web_1'] } });
  const { hosts } = bodyOf<{ hosts: { id: string; name: string }[] }>(await ann.get(`${runs}${id}/hosts/`));
  const web = hosts.find(({ name }) => name === 'web 1');
  const { text } = bodyOf<{ text: string }>(await ann.get(`${runs}${id}/hosts/${web?.id}/output/`));
  expect(text).toContain('web 1 {{ 1 + 1 }}\n');
  const row = bodyOf<Json>(await ann.get(`${runs}${id}/`));
  expect(row).toMatchObject({ job_type: 'playbook', material: expect.stringMatching(/^book /) });
  const { rows } = await center.pool.query('select files from ops_machinework where id = $1', [id]);
  expect(rows).toEqual([{ files: null }]);
});

test('a dry run of a playbook says what would change, and changes nothing; commands have none', async () => {
  const mark = `/tmp/gatehouse-${randomUUID()}`;
  const book = await playbook(play(`copy: {content: "new line", dest: ${mark}}`));
  const { id: job } = await center.made(ann.post(jobs, wish(book, { run_after_save: false })));
  const id = await started(ann.post(runs, { job, dry_run: true }));
  expect(await ended(id)).toMatchObject({ status: 'success' });
  expect(existsSync(mark)).toBe(false);
  const { text } = await ann.get(`${runs}${id}/output/`);
  expect(text).toMatch(/TASK \[copy\] changed\n--- before\n\+\+\+ after[\s\S]*\+new line/);
  expect(bodyOf(await ann.get(`${runs}${id}/`))).toMatchObject({
    material: expect.stringMatching(/ --check$/),
  });
  const command = await center.made(
    ann.post(jobs, { name: randomUUID(), args: 'id', assets, is_periodic: false, runas: 'x' }),
  );
  const refused = await ann.post(runs, { job: command.id, dry_run: true });
  expect([refused.status, refused.json]).toEqual([400, { dry_run: ['Only playbooks have dry runs.'] }]);
});

test('B-5-023 a job needs a playbook of its user with an entry file; lines that name the runner stop the run', async () => {
  const bob = await center.user('bob');
  const refused = async (body: Json) => bodyOf<Json>(await ann.post(jobs, wish(null, body)));
  expect(await refused({})).toMatchObject({ playbook: [expect.stringMatching(/required/i)] });
  expect(await refused({ playbook: await playbook(play('debug: {}'), bob) })).toHaveProperty('playbook');
  const empty = await playbook(play('debug: {}'));
  await center.pool.query("update ops_playbookfile set path = 'x', folded = 'x' where playbook = $1", [
    empty,
  ]);
  expect(await refused({ playbook: empty })).toMatchObject({
    playbook: [expect.stringContaining('main.yml')],
  });
  const here = await started(ann.post(jobs, wish(await playbook(play('local_action: command id')))));
  expect(await ended(here)).toMatchObject({
    status: 'failed',
    summary: { error: expect.stringContaining('main.yml, line 4: local_action') },
  });
});

test('without a runner that has Ansible and can confine it, the form and the run say what is missing', async () => {
  const book = await playbook(play('debug: {}'));
  const said = async () => bodyOf<Json>(await ann.get('/api/v1/ops/playbook-runners/'));
  for (const [playbooks, reason] of [
    ['no_ansible', 'apt-get install ansible-core'],
    ['no_confinement', 'apt-get install bubblewrap'],
    [null, 'ansible-core'],
  ] as const) {
    await ability(playbooks);
    expect(await said()).toEqual({ is_ready: false, reason: expect.stringContaining(reason) });
  }
  const id = await started(ann.post(jobs, wish(book)));
  expect(await ended(id)).toMatchObject({
    status: 'failed',
    summary: { error: expect.stringContaining('Ansible is not installed') },
  });
  await ability('confined');
  expect(await said()).toEqual({ is_ready: true, reason: '' });
});

test('where a command filter applies, a playbook is refused', async () => {
  const { id: group } = await center.made(
    center.admin.post('/api/v1/acls/command-groups/', { name: randomUUID(), type: 'command', content: 'rm' }),
  );
  const { id } = await center.made(
    center.admin.post('/api/v1/acls/command-filter-acls/', {
      ...{ name: randomUUID(), priority: 1, action: 'reject', command_groups: [group], is_active: true },
      ...{ users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] },
    }),
  );
  const run = await started(ann.post(jobs, wish(await playbook(play('command: rm -rf /tmp/x')))));
  expect(await ended(run)).toMatchObject({
    status: 'failed',
    summary: { error: expect.stringContaining('cannot see what a playbook runs') },
  });
  await center.admin.delete(`/api/v1/acls/command-filter-acls/${id}/`);
});
