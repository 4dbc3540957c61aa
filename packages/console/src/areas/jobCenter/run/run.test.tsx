// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerTo } from '../../../../test/answerTo.ts';
import { FakeSocket } from '../../../../test/fakeSocket.ts';
import { HOSTS, hostOf, RUN, runRoutes } from '../../../../test/jobCenter/jobRun.ts';
import { allBut, openRoute } from '../../../../test/openRoute.tsx';
import { routeTable } from '../../../app/routes/table.ts';
import { createRouteNames } from '../../../platform/route/routeNames.ts';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => vi.unstubAllGlobals());

const open = (routes: Record<string, unknown>, perms?: string[]) =>
  openRoute('ExecutionDetail', { params: { id: RUN }, routes, ...(perms && { caller: { perms } }) });
const failed = hostOf(3, {
  state: 'failed',
  exit_code: 1,
  group: 'failed 1 b',
  reason: 'It ended with code 1.',
});
const three = [hostOf(1), hostOf(2), failed];
const outputs = { 'web-1': 'a\nb\nup\n', 'web-2': 'a\nb\nup\n', 'web-3': 'a\ndown\nup\n' };
const output = () => screen.getByRole('log', { name: 'Output' });

test('A-2.4-014 a run shows its command, counts and assets, and what one of them printed', async () => {
  const { user } = await open(runRoutes(() => three, { outputs }));
  expect(await screen.findByRole('heading', { name: 'job-1' })).toBeTruthy();
  expect(screen.getByLabelText('Command').firstElementChild?.textContent).toBe('uptime');
  expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('3 of 3 assets');
  const list = await screen.findByRole('listbox', { name: 'Assets' });
  const third = await within(list).findByRole('option', { name: /web-3/ });
  expect(third.getAttribute('aria-posinset')).toBe('3');
  await user.click(third);
  await waitFor(() => expect(output().textContent).toBe('It ended with code 1.\na\ndown\nup\n'));
  await user.click(screen.getByRole('button', { name: '1 failed' }));
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.click(screen.getByRole('button', { name: '1 failed' }));
  await user.type(screen.getByLabelText('Search in all output'), 'down');
  await waitFor(() =>
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['web-3rc 1']),
  );
  await user.click(screen.getByRole('option'));
  await waitFor(() => expect(output().querySelector('mark')?.textContent).toBe('down'));
});

test('what an asset printed is played as it came, with keys too, and downloaded', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const cast = '{"version":2,"width":80,"height":30}\n[0,"o","a\\r\\n"]\n[30,"o","b\\r\\n"]\n[31.5,"m",""]\n';
  const fetched = vi.fn(async (_url: URL) => new Response(cast));
  vi.stubGlobal('fetch', fetched);
  const { user } = await open(runRoutes(() => three, { outputs }));
  await user.click(await screen.findByRole('option', { name: /web-1/ }));
  await user.click(await screen.findByRole('button', { name: 'Play' }));
  const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Position in the recording' });
  await waitFor(() => expect(slider().max).toBe('31.5'));
  const address = `${HOSTS}${hostOf(1).id}/replay/`;
  expect(fetched.mock.calls.map(([url]) => url.pathname)).toEqual([address]);
  await user.keyboard('{End}');
  await waitFor(() => expect(slider().value).toBe('31.5'));
  expect(await screen.findByRole('button', { name: 'Play' })).toBeTruthy();
  await user.keyboard('{Home}');
  expect(slider().value).toBe('0');
  await user.click(screen.getByRole('button', { name: 'To the end' }));
  expect(slider().value).toBe('31.5');
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toContain(address);
  await user.click(screen.getByRole('button', { name: 'Text' }));
  await waitFor(() => expect(output().textContent).toBe('a\nb\nup\n'));
});

test('an output that was kept without times is text only, and says so', async () => {
  const { user } = await open(runRoutes(() => three, { outputs, is_timed: false }));
  await user.click(await screen.findByRole('option', { name: /web-1/ }));
  expect(await screen.findByText(/kept without times/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Play' })).toBeNull();
});

test('assets with the same output are one group; another group shows how it differs', async () => {
  const { user } = await open(runRoutes(() => three, { outputs }));
  await user.click(await screen.findByRole('radio', { name: 'Same output' }));
  expect(await screen.findByText('2 the same, 1 differs')).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Difference' })).toBeNull();
  await waitFor(() => expect(output().textContent).toBe('a\nb\nup\n'));
  const other = screen.getByRole('button', { name: /web-3/ });
  expect(other.textContent).toMatch(/rc 1web-3$/);
  await user.click(other);
  await user.click(await screen.findByRole('radio', { name: 'Difference' }));
  await waitFor(() => expect(output().textContent).toContain('  a\n- b\n+ down\n  up\n'));
});

test('of 10,000 assets only those in view are asked for, and none again that ended', async () => {
  const hosts = Array.from({ length: 10_000 }, (_, index) =>
    index < 9_990 ? hostOf(index) : hostOf(index, { state: 'running', exit_code: null }),
  );
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    const { server } = await open(runRoutes(() => hosts));
    expect(await screen.findByText('9,990 of 10,000 assets')).toBeTruthy();
    expect((await screen.findAllByRole('option')).length).toBeLessThan(60);
    await waitFor(() => expect(screen.getByRole('option', { name: /web-0/ })).toBeTruthy());
    await act(() => vi.advanceTimersByTimeAsync(7_000));
    const asked = server.calls('GET', HOSTS).map(({ query }) => query.limit);
    expect(asked.filter((limit) => limit === '1').length).toBeGreaterThan(1);
    expect(asked.filter((limit) => limit !== '1')).toEqual(['100']);
    const list = screen.getByRole('listbox', { name: 'Assets' });
    list.scrollTop = 100 * 28;
    fireEvent.scroll(list);
    const drawn = await screen.findByRole('option', { name: /web-100/ });
    expect(drawn.getAttribute('aria-posinset')).toBe('101');
    expect(screen.getAllByRole('option').length).toBeLessThan(60);
  } finally {
    vi.useRealTimers();
  }
});

test('B-4-010 Stop ends a run that goes on; an ended one runs again where it failed', async () => {
  let hosts = [hostOf(1, { state: 'running', exit_code: null })];
  const ids = { id: 'a1111111-1111-4111-8111-111111111111', task_id: 'a1111111-1111-4111-8111-111111111111' };
  const { user, server, router } = await open({
    ...runRoutes(() => hosts),
    ...answerTo('POST /api/v1/ops/job-executions/stop/', () => {
      hosts = [hostOf(1, { state: 'stopped', exit_code: null })];
      return { task_id: RUN };
    }),
    ...answerTo('POST /api/v1/ops/job-executions/:id/rerun/', ids, { id: RUN }),
  });
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await user.click(await screen.findByRole('button', { name: 'Run again on 1 failed' }));
  await waitFor(() => expect(router.state.location.pathname).toBe(`/workbench/ops/executions/${ids.id}`));
  expect(server.calls('POST', '/api/v1/ops/job-executions/stop/')[0]?.body).toEqual({ task_id: RUN });
  expect(server.calls('POST', `/api/v1/ops/job-executions/${RUN}/rerun/`)[0]?.query).toEqual({
    hosts: 'failed',
  });
});

test('a run that waits for its user says on how many assets it would continue, and continues or stops', async () => {
  const hosts = [hostOf(1), hostOf(2, { state: 'waiting', exit_code: null })];
  const { user, server } = await open({
    ...runRoutes(() => hosts, { pause: { next: 1, stage: 2 } }),
    ...answerTo('POST /api/v1/ops/job-executions/:id/continue/', { task_id: RUN }, { id: RUN }),
    ...answerTo('POST /api/v1/ops/job-executions/stop/', { task_id: RUN }),
  });
  const bar = within(await screen.findByRole('alert'));
  expect(bar.getByText(/1 more asset\./)).toBeTruthy();
  await user.click(bar.getByRole('button', { name: 'Continue' }));
  await waitFor(() =>
    expect(server.calls('POST', `/api/v1/ops/job-executions/${RUN}/continue/`)).toMatchObject([
      { query: { stage: '2' } },
    ]),
  );
  await user.click(bar.getByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(server.calls('POST', '/api/v1/ops/job-executions/stop/')).toHaveLength(1));
});

test('the output of all assets is followed over the socket', async () => {
  await open(runRoutes(() => three));
  await waitFor(() => expect(FakeSocket.all).toHaveLength(1));
  const [socket] = FakeSocket.all;
  act(() => {
    socket?.open();
    socket?.onmessage?.({ data: JSON.stringify({ message: 'web-1 | OK | rc=0 >>\r\nup\r\n', task: RUN }) });
  });
  await waitFor(() => expect(output().textContent).toBe('web-1 | OK | rc=0 >>\nup\n'));
  expect(socket?.sent).toEqual([JSON.stringify({ task: RUN, type: 'ansible' })]);
});

test('A-6-043 runs open with their permission only; without that of running, none is repeated', async () => {
  const names = (perms: string[]) => createRouteNames(routeTable, new Set(perms));
  expect(names(allBut('ops.view_jobexecution')).canOpen('ExecutionDetail')).toBe(false);
  expect(names(['ops.view_jobexecution']).canOpen('ExecutionDetail')).toBe(true);
  await open(
    runRoutes(() => [hostOf(1)]),
    allBut('ops.add_jobexecution'),
  );
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Run again' })).disabled).toBe(true);
});

test('a run that waits for its approval says who may decide, shows no machines, and can be withdrawn', async () => {
  const approval = {
    ...{ status: 'waiting' as const, reviewers: ['Boss(boss)', 'Eve(eve)'], decided_by: '', comment: '' },
    ...{ date_expired: '2031/01/02 03:04:05 +0000', machines: 12 },
  };
  const stop = answerTo('POST /api/v1/ops/job-executions/stop/', { task_id: RUN });
  const { user, server } = await open({ ...runRoutes(() => [], { status: 'waiting', approval }), ...stop });
  const bar = await screen.findByRole('status');
  expect(bar.textContent).toContain('Nothing runs on the 12 assets until another user approves it');
  expect(bar.textContent).toContain('Boss(boss), Eve(eve) can approve it.');
  for (const name of ['Stop', 'Run again']) expect(screen.queryByRole('button', { name })).toBeNull();
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() =>
    expect(server.calls('POST', '/api/v1/ops/job-executions/stop/')[0]?.body).toEqual({ task_id: RUN }),
  );
});
