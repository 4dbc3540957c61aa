import { act, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FakeSocket } from '../../../test/fakeSocket.ts';
import { keptTab, openTwoTerminals as openTwo } from '../../../test/openTerminals.tsx';

test('the page reloads without a question, because its sessions go on', async () => {
  await openTwo();
  expect(window.dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true);
});

test('a reload brings the tab back that was in front', async () => {
  const { screen, user } = await openTwo({ active: 'tab-db' });
  const front = () => screen.getByRole('tab', { selected: true }).textContent;
  const stored = () => JSON.parse(sessionStorage.getItem('luna.tabs') ?? '').active;
  expect(front()).toContain('db');
  await user.click(screen.getByRole('tab', { name: /web/ }));
  expect(stored()).toBe('tab-web');
  await user.click(screen.getByRole('button', { name: 'Windows' }));
  await user.click(screen.getByRole('menuitem', { name: /^Next tab/, hidden: true }));
  expect(stored()).toBe('tab-db');
});

test('tabs of one asset are numbered, and keep their number when another is closed', async () => {
  const second = { ...keptTab('web'), key: 'tab-web2', number: 2 };
  second.ticket = { session_id: 's-second', resume_token: 'r' };
  const { screen, user, choose, tabs, rename, lines } = await openTwo({
    tabs: [keptTab('web'), keptTab('db'), second],
  });
  expect(tabs()).toEqual(['web', 'db', 'web (2)']);
  expect(await lines('Windows')).toContain('web (2)deploy');
  await choose('Windows', 'web (2)');
  expect(document.title).toBe('web (2) - Gatehouse');
  expect(screen.getByRole('tabpanel', { name: 'Terminal, deploy at web (2)' })).toBeTruthy();
  const tab = () => screen.getByRole('tab', { selected: true });
  expect(tab().title).toBe('web (2), deploy: Connection lost');
  await user.dblClick(tab());
  rename('web (2)', 'web (2)', 'Enter');
  expect(JSON.parse(sessionStorage.getItem('luna.tabs') ?? '').tabs[2]).toMatchObject({
    title: '',
    number: 2,
  });
  await choose('Windows', 'web');
  await choose('File', 'Close tab');
  await user.click(await screen.findByRole('button', { name: 'End session' }));
  await waitFor(() => expect(tabs()).toEqual(['db', 'web (2)']));
});

test('a terminal is laid out before its session starts, even if another tab is in front', async () => {
  const hidden: Record<string, boolean> = {};
  class WatchedSocket extends FakeSocket {
    constructor(url: string) {
      super(url);
      for (const pane of document.querySelectorAll<HTMLElement>('[role=tabpanel]'))
        hidden[pane.id] ??= Boolean(pane.hidden);
    }
  }
  await openTwo({ socket: WatchedSocket });
  expect(hidden).toEqual({ 'pane-tab-web': false, 'pane-tab-db': false });
  expect(document.getElementById('pane-tab-db')?.hidden).toBe(true);
});

test('after a reload the notice lies over the empty screen; once the session is back, it takes room beside the output', async () => {
  const { screen, socketOf, resume } = await openTwo({
    tabs: [keptTab('db'), keptTab('web')],
    active: 'tab-db',
  });
  const pane = screen.getByRole('tabpanel', { name: 'Terminal, deploy at db' });
  expect(within(pane).getByRole('alert').dataset.over).toBe('true');
  await resume('db');
  expect(within(pane).queryByRole('alert')).toBeNull();
  act(() => socketOf('s-db').drop());
  expect(within(pane).getByRole('alert').dataset.over).toBeUndefined();
});

test('a window that shrinks folds the panels', async () => {
  const { screen } = await openTwo({ width: 1440 });
  expect(screen.getByRole('region', { name: 'Session information' })).toBeTruthy();
  Object.defineProperty(window, 'innerWidth', { value: 390, configurable: true });
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(screen.queryByRole('region', { name: 'Session information' })).toBeNull();
  expect(screen.queryByRole('complementary', { name: 'Assets' })).toBeNull();
  Object.defineProperty(window, 'innerWidth', { value: 1440, configurable: true });
  act(() => void window.dispatchEvent(new Event('resize')));
  expect(screen.getByRole('complementary', { name: 'Assets' })).toBeTruthy();
});

test('going offline is told at once below the output, and Try now connects again', async () => {
  const { screen, user, socketOf } = await openTwo();
  const pane = screen.getByRole('tabpanel', { name: 'Terminal, deploy at web' });
  act(() => void window.dispatchEvent(new Event('offline')));
  expect(within(pane).getByRole('alert').textContent).toMatch(/^You are offline\..* 60 s\.Try now$/);
  expect(screen.getByRole('tab', { name: /web/ }).textContent).toBe('webdeployNo answer');
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(within(pane).getByRole('alert').textContent).toMatch(/^Connection lost\./));
  const socket = socketOf('s-web');
  await user.click(within(pane).getByRole('button', { name: 'Try now' }));
  expect(socketOf('s-web')).not.toBe(socket);
});
