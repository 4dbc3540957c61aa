import { session } from '@gatehouse/contract/resources/terminal/session.ts';
import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo, rowAt } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { openTerminals } from '../../../test/openTerminals.tsx';
import { sessionFacts } from '../../../test/sessionFacts.ts';

const ID = '7a1d2c3b-4e5f-4a6b-8c7d-9e0f1a2b3c4d';
const LOCK = '/api/v1/terminal/tasks/toggle-lock-session/';
const KILL = '/api/v1/terminal/tasks/kill-session/';
const closed: ServerFrame = {
  type: 'closed',
  reason: 'user_close',
  text_key: 'gateway:closed.user_close',
  params: {},
};

const watch = async (perms = ['terminal.terminate_session'], routes: Record<string, unknown> = {}) => {
  const page = await openTerminals({
    path: `/luna/monitor/${ID}`,
    caller: { perms },
    routes: {
      ...answerTo('POST /api/v1/terminal/tasks/toggle-lock-session/', { ok: [ID] } as never),
      ...answerTo('POST /api/v1/terminal/tasks/kill-session/', { ok: [ID] } as never),
      ...routes,
    },
  });
  await page.screen.findByRole('region', { name: 'Screen of the watched session' });
  await waitFor(() => page.socketOf(ID));
  const joined = (over: Parameters<typeof sessionFacts>[0] = {}) =>
    page.say(ID, { type: 'monitoring', offset: 0, cols: 120, rows: 40, session: sessionFacts(over) });
  return { ...page, joined };
};

test('the monitor page names the user, account and facts of the session', async () => {
  const { screen, joined, socketOf, say } = await watch();
  expect(new URL(socketOf(ID).url).pathname).toBe('/koko/ws/monitor/');
  expect(new URL(socketOf(ID).url).searchParams.get('session')).toBe(ID);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Monitor');
  expect(screen.getByRole('status').textContent).toBe('Connecting');
  const facts = screen.getByRole('complementary', { name: 'Session information' });
  expect(facts.textContent).toContain('The gateway has not answered yet.');
  joined();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Monitor · Ann Lee (ann) as deploy@web');
  expect(document.title).toBe('Monitor · Ann Lee (ann) - Gatehouse');
  expect(screen.queryByRole('status')).toBeNull();
  expect(facts.textContent).toContain('SHA256:x');
  say(ID, { type: 'facts', session: sessionFacts({ account: { name: 'Root', username: '' } }) });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('Root@web');
  say(ID, closed);
  expect(screen.getByRole('status').textContent).toBe('You ended this session.');
});

test('a monitored session can be paused and resumed; the button waits for the gateway', async () => {
  const { screen, user, joined, server, say } = await watch();
  joined();
  await user.click(screen.getByRole('button', { name: 'Pause session' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pause session' }).disabled).toBe(true);
  say(ID, { type: 'notice', code: 'locked', params: { by: 'Me' } });
  const resume = screen.getByRole<HTMLButtonElement>('button', { name: 'Resume session' });
  expect(resume.disabled).toBe(false);
  expect(screen.getByText('Paused')).toBeTruthy();
  await user.click(resume);
  await waitFor(() => expect(server.calls('POST', LOCK)).toHaveLength(2));
  expect(server.calls('POST', LOCK).map(({ body }) => body)).toEqual([
    { session_id: ID, task_name: 'lock_session' },
    { session_id: ID, task_name: 'unlock_session' },
  ]);
});

test('pausing can be tried again if the server refuses', async () => {
  const { screen, user, joined, server } = await watch(undefined, { [`POST ${LOCK}`]: answer(500, {}) });
  joined();
  await user.click(screen.getByRole('button', { name: 'Pause session' }));
  await waitFor(() => expect(server.calls('POST', LOCK)).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Pause session' }).disabled).toBe(false),
  );
});

test('terminating a monitored session asks for confirmation', async () => {
  const { screen, user, joined, server } = await watch();
  joined();
  const terminate = screen.getByRole('button', { name: 'Terminate session' });
  await user.click(terminate);
  await screen.findByText('Terminate the session of Ann Lee (ann)?');
  expect(screen.getByText('The user is disconnected at once. Running programs are stopped.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(server.calls('POST', KILL)).toEqual([]);
  await user.click(terminate);
  const dialog = within((await screen.findByText(/disconnected at once/)).closest('dialog') as HTMLElement);
  await user.click(dialog.getByRole('button', { name: 'Terminate session' }));
  expect(await screen.findByText('Ending the session…')).toBeTruthy();
  expect(server.calls('POST', KILL).map(({ body }) => body)).toEqual([[ID]]);
});

test('a failed termination is not reported as requested', async () => {
  const { screen, user, joined, server } = await watch(undefined, { [`POST ${KILL}`]: answer(500, {}) });
  joined();
  await user.click(screen.getByRole('button', { name: 'Terminate session' }));
  const dialog = within((await screen.findByText(/disconnected at once/)).closest('dialog') as HTMLElement);
  await user.click(dialog.getByRole('button', { name: 'Terminate session' }));
  await waitFor(() => expect(server.calls('POST', KILL)).toHaveLength(1));
  await screen.findByText(/Server error/);
  expect(screen.queryByText('Ending the session…')).toBeNull();
});

test('without permission a session can be watched but not controlled', async () => {
  const { screen, joined } = await watch([]);
  joined();
  expect(screen.queryByRole('button', { name: /session/ })).toBeNull();
});

test('a session can be neither paused nor terminated before the monitor is connected', async () => {
  const { screen } = await watch();
  expect(screen.queryByRole('button', { name: /Pause|Terminate/ })).toBeNull();
});

test('keys typed while monitoring are not sent', async () => {
  const { joined, socketOf, user, screen } = await watch();
  socketOf(ID).open();
  joined();
  const sent = socketOf(ID).sent.length;
  screen
    .getByRole('region', { name: /Screen of/ })
    .querySelector('textarea')
    ?.focus();
  await user.keyboard('ls');
  expect(
    socketOf(ID)
      .sent.slice(sent)
      .filter((data) => typeof data !== 'string'),
  ).toEqual([]);
});

test.each([
  ['an unknown address', '/luna/nothing/here', ['rbac.view_webterminal'], 'There is nothing here'],
  ['a user without the web terminal', '/luna/', [], 'You may not use the web terminal'],
])('%s shows a refusal with a link to the console', async (_what, path, perms, title) => {
  const { screen } = await openTerminals({ path, caller: { perms } });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.getByRole('main').querySelector('p')?.textContent).not.toBe('');
  expect(screen.getByRole('link', { name: 'Go to the console' }).getAttribute('href')).toBe('/ui/');
  expect(FakeSocket.all).toEqual([]);
});

test('the replay page shows the user, asset and times of the session', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const { screen, server } = await openTerminals({
    path: `/luna/replay/${ID}`,
    routes: {
      ...answerTo(
        'GET /api/v1/terminal/sessions/:id/replay/',
        { status: 'error', error: 'storage' },
        { id: ID },
      ),
      ...rowAt(session, ID, {
        user: 'Ann Lee(ann)',
        account: 'Root(root)',
        asset: 'web-01(10.0.0.5)',
        protocol: 'ssh',
        remote_addr: '10.1.1.1',
        date_start: '2031/01/02 03:04:05 +0000',
        date_end: '2031/01/02 04:05:06 +0000',
      }),
    },
  });
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Replay · Ann Lee as root@web-01'),
  );
  expect(document.title).toBe('Replay · Ann Lee - Gatehouse');
  const line = screen.getByRole('heading', { level: 1 }).nextElementSibling?.textContent;
  expect(line).toMatch(/^2031-01-02 \d\d:04:05 – \d\d:05:06 · .+ · ssh from 10\.1\.1\.1$/);
  expect(server.calls('GET', `/api/v1/terminal/sessions/${ID}/`)).toHaveLength(1);
});

test('a replay of an unknown session shows no toast', async () => {
  const { screen, server } = await openTerminals({ path: `/luna/replay/${ID}` });
  await waitFor(() => expect(server.calls('GET', `/api/v1/terminal/sessions/${ID}/`)).toHaveLength(1));
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Replay');
  const toasts = screen.getByRole('region', { name: /otification/ });
  await waitFor(() => expect(toasts.textContent).toBe(''));
});
