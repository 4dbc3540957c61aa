import { session } from '@gatehouse/contract/resources/terminal/session.ts';
// @vitest-environment jsdom
import type { OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { act, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo, listOf } from '../../../test/answerTo.ts';
import { domainOptions, meta } from '../../../test/domains.ts';
import { openRoute } from '../../../test/openRoute.tsx';
import { renderPage } from '../../../test/renderPage.tsx';
import { detailRow, pageOf } from '../../../test/sampleRow.ts';
import { setTold, tellChanged } from '../../platform/changes.ts';
import type { Session } from '../../resources/terminal/session/Session.ts';
import { SessionListPage } from '../../resources/terminal/session/SessionListPage.tsx';
import { SESSIONS_URL } from '../../resources/terminal/session/sessionCells.tsx';
import { SessionDetailPage } from './SessionDetailPage.tsx';

const KILL = '/api/v1/terminal/tasks/kill-session/';
const TOGGLE_LOCK = '/api/v1/terminal/tasks/toggle-lock-session/';
const texts = ['user', 'asset', 'account', 'protocol', 'login_from', 'remote_addr', 'duration'];

const sessionOptions: OptionsBody = {
  ...domainOptions,
  actions: { GET: Object.fromEntries(['id', ...texts].map((name) => [name, meta({ label: name })])) },
  view: { ...domainOptions.view!, key: 'terminal.session', title: 'Session', titles: 'Sessions', form: [] },
};

const sessionRow = (id: string, facts: Partial<Session> = {}) =>
  detailRow(session, {
    id,
    user: `Ann ${id}(ann)`,
    asset: `web-${id}`,
    account: 'root(root)',
    protocol: 'ssh',
    type: { value: 'normal', label: 'Normal' },
    login_from: { value: 'WT', label: 'Web terminal' },
    remote_addr: '10.0.0.9',
    terminal: { id: 'g1', name: 'gw', type: 'koko' },
    risk_level: { value: 0, label: 'Accepted' },
    is_success: true,
    can_join: true,
    can_terminate: true,
    ...facts,
  });

const open = (rows: Session[] | (() => Session[]), over: { at?: string; perms?: string[] } = {}) =>
  renderPage({
    page: <SessionListPage resource="terminal.session" url={SESSIONS_URL} name="Session" />,
    routes: {
      [`OPTIONS ${SESSIONS_URL}`]: sessionOptions,
      [`GET ${SESSIONS_URL}`]: typeof rows === 'function' ? () => pageOf(rows()) : pageOf(rows),
      ...answerTo(`POST ${KILL}`, { ok: ['1'] }),
      ...answerTo(`POST ${TOGGLE_LOCK}`, { ok: ['1'] }),
    },
    caller: {
      perms: over.perms ?? ['view', 'terminate', 'monitor'].map((verb) => `terminal.${verb}_session`),
    },
    at: over.at ?? '/audit/sessions/sessions',
  });
type Opened = Awaited<ReturnType<typeof open>>;

const rowOf = async ({ screen }: Opened, asset: string) =>
  (await screen.findByText(asset)).closest('tr') as HTMLElement;

/** Runs an action of the row, from the row's menu unless it has a button of its own. */
const choose = async (opened: Opened, action: string) => {
  const row = await rowOf(opened, 'web-1');
  const shown = within(row).queryByRole('button', { name: action });
  if (shown) return opened.user.click(shown);
  await opened.user.click(within(row).getByRole('button', { name: /^More actions/ }));
  await opened.user.click(await opened.screen.findByRole('menuitem', { name: action }));
};

test('B-4-004 a running session is active or paused', async () => {
  const running = await open([sessionRow('1'), sessionRow('2', { is_locked: true })]);
  expect(within(await rowOf(running, 'web-1')).getByText('Active')).toBeTruthy();
  expect(within(await rowOf(running, 'web-2')).getByText('Paused')).toBeTruthy();
  expect(running.server.calls('GET', SESSIONS_URL)[0]?.query).toMatchObject({ is_finished: '0' });
});

test('a running session is numbered by its place in the list, and the number opens its page', async () => {
  const { screen } = await openRoute('SessionList', {
    routes: listOf(session, [sessionRow('1'), sessionRow('2')]),
  });
  const link = within((await screen.findByText('web-2')).closest('tr') as HTMLElement).getByRole('link', {
    name: '2',
  });
  expect(link.getAttribute('href')).toMatch(/^\/audit\/sessions\/sessions\/2/);
});

test('an empty list of running sessions says that none run, and what the date range leaves out', async () => {
  const { screen } = await open([]);
  expect(
    await screen.findByText('No sessions are running. Those started before this date range are not listed.'),
  ).toBeTruthy();
});

test('the list of running sessions shows what begins and ends, unless the page is out of sight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  let rows = [sessionRow('1')];
  const opened = await open(() => rows);
  await opened.screen.findByText('web-1');
  rows = [sessionRow('2')];
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(opened.screen.getByText('web-1')).toBeTruthy();
  hidden.mockReturnValue(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await opened.screen.findByText('web-2');
  expect(opened.screen.queryByText('web-1')).toBeNull();
});

test('the list of running sessions is read again at once when the server tells of a change', async () => {
  let rows = [sessionRow('1')];
  const opened = await open(() => rows);
  await opened.screen.findByText('web-1');
  const before = opened.server.calls('GET', SESSIONS_URL).length;
  rows = [sessionRow('2')];
  act(() => tellChanged('/api/v1/assets/assets/'));
  expect(opened.server.calls('GET', SESSIONS_URL)).toHaveLength(before);
  act(() => tellChanged(SESSIONS_URL));
  act(() => tellChanged(SESSIONS_URL));
  await opened.screen.findByText('web-2');
  await waitFor(() => expect(opened.server.calls('GET', SESSIONS_URL)).toHaveLength(before + 2));
});

test('while the server tells of changes the list waits for them; it looks again by itself once the connection is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  onTestFinished(() => act(() => setTold([])));
  let rows = [sessionRow('1')];
  const opened = await open(() => rows);
  await opened.screen.findByText('web-1');
  const asked = () => opened.server.calls('GET', SESSIONS_URL).length;
  rows = [sessionRow('2')];
  // What changed before the connection was there has not been told.
  act(() => setTold([SESSIONS_URL]));
  await vi.advanceTimersByTimeAsync(10);
  await opened.screen.findByText('web-2');
  const before = asked();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked()).toBe(before);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(asked()).toBe(before + 1);
  rows = [sessionRow('3')];
  act(() => setTold([]));
  await vi.advanceTimersByTimeAsync(5_000);
  await opened.screen.findByText('web-3');
});

test('a change told while a list is still loading is shown as soon as it has loaded', async () => {
  let release = (): void => undefined;
  let asked = 0;
  const first = new Promise((resolve) => {
    release = () => resolve(pageOf([sessionRow('1')]));
  });
  const { screen, server } = await openRoute('SessionList', {
    routes: {
      [`GET ${SESSIONS_URL}`]: () => {
        asked += 1;
        return asked === 1 ? first : pageOf([sessionRow('2')]);
      },
    },
  });
  await waitFor(() => expect(server.calls('GET', SESSIONS_URL)).toHaveLength(1));
  act(() => tellChanged(SESSIONS_URL));
  expect(server.calls('GET', SESSIONS_URL)).toHaveLength(1);
  release();
  await screen.findByText('web-2');
});

test('the page of a running session is read again when the server tells of a change', async () => {
  let row = sessionRow('1');
  const { screen, server } = await openRoute('SessionDetail', {
    params: { id: '1' },
    routes: { [`GET ${SESSIONS_URL}1/`]: () => detailRow(session, row as never) },
  });
  await screen.findByRole('button', { name: 'Terminate' });
  const before = server.calls('GET', `${SESSIONS_URL}1/`).length;
  act(() => tellChanged('/api/v1/audits/user-sessions/'));
  expect(server.calls('GET', `${SESSIONS_URL}1/`)).toHaveLength(before);
  row = sessionRow('1', { is_finished: true, is_success: false });
  act(() => tellChanged(SESSIONS_URL));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Terminate' })).toBeNull());
  const after = server.calls('GET', `${SESSIONS_URL}1/`).length;
  act(() => tellChanged(SESSIONS_URL));
  await waitFor(() => expect(server.calls('GET', `${SESSIONS_URL}1/`)).toHaveLength(after));
});

test('B-4-004 finished sessions have their own tab', async () => {
  const over = await open([sessionRow('3', { is_finished: true })], {
    at: '/audit/sessions/sessions?activeTab=OfflineList',
  });
  expect(within(await rowOf(over, 'web-3')).getByText('Ended')).toBeTruthy();
  expect(over.server.calls('GET', SESSIONS_URL)[0]?.query).toMatchObject({ is_finished: '1' });
});

test('running and finished sessions have a tab each, which the address names', async () => {
  const { screen, user, router } = await open([sessionRow('1')]);
  const online = await screen.findByRole('tab', { name: /^Online/ });
  const finished = screen.getByRole('tab', { name: /^Ended/ });
  expect(online.getAttribute('aria-selected')).toBe('true');
  await user.click(finished);
  await waitFor(() => expect(router.state.location.search).toContain('activeTab=OfflineList'));
  expect([online, finished].map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  await user.click(online);
  await waitFor(() => expect(router.state.location.search).toContain('activeTab=OnlineList'));
});

test('B-4-005 B-4-006 B-8-017 terminating creates a task; the row says so and goes by itself', async () => {
  let rows = [sessionRow('1'), sessionRow('2')];
  const opened = await open(() => rows);
  await choose(opened, 'Terminate');
  const dialog = await opened.screen.findByRole('dialog');
  await opened.user.click(within(dialog).getByRole('button', { name: 'Terminate' }));
  expect(await opened.screen.findByText('Ending the session. It leaves the list by itself.')).toBeTruthy();
  expect(opened.server.calls('POST', KILL)[0]?.body).toEqual(['1']);
  const row = within(await rowOf(opened, 'web-1'));
  expect(await row.findByText('Ending…')).toBeTruthy();
  expect(within(await rowOf(opened, 'web-2')).getByText('Active')).toBeTruthy();
  await opened.user.click(row.getByRole('button', { name: /^More actions/ }));
  const again = await opened.screen.findByRole('menuitem', { name: /^Terminate/ });
  expect(again.getAttribute('aria-disabled')).toBe('true');
  expect(again.dataset.reason).toContain('Ending');
  rows = [sessionRow('2')];
  // Sooner than a list of which nothing is expected looks again.
  await waitFor(() => expect(opened.screen.queryByText('web-1')).toBeNull(), { timeout: 4_500 });
});

test.each([
  ['Pause', false, 'lock_session', 'Pause requested. The state updates by itself.'],
  ['Resume', true, 'unlock_session', 'Resume requested. The state updates by itself.'],
])(
  'B-4-005 B-4-006 B-8-017 %s creates a task and says that the list follows',
  async (name, is_locked, task_name, text) => {
    const opened = await open([sessionRow('1', { is_locked })]);
    await choose(opened, name);
    expect(await opened.screen.findByText(text)).toBeTruthy();
    const [call] = opened.server.calls('POST', TOGGLE_LOCK);
    expect(call?.body).toEqual({ session_id: '1', task_name });
  },
);

test('B-4-005 monitoring opens the live session in a new window', async () => {
  const seen = vi.spyOn(window, 'open').mockReturnValue(null);
  const opened = await open([sessionRow('1')]);
  await choose(opened, 'Monitor');
  await waitFor(() => expect(seen).toHaveBeenCalledWith('/luna/monitor/1', '_blank', expect.any(String)));
  seen.mockRestore();
});

test('B-4-007 a session of an RDP client cannot be monitored, and the reason is shown', async () => {
  const opened = await open([sessionRow('1', { login_from: { value: 'RT', label: 'RDP terminal' } })]);
  const row = await rowOf(opened, 'web-1');
  const monitor = within(row).getByRole('button', { name: /Monitor/ });
  expect(monitor.getAttribute('aria-disabled')).toBe('true');
  await opened.user.hover(monitor);
  expect(await opened.screen.findByText('RDP client sessions cannot be monitored.')).toBeTruthy();
});

type SessionRow = ReturnType<typeof sessionRow>;

/** The page of a session, for a user with these permissions and the one to view sessions. */
const openPage = (row: SessionRow | (() => SessionRow), perms: readonly string[]) =>
  renderPage({
    page: <SessionDetailPage resource="terminal.session" url={SESSIONS_URL} name="Session" />,
    pattern: '/audit/sessions/sessions/:id',
    at: '/audit/sessions/sessions/1',
    routes: { [`OPTIONS ${SESSIONS_URL}`]: sessionOptions, [`GET ${SESSIONS_URL}1/`]: row },
    caller: { perms: ['terminal.view_session', ...perms] },
  });

test('B-4-007 B-4-005 a session of an RDP client on razor can only be terminated on its page', async () => {
  const row = sessionRow('1', {
    login_from: { value: 'RT', label: 'RDP terminal' },
    terminal: { id: 'r1', name: 'razor', type: 'razor' },
  });
  const { screen } = await openPage(row, ['terminal.terminate_session', 'terminal.monitor_session']);
  expect(await screen.findByRole('button', { name: 'Monitor' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: 'Paused' })).toHaveProperty('disabled', true);
  expect(screen.getByRole('button', { name: 'Terminate' })).toHaveProperty('disabled', false);
});

test.each([
  ['with the permission', true, ['terminal.terminate_session'], false],
  ['without the permission', true, [], true],
  ['that the server does not end', false, ['terminal.terminate_session'], true],
])('Terminate needs the permission and can_terminate: %s', async (_, can_terminate, perms, disabled) => {
  const { screen } = await openPage(sessionRow('1', { can_terminate }), perms);
  expect(await screen.findByRole('button', { name: 'Terminate' })).toHaveProperty('disabled', disabled);
});

test.each([
  ['everything', true, ['view_sessionreplay', 'download_sessionreplay'], [false, false]],
  ['only watching', true, ['view_sessionreplay'], [false, true]],
  ['only downloading', true, ['download_sessionreplay'], [true, false]],
  ['no recording', false, ['view_sessionreplay', 'download_sessionreplay'], [true, true]],
])(
  'a recording is watched and downloaded with a permission for each: %s',
  async (_, can_replay, perms, off) => {
    const { screen } = await openPage(
      sessionRow('1', { is_finished: true, is_success: false, can_replay }),
      perms.map((name) => `terminal.${name}`),
    );
    await screen.findByRole('tab', { name: 'Details' });
    const buttons = ['Replay', 'Download recording'].map((name) => screen.getByRole('button', { name }));
    expect(buttons.map((button) => (button as HTMLButtonElement).disabled)).toEqual(off);
  },
);

test('a finished session gets its replay tab when the recording has arrived', async () => {
  let hasArrived = false;
  const ended = () =>
    sessionRow('1', { is_finished: true, date_end: new Date().toISOString(), can_replay: hasArrived });
  const { screen } = await openPage(ended, ['terminal.view_sessionreplay']);
  await screen.findByRole('tab', { name: 'Details' });
  expect(screen.queryByRole('tab', { name: 'Replay' })).toBeNull();
  hasArrived = true;
  await screen.findByRole('tab', { name: 'Replay' });
});

test('a session has tabs only for what the server supports', async () => {
  const { screen } = await openPage(sessionRow('1', { is_finished: true, can_replay: true }), [
    'terminal.view_sessionreplay',
    'terminal.view_command',
    'terminal.view_sessionjoinrecord',
    'audits.view_ftplog',
  ]);
  await screen.findByRole('tab', { name: 'Details' });
  const tabs = screen.getAllByRole('tab').map(({ textContent }) => textContent);
  expect(tabs).toEqual(['Details', 'Replay', 'Commands', 'File transfers']);
});

test('B-5-046 the id and the actions of the session list cannot be unchecked', async () => {
  const { screen, user } = await openRoute('SessionList');
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  const dialog = within(await screen.findByRole('dialog'));
  const box = (name: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name });
  for (const name of ['No.', 'Actions']) expect(box(name)).toMatchObject({ checked: true, disabled: true });
  expect(box('User')).toMatchObject({ checked: true, disabled: false });
  expect(box('Risk level')).toMatchObject({ checked: false, disabled: false });
});
