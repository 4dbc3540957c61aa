// @vitest-environment jsdom
import { celerytask } from '@gatehouse/contract/resources/ops/celerytask.ts';
import { celerytaskexecution } from '@gatehouse/contract/resources/ops/celerytaskexecution.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, listOf, rowAt } from '../../../test/answerTo.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { openRoute } from '../../../test/openRoute.tsx';

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
