// @vitest-environment jsdom
import { type JobVariable, jobVariables } from '@gatehouse/contract/ops/jobs.ts';
import { adhoc } from '@gatehouse/contract/resources/ops/adhoc.ts';
import { job } from '@gatehouse/contract/resources/ops/job.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTo, creating, listOf } from '../../../../test/answerTo.ts';
import { codeEditor, typeCode } from '../../../../test/code/codeEditor.ts';
import { FakeSocket } from '../../../../test/fakeSocket.ts';
import { hostOf, RUN, runRoutes } from '../../../../test/jobCenter/jobRun.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => vi.unstubAllGlobals());

const JOBS = '/api/v1/ops/jobs/';
const ADHOCS = '/api/v1/ops/adhocs/';
const NODE = '44444444-4444-4444-8444-444444444444';
const ASSET = '55555555-5555-4555-8555-555555555555';
const item = (id: string, pId: string, name: string, data: Record<string, unknown>) => ({
  ...{ id, pId, name, title: name, isParent: pId === '', open: true, chkDisabled: false },
  meta: { type: pId === '' ? 'node' : 'asset', data },
});
const tree = [
  item('1', '', 'Web (2)', { id: NODE, key: '1', value: 'Web' }),
  item(ASSET, '1', 'web-1', { platform_type: 'linux', name: 'web-1' }),
];
const open = (routes: Record<string, unknown> = {}, query: Record<string, string> = {}) =>
  openRoute('QuickJob', {
    query,
    routes: {
      ...answerTo('GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/', tree, { user: 'self' }),
      ...answerTo('POST /api/v1/ops/username-hints/', [{ username: 'deploy', total: 2 }]),
      ...creating(job, { task_id: RUN }),
      ...runRoutes(() => [hostOf(1, { state: 'running', exit_code: null, seconds: null })]),
      ...routes,
    },
  });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

test('A-2.4-007 B-5-022 a quick job runs a command on chosen assets, once it has assets, a command and an account', async () => {
  const { user, server, router } = await open();
  const run = async (problem?: string) => {
    await user.click(await button('Run'));
    if (problem) await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(problem));
  };
  await run('Choose assets or nodes.');
  const asset = await screen.findByRole('treeitem', { name: 'web-1' });
  expect(screen.queryByText(/chosen$/)).toBeNull();
  await user.click(asset);
  expect(await screen.findByText('1 chosen')).toBeTruthy();
  await run('Enter a command.');
  await typeCode('Command', 'uptime');
  await run('Enter the account to run as.');
  await user.type(screen.getByLabelText('Run as'), 'dep');
  await user.click(await screen.findByTitle('deploy'));
  await user.click(await button('More'));
  await user.type(await screen.findByLabelText('Folder'), '/srv');
  await user.type(await screen.findByLabelText('First machines'), '1');
  await user.click(screen.getByLabelText('After the first machines'));
  await user.click(await screen.findByTitle('Continue if none failed'));
  await user.type(screen.getByLabelText('Batch size'), '0');
  await run('Enter a number of machines, or a share such as 10%.');
  await user.click(await button('More: /srv, 1, then 0'));
  await user.clear(screen.getByLabelText('Batch size'));
  await user.type(screen.getByLabelText('Batch size'), '10%');
  await run();
  await waitFor(() => expect(router.state.location.search).toBe(`?taskId=${RUN}`));
  expect(server.calls('POST', JOBS)[0]?.body).toEqual({
    ...{ assets: [ASSET], nodes: [], module: 'shell', args: 'uptime', runas: 'deploy', runas_policy: 'skip' },
    ...{ instant: true, is_periodic: false, timeout: 60, chdir: '/srv' },
    ...{ canary: '1', canary_next: 'success', batch: '10%' },
  });
  expect((await button('Running')).disabled).toBe(true);
  expect(await screen.findByText('0 of 1 asset')).toBeTruthy();
});

test('B-4-010 after a reload a quick job shows its run, its command, its assets and how it was started, and can be stopped', async () => {
  const { user, server } = await open(
    {
      ...runRoutes(() => [hostOf(1, { asset: ASSET, state: 'running', exit_code: null, seconds: null })], {
        ...{ command: 'df -h', runas: 'ops', chdir: '/tmp', runas_policy: 'privileged_only', timeout: 90 },
        ...{ canary: '5%', batch: '20' },
      }),
      ...answerTo('POST /api/v1/ops/job-executions/stop/', { task_id: RUN }),
    },
    { taskId: RUN },
  );
  await waitFor(async () => expect((await codeEditor('Command')).state.doc.toString()).toBe('df -h'));
  expect(screen.getByLabelText<HTMLInputElement>('Run as').value).toBe('ops');
  expect(screen.getByText('90 s')).toBeTruthy();
  const chosen = await screen.findByRole('treeitem', { name: 'web-1' });
  await waitFor(() => expect(chosen.getAttribute('aria-checked')).toBe('true'));
  await user.click(await button('More: privileged accounts only, /tmp, 5%, then 20'));
  expect((await screen.findByLabelText<HTMLInputElement>('Folder')).value).toBe('/tmp');
  expect(screen.getByText('privileged accounts only')).toBeTruthy();
  await user.click(await button('Stop'));
  await waitFor(() => expect(server.calls('POST', '/api/v1/ops/job-executions/stop/')).toHaveLength(1));
});

test('the tree shows the assets of the run on the page, also after it was repeated on some of them; a choice of the user stays', async () => {
  const [again, other] = ['66666666-6666-4666-8666-666666666666', '77777777-7777-4777-8777-777777777777'];
  const failed = hostOf(1, { asset: ASSET, state: 'failed' });
  const { user } = await open(
    {
      ...answerTo(
        'GET /api/v1/perms/users/:user/nodes/children-with-assets/tree/',
        [...tree, item(other, '1', 'web-2', { platform_type: 'linux', name: 'web-2' })],
        { user: 'self' },
      ),
      ...runRoutes(() => [failed, hostOf(2, { asset: other })]),
      ...runRoutes(() => [hostOf(1, { asset: ASSET })], { id: again }),
      ...answerTo('POST /api/v1/ops/job-executions/:id/rerun/', { id: again, task_id: again }, { id: RUN }),
    },
    { taskId: RUN },
  );
  const isChosen = async (name: string) =>
    (await screen.findByRole('treeitem', { name })).getAttribute('aria-checked');
  await waitFor(async () =>
    expect([await isChosen('web-1'), await isChosen('web-2')]).toEqual(['true', 'true']),
  );
  await user.click(await button('Run again on 1 failed'));
  await waitFor(async () =>
    expect([await isChosen('web-1'), await isChosen('web-2')]).toEqual(['true', 'false']),
  );
  await user.click(await screen.findByRole('treeitem', { name: 'web-2' }));
  await waitFor(async () =>
    expect([await isChosen('web-1'), await isChosen('web-2')]).toEqual(['true', 'true']),
  );
});

test('a command comes from a template and is saved as one; modules that are not run cannot be used', async () => {
  const { user, server } = await open({
    ...listOf(adhoc, [
      { id: 'a1', name: 'disk', module: { value: 'shell', label: 'Shell' }, args: 'lsblk' },
      { id: 'a2', name: 'snake', module: { value: 'oracle', label: 'Oracle' }, args: 'dir' },
    ]),
    ...creating(adhoc, { id: 'a3', name: 'disks' }),
    ...answerTo(
      'GET /api/v1/ops/variables/help/',
      Object.fromEntries(jobVariables.map((name) => [name, 'a value'])) as Record<JobVariable, string>,
    ),
  });
  await user.click(await button('Variables'));
  expect(await screen.findByRole('button', { name: /jms_username/ })).toBeTruthy();
  await user.keyboard('{Escape}');
  await user.click(await button('Use a command template'));
  const row = async (name: RegExp) => within(await screen.findByRole('row', { name }));
  expect((await row(/snake/)).getByRole('button', { name: /Use/ }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click((await row(/disk/)).getByRole('button', { name: /Use/ }));
  await waitFor(async () => expect((await codeEditor('Command')).state.doc.toString()).toBe('lsblk'));
  await user.click(await button('Save as command template'));
  await user.type(await screen.findByLabelText('Name'), 'disks');
  await user.click(await button('Save'));
  await waitFor(() =>
    expect(server.calls('POST', ADHOCS)[0]?.body).toEqual({ name: 'disks', module: 'shell', args: 'lsblk' }),
  );
});

test('A-6-040 quick jobs open with the permission to run jobs only', () => {
  const names = (perms: string[]) => createRouteNames(routeTable, new Set(perms));
  expect(names(allBut('ops.add_jobexecution')).canOpen('QuickJob')).toBe(false);
  expect(names(['ops.view_job', 'ops.add_job', 'ops.add_jobexecution']).canOpen('QuickJob')).toBe(true);
});
