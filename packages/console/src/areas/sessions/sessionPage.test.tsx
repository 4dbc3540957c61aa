// @vitest-environment jsdom
import { ftplog } from '@gatehouse/contract/resources/audits/ftplog.ts';
import { command } from '@gatehouse/contract/resources/terminal/command.ts';
import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { columnsShown, lastDialog } from '../../../test/actionsShown.ts';
import { listOf, rowAt } from '../../../test/answerTo.ts';
import { factShown } from '../../../test/factsShown.ts';
import type { Caller } from '../../../test/fakePlatform.ts';
import { answer } from '../../../test/fakeServer.ts';
import { downloads } from '../../../test/openDomains.tsx';
import { allBut, openRoute } from '../../../test/openRoute.tsx';
import { listRow, pageOf } from '../../../test/sampleRow.ts';
import type { Session } from '../../resources/terminal/session/Session.ts';

const SESSIONS = '/api/v1/terminal/sessions/';
const COMMANDS = '/api/v1/terminal/commands/';
const running: Partial<Session> = {
  id: 's1',
  user: 'Ann(ann)',
  user_id: 'u1',
  asset: 'web-1(10.0.0.1)',
  asset_id: 'a1',
  account: 'root(root)',
  protocol: 'ssh',
  remote_addr: '10.0.0.9',
  org_id: 'o1',
  type: { value: 'normal', label: 'Normal' },
  login_from: { value: 'WT', label: 'Web terminal' },
  terminal: { id: 'g1', name: 'gw', type: 'koko' } as never,
  risk_level: { value: 4, label: 'Warned' },
  is_finished: false,
  is_success: true,
  is_locked: false,
  can_join: true,
  can_terminate: true,
  can_replay: false,
  date_start: '2031/01/02 03:04:05 +0000',
  date_end: '2031/01/02 04:04:05 +0000',
};
const ended = { ...running, is_finished: true, can_replay: true };

const page = (
  row: Partial<Session> = running,
  over: { tab?: string; caller?: Caller; routes?: Record<string, unknown> } = {},
) =>
  openRoute('SessionDetail', {
    params: { id: 's1' },
    tab: over.tab,
    caller: over.caller,
    routes: {
      ...rowAt(session, 's1', row),
      'POST /api/v1/terminal/tasks/kill-session/': answer(200, { ok: ['s1'] }),
      'POST /api/v1/terminal/tasks/toggle-lock-session/': answer(200, { ok: ['s1'] }),
      ...over.routes,
    },
  });

test.each([false, true])(
  'B-3-018 a session page shows every fact, and whether it is active or paused: %s',
  async (is_locked) => {
    await page({ ...running, is_locked, duration: '1:00:00' });
    const text = async (name: string) => (await factShown(name)).textContent;
    expect(await text('Risk level')).toBe('Warned');
    for (const [name, value] of [
      ['User', 'Ann'],
      ['Asset', 'web-1'],
      ['Account', 'root'],
      ['Protocol', 'ssh'],
      ['Login from', 'Web terminal'],
      ['Remote addr', '10.0.0.9'],
      ['Duration', '1:00:00'],
    ] as const)
      expect([name, await text(name)]).toEqual([name, expect.stringContaining(value)]);
    expect(await text('Date start')).toContain('2031-01-02 03:04:05');
    expect(await text('Date end')).toContain('2031-01-02 04:04:05');
    expect(screen.queryByText('Active') === null).toBe(is_locked);
    expect(screen.getAllByText('Paused')).toHaveLength(is_locked ? 2 : 1);
  },
);

test('a session page shows times and links to user and asset', async () => {
  await page();
  expect(await screen.findByRole('heading', { name: 'Ann → web-1' })).toBeTruthy();
  const link = async (name: string) =>
    within(await factShown(name))
      .getByRole('link')
      .getAttribute('href');
  expect(await link('User')).toBe('/console/users/users/u1');
  expect(await link('Asset')).toBe('/console/assets/assets/a1');
  expect((await factShown('Date start')).textContent).toContain('2031-01-02 03:04:05');
  expect((await factShown('Date end')).textContent).toContain('2031-01-02 04:04:05');
  expect((await factShown('Protocol')).textContent).toBe('ssh');
  expect(document.body.textContent).toContain('root · ssh · 10.0.0.9');
  expect(screen.queryByRole('button', { name: 'Update' })).toBeNull();
});

test('deleted users and assets of a session are shown by name, without links', async () => {
  await page({
    ...running,
    user_id: '' as never,
    asset_id: '' as never,
    protocol: '' as never,
    account: '' as never,
  });
  const user = await factShown('User');
  expect(user.textContent).toBe('Ann ann');
  expect(within(user).queryByRole('link')).toBeNull();
  expect(within(await factShown('Asset')).queryByRole('link')).toBeNull();
  expect((await factShown('Protocol')).textContent).toBe('–none');
  expect((await factShown('Account')).textContent).toBe('–none');
});

const quick = () => {
  const section = screen.getByText('Quick actions').closest('section') as HTMLElement;
  return [...section.querySelectorAll('button')].map(
    (button) => `${button.getAttribute('aria-label')}${button.hasAttribute('disabled') ? ' (off)' : ''}`,
  );
};

test.each([
  ['running', running, {}, ['Monitor', 'Paused', 'Terminate']],
  ['finished', ended, {}, ['Replay', 'Download recording']],
  [
    'a file transfer',
    { ...running, type: { value: 'sftp', label: 'SFTP' } as never },
    {},
    ['Paused (off)', 'Terminate'],
  ],
  [
    'without permissions',
    running,
    { perms: allBut('terminal.terminate_session', 'terminal.monitor_session') },
    ['Monitor (off)', 'Paused (off)', 'Terminate (off)'],
  ],
])('the quick actions of a session match its state: %s', async (_which, row, caller, expected) => {
  await page(row, { caller });
  await screen.findByText('Quick actions');
  expect(quick()).toEqual(expected);
});

test.each([
  [false, 'lock_session', 'Pause requested. The state updates by itself.'],
  [true, 'unlock_session', 'Resume requested. The state updates by itself.'],
])('toggling Paused from %s requests the task %s', async (is_locked, task_name, text) => {
  const { user, server } = await page({ ...running, is_locked });
  const paused = await screen.findByRole('switch', { name: 'Paused' });
  expect(paused.getAttribute('aria-checked')).toBe(String(is_locked));
  const before = server.calls('GET', `${SESSIONS}s1/`).length;
  await user.click(paused);
  expect(await screen.findByText(text)).toBeTruthy();
  expect(server.calls('POST', '/api/v1/terminal/tasks/toggle-lock-session/')[0]?.body).toEqual({
    session_id: 's1',
    task_name,
  });
  await waitFor(() => expect(server.calls('GET', `${SESSIONS}s1/`).length).toBeGreaterThan(before));
});

test('terminating a session on its page asks for confirmation', async () => {
  const { user, server } = await page();
  await user.click(await screen.findByRole('button', { name: 'Terminate' }));
  let question = await lastDialog();
  expect(question.getByText('Terminate the session?')).toBeTruthy();
  expect(question.getByText('Users are disconnected at once.')).toBeTruthy();
  expect(question.getByText('Ann → web-1')).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.seen.filter(({ method }) => method === 'POST')).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Terminate' }));
  question = await lastDialog();
  const ok = question.getByRole('button', { name: 'Terminate' });
  expect(ok.className).toContain('dangerous');
  await user.click(ok);
  expect(await screen.findByText('Ending the session. It leaves the list by itself.')).toBeTruthy();
});

test.each([
  ['Replay', '/luna/replay/s1', 'noopener'],
  ['Monitor', '/luna/monitor/s1', 'width=850,height=600,noopener'],
])('%s opens in a new window of the web terminal', async (name, url, features) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { user } = await page(name === 'Replay' ? ended : running);
  await user.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith(url, '_blank', features));
});

test('a recording is downloaded within its organization', async () => {
  const files = downloads();
  const { user } = await page(ended);
  await user.click(await screen.findByRole('button', { name: 'Download recording' }));
  await waitFor(() => expect(files).toEqual([`${SESSIONS}s1/replay/download/?oid=o1`]));
});

test.each([
  ['terminal.view_sessionreplay', 'Replay'],
  ['terminal.view_command', 'Commands'],
  ['audits.view_ftplog', 'File transfers'],
])('a session page without %s has no %s tab', async (need, tab) => {
  await page(ended, { caller: { perms: allBut(need) } });
  await screen.findByText('Quick actions');
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(
    ['Details', 'Replay', 'Commands', 'File transfers', 'Activity'].filter((each) => each !== tab),
  );
});

test('the file transfers of a session are listed', async () => {
  const { server } = await page(running, {
    tab: 'Files',
    routes: listOf(ftplog, [{ id: 'f1', filename: '/etc/motd' }]),
  });
  expect(await screen.findByText('/etc/motd')).toBeTruthy();
  expect(server.calls('GET', '/api/v1/audits/ftp-logs/').at(-1)?.query).toMatchObject({ session: 's1' });
  for (const name of ['Create', 'More actions']) expect(screen.queryByRole('button', { name })).toBeNull();
});

const level = (value: number, label: string) => ({ value, label }) as never;
const typed = (over: object = {}) =>
  listRow(command, {
    id: 'c1',
    input: 'rm -rf /',
    output: 'refused',
    session: 's1',
    risk_level: level(5, 'Rejected'),
    timestamp: 1_925_089_445,
    offset_ms: 65_400,
    ...over,
  } as never);

test('each command of a session links to its moment in the recording', async () => {
  const { user, server } = await page(ended, {
    tab: 'Commands',
    routes: { [`GET ${COMMANDS}`]: pageOf([typed()]) },
  });
  const line = (await screen.findByText('rm -rf /')).closest('tr') as HTMLElement;
  expect(server.calls('GET', COMMANDS).at(-1)?.query).toMatchObject({
    session_id: 's1',
    order: '-timestamp',
  });
  expect(within(line).getByText('2031-01-02 03:04:05')).toBeTruthy();
  const moment = within(line).getByRole('link', { name: '01:05' });
  expect(moment.getAttribute('href')).toBe('/audit/sessions/sessions/s1?activeTab=Replay&t=65.4');
  expect(moment.closest('[title]')?.getAttribute('title')).toBe('Watch from 01:05');
  expect(line.className).toMatch(/bad/);
  await user.click(within(line).getByRole('button', { name: /^Expand/ }));
  expect(await screen.findByText('refused')).toBeTruthy();
  expect(screen.getByText('$ rm -rf /')).toBeTruthy();
});

test('without recording permission a command shows its moment as text, or a dash if unknown', async () => {
  await page(ended, {
    tab: 'Commands',
    caller: { perms: allBut('terminal.view_sessionreplay') },
    routes: {
      [`GET ${COMMANDS}`]: pageOf([
        typed(),
        typed({ id: 'c2', input: 'ls', offset_ms: null, risk_level: level(0, 'Accepted'), timestamp: 0 }),
      ]),
    },
  });
  const line = (await screen.findByText('rm -rf /')).closest('tr') as HTMLElement;
  expect(within(line).getByText('01:05')).toBeTruthy();
  expect(within(line).queryByRole('link', { name: '01:05' })).toBeNull();
  const other = (await screen.findByText('ls')).closest('tr') as HTMLElement;
  expect(other.className).not.toMatch(/bad/);
  expect(other.textContent?.match(/–none/g)?.length).toBeGreaterThan(1);
});

test('each command in the list of all commands links to its session', async () => {
  await openRoute('CommandList', {
    routes: {
      [`GET ${COMMANDS}`]: pageOf([typed()]),
      'GET /api/v1/terminal/command-storages/tree/': [],
    },
  });
  const link = await screen.findByRole('link', { name: 'Open session' });
  expect(link.getAttribute('href')).toBe('/audit/sessions/sessions/s1?activeTab=Commands');
  expect(await columnsShown()).toEqual(expect.arrayContaining(['Session', 'Replay']));
});
