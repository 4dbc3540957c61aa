// @vitest-environment jsdom
import { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { celerytaskexecution } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { meta, optionsOf } from '../../../test/domains.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { allBut, openRoute } from '../../../test/openRoute.tsx';

const nightly = {
  id: 't1',
  name: 'clean_up',
  meta: { comment: 'Clean-up', queue: 'default', help: 'Removes old rows.' },
  summary: { total: 12, success: 11 },
  state: 'yellow' as const,
  exec_cycle: '0 2 * * *',
  next_exec_time: '2031/01/02 02:00:00',
  enabled: true,
  may_switch_off: true,
};

const run = {
  task_name: 'Clean-up',
  state: { value: 'running' as const, label: 'Running' },
  is_stoppable: false,
};

test('A-2.6-025 the list of tasks shows name, health, runs, schedule and switch', async () => {
  await openRoute('TaskList', { routes: listOf(celerytask, [nightly]) });
  expect((await screen.findByRole('link', { name: 'Clean-up' })).getAttribute('href')).toBe(
    '/settings/tasks/t1',
  );
  for (const text of ['11 / 12', 'A recent run failed', '0 2 * * *', '2031-01-02 02:00:00'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByRole('switch', { name: 'Schedule of Clean-up' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Task monitor' })).toBeTruthy();
});

test('a task without runs is not said to run well', async () => {
  const fresh = { ...nightly, summary: { total: 0, success: 0 }, state: 'green' as const };
  await openRoute('TaskList', { routes: listOf(celerytask, [fresh]) });
  expect(await screen.findByText('Not run yet')).toBeTruthy();
  expect(screen.queryByText('Runs well')).toBeNull();
});

test('A-2.6-026 the page of a task tells what it does, and lists its runs', async () => {
  await openRoute('TaskDetail', {
    params: { id: 't1' },
    tab: 'TaskHistory',
    routes: {
      ...rowAt(celerytask, 't1', nightly),
      ...listOf(celerytaskexecution, [
        { id: 'r1', task_name: 'Clean-up', state: { value: 'failed', label: 'Failed' }, error: 'no luck' },
      ]),
    },
  });
  expect(await screen.findByText('no luck')).toBeTruthy();
  expect(screen.getByText('Failed')).toBeTruthy();
});

test.each([
  ['A-2.1-008', 'CeleryTaskLog', '/ops/celery/task/r1/log', 'celery'],
  ['A-2.1-009', 'AnsibleTaskLog', '/ops/ansible/task/r1/log', 'ansible'],
  ['A-2.1-010', 'TaskLog', '/ops/task/task/r1/log', 'task'],
])('%s %s shows the log of a run as it is written', async (_id, name, path, type) => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  window.history.replaceState({}, '', path);
  await openRoute(name, { params: { id: 'r1' }, routes: rowAt(celerytaskexecution, 'r1', run) });
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  const [socket] = FakeSocket.all;
  act(() => socket?.open());
  expect(socket?.url).toContain('/ws/ops/tasks/log/');
  expect(JSON.parse(String(socket?.sent[0]))).toEqual({ task: 'r1', type });
  const hear = (frame: object) => act(() => socket?.onmessage?.({ data: JSON.stringify(frame) }));
  hear({ message: '\r\n' });
  hear({ message: 'first\r\nsecond\r\n', task: 'r1' });
  expect(screen.getByText(/first\s+second/)).toBeTruthy();
  hear({ event: 'end', task: 'r1', message: '' });
  expect(screen.getByText(/End of the output/)).toBeTruthy();
  vi.unstubAllGlobals();
});

test('the monitor shows queues, servers and failures', async () => {
  await openRoute('TaskMonitor', {
    routes: answerTo('GET /api/v1/ops/task-monitor/', {
      queues: [
        { name: 'tidy', title: 'Housekeeping', most: 1, waiting: 2, running: 1, failed: 3, oldest: null },
      ],
      servers: [{ name: 'gate-1 (77)', date_seen: '2031/01/02 02:00:00 +0000', running: 1 }],
      failures: [],
    }),
  });
  expect(await screen.findByText('Housekeeping')).toBeTruthy();
  expect(screen.getByText('gate-1 (77)')).toBeTruthy();
  expect(screen.getByText('Nothing failed in the past week')).toBeTruthy();
});

const panel = {
  name: 'clean' as const,
  category: 'clean',
  page: 'clean' as const,
  tab: 'Clean',
  title: 'Clean-up',
  dialog: false,
  can_change: true,
  groups: [{ name: 'log', title: 'Logs', settings: [{ name: 'LOGIN_LOG_KEEP_DAYS', label: 'Login log' }] }],
};
const cleanUp = {
  ...listOf(celerytask, [nightly]),
  ...answerTo('GET /api/v1/settings/panels/', [panel]),
  'OPTIONS /api/v1/settings/setting/': optionsOf({
    PATCH: { LOGIN_LOG_KEEP_DAYS: meta({ kind: 'integer', type: 'integer', label: 'Login log' }) },
  }),
  ...answerTo('GET /api/v1/settings/setting/', { LOGIN_LOG_KEEP_DAYS: 180 }),
  ...answerTo('GET /api/v1/settings/history/', []),
};

test('A-2.6-044 A-1-007 the settings of the clean-up are a tab of the tasks', async () => {
  await openRoute('TaskList', { tab: 'Clean', routes: cleanUp });
  const days = async () => ((await screen.findByLabelText('Login log')) as HTMLInputElement).value;
  await waitFor(async () => expect(await days()).toBe('180'));
  expect(screen.getByRole('tab', { name: 'Clean-up' }).getAttribute('aria-selected')).toBe('true');
  expect(screen.queryByRole('link', { name: 'Clean-up' })).toBeNull();
});

test('without the permission for the clean-up there is no such tab', async () => {
  await openRoute('TaskList', { routes: cleanUp, caller: { perms: allBut('settings.change_clean') } });
  await screen.findByRole('link', { name: 'Clean-up' });
  expect(screen.queryByRole('tab')).toBeNull();
});

test('A-2.6-044 the former address leads to the tab, with the setting that it names', async () => {
  const { router } = await openRoute('Clean', { query: { setting: 'LOGIN_LOG_KEEP_DAYS' }, routes: cleanUp });
  await waitFor(() =>
    expect(router.state.location).toMatchObject({
      pathname: '/settings/tasks',
      search: '?setting=LOGIN_LOG_KEEP_DAYS',
      hash: '#Clean',
    }),
  );
});

test('A-2.6-044 who may not see tasks finds the clean-up settings at their former address', async () => {
  await openRoute('Clean', { routes: cleanUp, caller: { perms: allBut('ops.view_celerytask') } });
  expect(await screen.findByLabelText('Login log')).toBeTruthy();
});

test.each([
  ['a super administrator switches schedules', true, nightly, false],
  ['others do not', false, nightly, true],
  ['what is needed stays switched on', true, { ...nightly, may_switch_off: false }, true],
])('%s', async (_what, isSuper, task, isOff) => {
  await openRoute('TaskList', {
    routes: listOf(celerytask, [task]),
    caller: { isSuperuser: isSuper },
  });
  const toggle = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Schedule of Clean-up' });
  expect(toggle.disabled).toBe(isOff);
});
