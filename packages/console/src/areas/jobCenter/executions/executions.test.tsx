// @vitest-environment jsdom
import { jobexecution } from '@gatehouse/contract/resources/ops/jobexecution.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo, listOf } from '../../../../test/answerTo.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

const RUNS = '/api/v1/ops/job-executions/';
const [going, ended] = ['10000000-0000-4000-8000-000000000001', '10000000-0000-4000-8000-000000000002'];
const runs = [
  { id: going, task_id: going, material: 'shell:uptime', status: 'running' as const, is_finished: false },
  {
    ...{ id: ended, task_id: ended, material: 'shell:df -h', status: 'failed' as const, is_finished: true },
    ...{ is_success: false, time_cost: 3.2, job: { id: 'j1', name: 'disk' } },
  },
];
const open = () =>
  openRoute('ExecutionList', {
    routes: {
      ...listOf(jobexecution, runs),
      ...answerTo('POST /api/v1/ops/job-executions/stop/', { task_id: going }),
      ...answerTo('POST /api/v1/ops/job-executions/:id/rerun/', { id: going, task_id: going }, { id: ended }),
    },
  });
const rowWith = async (text: string) => (await screen.findByText(text)).closest('tr') as HTMLElement;

test('A-2.4-013 B-4-009 runs are listed with job, status and duration, and lead to their pages', async () => {
  await open();
  const row = within(await rowWith('shell:df -h'));
  expect(row.getByRole('link', { name: 'shell:df -h' }).getAttribute('href')).toMatch(
    new RegExp(`/workbench/ops/executions/${ended}$`),
  );
  expect(row.getByRole('link', { name: 'disk' })).toBeTruthy();
  expect(row.getByText('Failed')).toBeTruthy();
  expect(row.getByText('3.20')).toBeTruthy();
  expect(within(await rowWith('shell:uptime')).getByText('Running')).toBeTruthy();
});

test('a run that waits between its stages is listed as paused, not as running', async () => {
  const waiting = { ...runs[0], material: 'shell:reboot', is_paused: true };
  await openRoute('ExecutionList', { routes: listOf(jobexecution, [waiting]) });
  expect(within(await rowWith('shell:reboot')).getByText('Paused')).toBeTruthy();
});

test('B-4-010 a run that goes on is stopped after a question; one that ended is run again', async () => {
  const { user, server } = await open();
  const row = within(await rowWith('shell:uptime'));
  expect(row.queryByRole('button', { name: 'Run again' })).toBeNull();
  await user.click(row.getByRole('button', { name: 'Stop' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.calls('POST', `${RUNS}stop/`)[0]?.body).toEqual({ task_id: going }));
  const other = within(await rowWith('shell:df -h'));
  await user.click(other.getByRole('button', { name: 'Run again' }));
  await waitFor(() =>
    expect(server.calls('POST', `${RUNS}${ended}/rerun/`)[0]?.query).toEqual({ hosts: 'all' }),
  );
});

test('A-6-043 the runs open with their permission only', () => {
  const names = createRouteNames(routeTable, new Set(allBut('ops.view_jobexecution')));
  expect(names.canOpen('ExecutionList')).toBe(false);
});
