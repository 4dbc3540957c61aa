// @vitest-environment jsdom
import { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { job } from '@gatehouse/contract/resources/ops/job.ts';
import { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { playbook } from '@gatehouse/contract/resources/ops/playbook.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, changing, creating, listOf, rowAt } from '../../../../test/answerTo.ts';
import { codeEditor, typeCode } from '../../../../test/code/codeEditor.ts';
import { allBut, everything, openRoute } from '../../../../test/openRoute.tsx';
import { pageOf } from '../../../../test/sampleRow.ts';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

const JOBS = '/api/v1/ops/jobs/';
const RUNS = '/api/v1/ops/job-executions/';
const RUN = '10000000-0000-4000-8000-000000000009';
const WEB = '10000000-0000-4000-8000-000000000001';

const disk = {
  ...{
    id: 'j1',
    name: 'disk',
    args: 'df -h\nlsblk',
    assets: [WEB],
    runas: 'deploy',
    chdir: '/srv',
    timeout: 60,
  },
  type: { value: 'adhoc' as const, label: 'Command' },
  module: { value: 'shell' as const, label: 'Shell' },
  runas_policy: { value: 'privileged_first' as const, label: 'Use a privileged account first' },
  ...{ is_periodic: true, crontab: '0 3 * * *', periodic_display: 'Times ( 0 3 * * * )' },
  ...{ summary: { total: 7, success: 5 }, average_time_cost: 1.5 },
};
const asking = {
  ...{ ...disk, id: 'j2', name: 'greet', use_parameter_define: true },
  parameters_define: JSON.stringify({
    who: { label: 'Who', default: 'world' },
    how: { type: 'select', default: 'hi', options: [{ value: 'hi', label: 'Hi' }] },
  }),
};
const assets = {
  'GET /api/v1/perms/users/self/assets/': pageOf([{ id: WEB, name: 'web-1', address: '10.0.0.1' }]),
};
const routes = {
  ...listOf(job, [disk, asking]),
  ...rowAt(job, 'j1', disk),
  ...creating(job, { id: 'j9', name: 'new' }),
  ...changing(job, 'j1', disk),
  ...assets,
  ...answerTo('POST /api/v1/ops/username-hints/', [{ username: 'deploy', total: 3 }]),
  ...answerTo('POST /api/v1/ops/job-executions/', { id: RUN, task_id: RUN }),
};
const open = (name: string, perms = everything) =>
  openRoute(name, {
    ...(['JobDetail', 'JobUpdate'].includes(name) && { params: { id: 'j1' } }),
    ...{ routes, caller: { perms: [...perms] } },
  });
const account = () => screen.getByRole('combobox', { name: /^Runas(?! policy)/ });
const rowWith = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

test('A-2.4-008 jobs are listed with schedule and results, and run from there; parameters are asked for first', async () => {
  const { user, server } = await open('JobList');
  const row = await rowWith('disk');
  expect(within(row).getByText('5 / 7')).toBeTruthy();
  expect(within(row).getByText('Times ( 0 3 * * * )')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'Run' }));
  await waitFor(() => expect(server.calls('POST', RUNS)[0]?.body).toEqual({ job: 'j1', parameters: {} }));
});

test('a job with parameters asks for them; their defaults are filled in', async () => {
  const { user, server } = await open('JobList');
  await user.click(within(await rowWith('greet')).getByRole('button', { name: 'Run' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Who'), '!');
  await user.click(dialog.getByRole('button', { name: 'Run' }));
  await waitFor(() =>
    expect(server.calls('POST', RUNS)[0]?.body).toEqual({
      job: 'j2',
      parameters: { who: 'world!', how: 'hi' },
    }),
  );
});

test('A-2.4-009 B-5-022 a new job needs command, assets and an account, and sends its command as it was typed', async () => {
  const { user, server } = await open('JobCreate');
  await user.type(await screen.findByLabelText(/^Name/), 'new');
  await user.clear(account());
  const submit = screen.getByRole('button', { name: 'Submit' });
  await user.click(submit);
  await waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]').length).toBeGreaterThan(2));
  expect(server.calls('POST', JOBS)).toEqual([]);
  await user.type(account(), 'deploy');
  await typeCode('Args', 'uptime\nfree -m\n');
  await user.click(screen.getByRole('combobox', { name: /^Assets/ }));
  await user.click(await screen.findByTitle(/web-1/));
  expect(screen.queryByLabelText('Crontab')).toBeNull();
  await user.click(submit);
  await waitFor(() =>
    expect(server.calls('POST', JOBS)[0]?.body).toMatchObject({
      ...{ name: 'new', args: 'uptime\nfree -m\n', assets: [WEB], runas: 'deploy' },
      ...{ is_periodic: false, timeout: -1 },
    }),
  );
});

test('the address of a command template fills in a new job', async () => {
  await openRoute('JobCreate', {
    query: { type: 'adhoc', id: 'a1' },
    routes: {
      ...routes,
      ...rowAt(adhoc, 'a1', {
        name: 'disk space',
        module: { value: 'shell', label: 'Shell' },
        args: 'df -h',
      }),
    },
  });
  expect((await codeEditor('Args')).state.doc.toString()).toBe('df -h');
  expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'disk space');
});

test('the address of a playbook fills in a new job', async () => {
  await openRoute('JobCreate', {
    query: { type: 'playbook', id: WEB },
    routes: {
      ...routes,
      ...listOf(playbook, [{ id: WEB, name: 'setup' }]),
      ...rowAt(playbook, WEB, { name: 'setup' }),
    },
  });
  expect(await screen.findByTitle('setup')).toBeTruthy();
  expect(screen.getByRole('radio', { name: 'Playbook' })).toHaveProperty('checked', true);
});

test('A-2.4-010 B-3-020 the form of a job has its command, its account policy of three, and its times', async () => {
  await open('JobUpdate');
  const code = await screen.findByRole('textbox', { name: 'Args' });
  expect(within(code).getByText('lsblk')).toBeTruthy();
  expect(screen.getByLabelText('Crontab')).toHaveProperty('value', '0 3 * * *');
  const first = screen.getByRole('radio', { name: 'Privileged first' });
  expect(first).toHaveProperty('checked', true);
  const policies = first.closest('[role="radiogroup"]') as HTMLElement;
  expect(within(policies).getAllByRole('radio')).toHaveLength(3);
});

test('a playbook job has a dry run, a command has none', async () => {
  const type = { value: 'playbook' as const, label: 'Playbook' };
  const book = { ...disk, id: 'j3', name: 'setup', type, args: '', playbook: { id: WEB, name: 'book' } };
  const { user, server } = await openRoute('JobDetail', {
    params: { id: 'j3' },
    routes: { ...routes, ...rowAt(job, 'j3', book) },
    caller: { perms: [...everything] },
  });
  await user.click(await screen.findByRole('button', { name: 'Dry run' }));
  for (const name of ['Module', 'Args']) expect(screen.queryByText(name)).toBeNull();
  await waitFor(() =>
    expect(server.calls('POST', RUNS)[0]?.body).toEqual({ job: 'j3', parameters: {}, dry_run: true }),
  );
  await open('JobDetail');
  await screen.findByText(/^df -h/);
  expect(screen.getByText('Module')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Dry run' })).toBeNull();
});

test('a playbook job names its playbook instead of a command; the form says why no runner carries it out', async () => {
  const { user, server } = await openRoute('JobUpdate', {
    params: { id: 'j1' },
    routes: {
      ...routes,
      ...answerTo('GET /api/v1/ops/playbook-runners/', { is_ready: false, reason: 'Ansible is missing.' }),
      ...listOf(playbook, [{ id: WEB, name: 'setup' }]),
    },
    caller: { perms: [...everything] },
  });
  expect(await screen.findByText('Ansible is missing.')).toBeTruthy();
  await user.click(await screen.findByRole('radio', { name: 'Playbook' }));
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Args' })).toBeNull());
  expect(screen.queryByRole('radio', { name: 'Upload file' })).toBeNull();
  await user.click(screen.getByRole('combobox', { name: /^Playbook/ }));
  await user.click(await screen.findByTitle('setup'));
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await waitFor(() =>
    expect(server.calls('PUT', `${JOBS}j1/`)[0]?.body).toMatchObject({
      type: 'playbook',
      playbook: { pk: WEB },
    }),
  );
});

test('A-2.4-011 B-3-019 the page of a job shows what runs where, its next times, and its runs', async () => {
  const { user, server } = await openRoute('JobDetail', {
    params: { id: 'j1' },
    routes: {
      ...routes,
      ...listOf(jobexecution, [
        {
          id: RUN,
          task_id: RUN,
          material: 'shell:df -h',
          status: 'success',
          is_finished: true,
          is_success: true,
        },
      ]),
    },
  });
  expect((await screen.findByText(/^df -h\s+lsblk$/)).tagName).toBe('PRE');
  for (const text of ['web-1 (10.0.0.1)', 'deploy', '/srv', 'Use a privileged account first', '5 / 7'])
    expect(await screen.findByText(text)).toBeTruthy();
  const next = await screen.findByRole('list', { name: 'Next runs' });
  expect(next.querySelectorAll('time')).toHaveLength(5);
  await user.click(screen.getByRole('tab', { name: 'Runs' }));
  expect(await screen.findByText('Success')).toBeTruthy();
  expect(server.calls('GET', RUNS)[0]?.query).toMatchObject({ job_id: 'j1' });
});

test('A-6-038 A-6-039 A-6-040 pages of jobs open with their permissions only; without one, no job is started', async () => {
  const names = (perms: string[]) => createRouteNames(routeTable, new Set(perms));
  expect(names(allBut('ops.view_job')).canOpen('JobList')).toBe(false);
  expect(names(allBut('ops.add_job')).canOpen('JobCreate')).toBe(false);
  await open('JobList', allBut('ops.add_jobexecution'));
  const run = within(await rowWith('disk')).getByRole('button', { name: 'Run' });
  expect(run.getAttribute('aria-disabled')).toBe('true');
});
