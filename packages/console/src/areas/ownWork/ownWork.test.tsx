// @vitest-environment jsdom
import { OWN_RUNS_URL } from '@gatehouse/contract/wire/siteMessages.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { renderShell } from '../../../test/renderShell.tsx';
import { openDrawer } from '../../platform/drawers.ts';
import type { OwnRun } from './useOwnRuns.ts';
// Loaded before the first test, so that none waits for it.
import './OwnWorkDrawer.tsx';

const runOf = (more: Partial<OwnRun> = {}): OwnRun => ({
  ...{ id: '00000000-0000-4000-8000-000000000001', name: 'export_rows', title: 'Export', subject: 'Hosts' },
  ...{ organization: 'Northwind', state: 'running', progress: 40, total: 30_000, done: 12_000, failed: 0 },
  ...{ unit: 'rows', is_repeatable: false },
  ...{ error: '', file: null, is_told: false, is_stoppable: true },
  ...{ date_published: '2026/11/28 05:00:00 +0000', date_finished: null },
  ...more,
});
const finished: Partial<OwnRun> = {
  ...{ state: 'done', progress: 100, done: 30_000, is_stoppable: false },
  file: { name: 'host.csv', size: 2048, until: '2026/11/29 05:00:00 +0000' },
};

/** A shell whose server has these runs, and says so over the socket. */
const open = async (first: OwnRun[]) => {
  let runs = first;
  const untold = () => runs.filter((run) => !run.is_told && ['done', 'failed'].includes(run.state));
  const shown = await renderShell({
    at: '/console/users/users',
    profile: { perms: ['rbac.view_console', 'users.view_user'] },
    routes: {
      ...answerTo('GET /api/v1/ops/own-runs/', () => runs),
      ...answerTo('POST /api/v1/ops/own-runs/told/', () => {
        const told = untold().map(({ id }) => id);
        runs = runs.map((run) => (told.includes(run.id) ? { ...run, is_told: true } : run));
        return told;
      }),
      ...answerTo('POST /api/v1/ops/own-runs/:id/stop/', undefined, { id: runOf().id }),
      ...answerTo('POST /api/v1/ops/own-runs/:id/again/', { id: runOf().id }, { id: runOf().id }),
    },
  });
  await shown.screen.findByRole('button', { name: /^Site messages/ });
  const tell = (next = runs) => {
    runs = next;
    const data = JSON.stringify({ type: 'changed', path: OWN_RUNS_URL });
    act(() => FakeSocket.all.at(-1)?.onmessage?.({ data }));
  };
  return { ...shown, tell };
};

test('the button shows once the server has told of a run, and the drawer how far it got', async () => {
  const { screen, user, server, tell } = await open([runOf()]);
  expect(screen.queryByRole('button', { name: /^Your tasks/ })).toBeNull();
  expect(server.calls('GET', '/api/v1/ops/own-runs/')).toEqual([]);
  tell();
  const button = await screen.findByRole('button', { name: 'Your tasks, 1 running' });
  button.focus();
  await user.keyboard('{Enter}');
  const drawer = within(await screen.findByRole('list', { name: 'Your tasks' }));
  expect(drawer.getByRole('progressbar', { name: 'Export: Hosts' })).toHaveProperty('value', 40);
  drawer.getByText('12,000 of 30,000 rows');
  drawer.getByText('Northwind');
  await user.click(drawer.getByRole('button', { name: 'Stop Export: Hosts' }));
  await waitFor(() =>
    expect(server.calls('POST', `/api/v1/ops/own-runs/${runOf().id}/stop/`)).toHaveLength(1),
  );
  tell([runOf({ state: 'stopped', is_stoppable: false })]);
  await drawer.findByText('Stopped');
  drawer.getByText('12,000 of 30,000 rows');
  expect(screen.queryByText('Export: Hosts: done')).toBeNull();
});

test('a page that starts work opens the drawer once the server has told of the run', async () => {
  const { screen, tell } = await open([
    runOf({ name: 'sync_vault', title: 'Secrets to the vault', subject: '', unit: 'secrets' }),
  ]);
  act(() => openDrawer('ownWork'));
  expect(screen.queryByRole('list', { name: 'Your tasks' })).toBeNull();
  tell();
  const drawer = within(await screen.findByRole('list', { name: 'Your tasks' }));
  drawer.getByText('12,000 of 30,000 secrets');
  // A run that waits for its next attempt says why the last one ended.
  const late = 'This took longer than its time limit.';
  tell([runOf({ name: 'sync_vault', title: 'Secrets to the vault', state: 'queued', error: late })]);
  await drawer.findByText(/^The last attempt ended early: This took longer than its time limit\. The next/);
});

test('the end of a run is told once, with its file', async () => {
  const { screen, user, server, tell } = await open([runOf(finished)]);
  tell();
  await screen.findByText('Export: Hosts: done');
  screen.getByRole('button', { name: 'Download' });
  tell();
  tell();
  await user.click(await screen.findByRole('button', { name: 'Your tasks' }));
  const drawer = within(await screen.findByRole('dialog', { name: 'Your tasks' }));
  drawer.getByText('Download (2 KB)');
  expect(server.calls('POST', '/api/v1/ops/own-runs/told/')).toHaveLength(1);
});

test('a run that failed is told with its reason', async () => {
  const { screen, tell } = await open([
    runOf({ state: 'failed', is_stoppable: false, error: 'You may not view hosts any more.' }),
  ]);
  tell();
  await screen.findByText('Export: Hosts: failed');
  screen.getByText('You may not view hosts any more.');
});

test('a move of recordings that failed says how many wait, and is started again', async () => {
  const failed = {
    name: 'follow_storage',
    title: 'Move of recordings',
    subject: 'gw-1',
    unit: 'recordings',
  } as const;
  const { screen, user, server, tell } = await open([
    runOf({
      ...failed,
      state: 'failed',
      total: 9,
      done: 7,
      failed: 2,
      is_stoppable: false,
      is_repeatable: true,
    }),
  ]);
  tell();
  await user.click(await screen.findByRole('button', { name: 'Your tasks' }));
  const drawer = within(await screen.findByRole('list', { name: 'Your tasks' }));
  drawer.getByText('7 of 9 recordings, 2 waiting for the storage');
  await user.click(drawer.getByRole('button', { name: 'Try Move of recordings: gw-1 again' }));
  await waitFor(() =>
    expect(server.calls('POST', `/api/v1/ops/own-runs/${runOf().id}/again/`)).toHaveLength(1),
  );
});
