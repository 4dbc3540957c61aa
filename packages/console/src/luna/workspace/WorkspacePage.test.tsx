import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerTo } from '../../../test/answerTo.ts';
import { answer } from '../../../test/fakeServer.ts';
import {
  keptTab,
  menusOf,
  openTerminals,
  openTwoTerminals as openTwo,
} from '../../../test/openTerminals.tsx';
import { sessionFacts } from '../../../test/sessionFacts.ts';

test('A-7-013 A-7-014 signing out ends the web session, even if the server cannot be reached', async () => {
  for (const outcome of [{}, answer(503, {})]) {
    const { screen, user, server, unmount } = await openTerminals({
      routes: answerTo('POST /vue-admin-template/user/logout', outcome),
    });
    await user.click(await screen.findByRole('button', { name: /^Account of/ }));
    const assign = vi.fn();
    vi.stubGlobal('location', { pathname: '/luna/', search: '', href: 'http://localhost/luna/', assign });
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('/core/auth/logout/?next=%2Fluna%2F'));
    expect(server.calls('POST', '/vue-admin-template/user/logout')).toHaveLength(1);
    vi.unstubAllGlobals();
    unmount();
  }
});

test('the menus list every command with its shortcut and disable those not possible', async () => {
  const { lines, screen } = await openTwo();
  expect(screen.getByRole('navigation', { name: 'Menus' })).toBeTruthy();
  expect(await lines('File')).toEqual([
    'New connectionAlt K',
    'Duplicate session',
    '-Reconnect',
    'Close tab',
    'Close ended tabs',
    'Close all tabs',
  ]);
  expect(await lines('View')).toEqual([
    '+Assets',
    '+Session information',
    'Terminal settings',
    'FindCtrl Shift F',
    'Larger textCtrl +',
    'Smaller textCtrl −',
    'Reset text sizeCtrl 0',
    'Full screen',
  ]);
  expect(await lines('Windows')).toEqual([
    'Next tabAlt PgDn',
    'Previous tabAlt PgUp',
    '+webdeploy',
    'dbdeploy',
  ]);
});

test('without a terminal, commands that need one are disabled', async () => {
  const { screen, user } = await openTerminals({});
  await screen.findByRole('heading', { name: 'No terminal open' });
  const { lines, menu } = menusOf({ screen, user });
  const disabled = async (name: string) => (await lines(name)).filter((line) => line.startsWith('-'));
  expect(await disabled('File')).toEqual([
    '-Duplicate session',
    '-Reconnect',
    '-Close tab',
    '-Close ended tabs',
    '-Close all tabs',
  ]);
  expect(await disabled('View')).toEqual(['-FindCtrl Shift F']);
  expect(await lines('Windows')).toEqual(['-Next tabAlt PgDn', '-Previous tabAlt PgUp']);
  expect(within(await menu('Windows')).getByText('No terminal open')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Session status' }).textContent).toBe('No terminal open');
  expect(document.title).toBe('Web terminal - Gatehouse');
});

test('a tab can be activated by click or from the menu', async () => {
  const { screen, user, choose, front } = await openTwo();
  expect(document.title).toBe('web - Gatehouse');
  await user.click(screen.getByRole('tab', { name: /db/ }));
  expect(front()).toContain('db');
  expect(document.title).toBe('db - Gatehouse');
  await choose('Windows', 'web');
  expect(front()).toContain('web');
  await choose('Windows', 'Next tab');
  expect(front()).toContain('db');
  await choose('Windows', 'Previous tab');
  expect(front()).toContain('web');
});

test('arrows, Home and End move the focus along the tabs, and the active tab scrolls into view', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView');
  const { screen, user } = await openTerminals({ tabs: ['a1', 'b2', 'c3'].map((name) => keptTab(name)) });
  const first = await screen.findByRole('tab', { name: /a1/ });
  const shown = () => scroll.mock.contexts.map((tab) => (tab as HTMLElement).dataset.tab).at(-1);
  expect(screen.getByRole('tablist', { name: 'Open terminals' })).toBeTruthy();
  first.focus();
  const focused = () => document.activeElement?.textContent?.slice(0, 2);
  const visited: (string | undefined)[] = [];
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'End', 'x']) {
    await user.keyboard(key.length > 1 ? `{${key}}` : key);
    visited.push(focused());
  }
  expect(visited).toEqual(['b2', 'c3', 'a1', 'c3', 'a1', 'c3', 'c3']);
  expect(fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })).toBe(false);
  await user.click(screen.getByRole('tab', { name: /c3/ }));
  expect(shown()).toBe('tab-c3');
  expect(scroll).toHaveBeenLastCalledWith({ block: 'nearest', inline: 'nearest' });
  const stops = screen.getAllByRole('tab').map((tab) => tab.tabIndex);
  expect(stops).toEqual([-1, -1, 0]);
});

test('a tab shows asset, account and state, and F2 or a double click renames it', async () => {
  const { screen, user, tabs, rename } = await openTwo();
  const tab = screen.getByRole('tab', { name: /web/ });
  expect(tab.textContent).toBe('webdeployConnected');
  expect(tab.title).toBe('web, deploy: Connected');
  expect(screen.getByRole('tab', { name: /db/ }).textContent).toBe('dbdeployConnection lost');
  tab.focus();
  await user.keyboard('{F2}');
  rename('web', 'shop', 'Enter');
  expect(tabs()).toEqual(['shop', 'db']);
  expect(JSON.parse(sessionStorage.getItem('luna.tabs') ?? '').tabs[0].title).toBe('shop');
  await user.dblClick(screen.getByRole('tab', { name: /shop/ }));
  rename('shop', 'web', 'Enter');
  expect(JSON.parse(sessionStorage.getItem('luna.tabs') ?? '').tabs[0].title).toBe('');
  await user.dblClick(screen.getByRole('tab', { name: /web/ }));
  rename('web', 'other', 'Escape');
  expect(tabs()).toEqual(['web', 'db']);
});

test('closing a running session asks for confirmation, and Cancel keeps it', async () => {
  const { screen, user, tabs, socketOf } = await openTwo();
  const question = () => screen.queryByRole('dialog', { name: 'End the session on web?' });
  screen.getByRole('tab', { name: /web/ }).focus();
  await user.keyboard('{Delete}');
  await screen.findByText('Programs running in the shell are stopped.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(question()).toBeNull();
  expect(tabs()).toEqual(['web', 'db']);
  fireEvent(
    screen.getByRole('tab', { name: /web/ }),
    new MouseEvent('auxclick', { bubbles: true, button: 1 }),
  );
  await user.click(await screen.findByRole('button', { name: 'End session' }));
  await waitFor(() => expect(tabs()).toEqual(['db']));
  expect(socketOf('s-web').sent).toContainEqual('{"type":"close"}');
});

test('closing a tab whose session is not running does not ask', async () => {
  const { screen, user, tabs } = await openTwo();
  await user.click(screen.getAllByTitle('Close tab')[1]!);
  await waitFor(() => expect(tabs()).toEqual(['web']));
  expect(screen.queryByRole('button', { name: 'End session' })).toBeNull();
});

test('Close all tabs ends all sessions after one confirmation that counts them', async () => {
  const { screen, user, choose, tabs, resume } = await openTwo();
  resume('db');
  await choose('File', 'Close all tabs');
  await screen.findByText('End 2 sessions?');
  await user.click(screen.getByRole('button', { name: 'End 2 sessions' }));
  await waitFor(() => expect(tabs()).toEqual([]));
});

test('the menu can close the active tab or all ended tabs', async () => {
  const { choose, tabs, say } = await openTwo();
  say('s-db', { type: 'closed', reason: 'user_close', text_key: 'gateway:closed.user_close', params: {} });
  await choose('File', 'Close ended tabs');
  await waitFor(() => expect(tabs()).toEqual(['web']));
  say('s-web', { type: 'closed', reason: 'user_close', text_key: 'gateway:closed.user_close', params: {} });
  await choose('File', 'Close tab');
  await waitFor(() => expect(tabs()).toEqual([]));
});

test('the View menu shows and hides the panels', async () => {
  const { screen, choose } = await openTwo();
  const region = (name: string) => screen.queryByRole('region', { name });
  expect(screen.getByRole('complementary', { name: 'Assets' })).toBeTruthy();
  await choose('View', 'Assets');
  expect(screen.queryByRole('complementary', { name: 'Assets' })).toBeNull();
  expect(region('Session information')).toBeTruthy();
  await choose('View', 'Terminal settings');
  expect(region('Session information')).toBeNull();
  expect(region('Terminal settings')).toBeTruthy();
  await choose('View', 'Find');
  expect(screen.getByRole('textbox', { name: 'Find' })).toBeTruthy();
});

test('the palette opens from the menu, the tab strip, the top bar and the keyboard', async () => {
  const { screen, user, choose } = await openTwo();
  const isOpen = () => screen.queryByRole('dialog', { name: 'Connect to an asset' }) !== null;
  for (const open of [
    () => choose('File', 'New connection'),
    () => user.click(screen.getByRole('button', { name: 'New connection' })),
    () => user.click(screen.getByRole('button', { name: /^Connect to…/ })),
    () => user.keyboard('{Alt>}k{/Alt}'),
  ]) {
    (document.activeElement as HTMLElement).blur();
    await open();
    expect(isOpen()).toBe(true);
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(isOpen()).toBe(false);
  }
});

test('the View menu changes the text size', async () => {
  const { choose, screen } = await openTwo();
  await choose('View', 'Terminal settings');
  const size = () => (screen.getByLabelText('Font size') as HTMLInputElement).value;
  await choose('View', 'Larger text');
  await choose('View', 'Larger text');
  expect(size()).toBe('16');
  await choose('View', 'Smaller text');
  expect(size()).toBe('15');
  await choose('View', 'Reset text size');
  expect(size()).toBe('14');
});

test('Full screen enters and leaves full screen, and a refusal by the browser is ignored', async () => {
  const { choose } = await openTwo();
  const enter = vi.fn(() => Promise.reject(new Error('refused')));
  const leave = vi.fn(() => Promise.resolve());
  Object.assign(document.documentElement, { requestFullscreen: enter });
  Object.assign(document, { exitFullscreen: leave });
  const is = vi.fn<() => Element | null>(() => null);
  Object.defineProperty(document, 'fullscreenElement', { get: is, configurable: true });
  await choose('View', 'Full screen');
  expect([enter.mock.calls.length, leave.mock.calls.length]).toEqual([1, 0]);
  is.mockReturnValue(document.documentElement);
  await choose('View', 'Full screen');
  expect([enter.mock.calls.length, leave.mock.calls.length]).toEqual([1, 1]);
  Reflect.deleteProperty(document, 'fullscreenElement');
});

test('coming back online reconnects lost sessions at once', async () => {
  const { socketOf } = await openTwo();
  const before = socketOf('s-web');
  const lost = socketOf('s-db');
  act(() => void window.dispatchEvent(new Event('online')));
  expect(socketOf('s-web')).toBe(before);
  expect(socketOf('s-db')).not.toBe(lost);
});

test('the status bar shows the facts of the active session', async () => {
  const { screen, say } = await openTwo();
  const bar = () => screen.getByRole('region', { name: 'Session status' }).textContent;
  expect(bar()).toMatch(/^Recording\d.*Idle limit 30 minUTF-880 × 24Copy and paste allowed$/);
  const end = new Date(Date.now() + 40 * 86_400_000).toISOString();
  const told = { ...sessionFacts({ session_id: 's-web' }), date_permission_expired: end };
  say('s-web', {
    type: 'facts',
    session: { ...told, recorded: false, watchers: ['Bo', 'Cy'], actions: ['copy'] },
  });
  expect(bar()).toMatch(/^\d.*Access ends \d{4}-\d\d-\d\d \d\d:\d\d:\d\d.*Copy only2 watching$/);
  expect(screen.getByTitle('Bo, Cy')).toBeTruthy();
  say('s-web', { type: 'detached', reason: 'taken_over' });
  expect(bar()).toMatch(/^Open in another window.*Copy only$/);
});

test('a session that ends while focused moves the focus to Reconnect', async () => {
  const { screen, say } = await openTwo();
  const pane = screen.getByRole('tabpanel', { name: 'Terminal, deploy at web' });
  pane.querySelector('textarea')?.focus();
  expect(pane.contains(document.activeElement)).toBe(true);
  say('s-web', { type: 'closed', reason: 'shell_exit', text_key: 'gateway:closed.shell_exit', params: {} });
  expect(document.activeElement).toBe(within(pane).getByRole('button', { name: 'Reconnect' }));
});

test('a session that ends while the focus is elsewhere leaves it there', async () => {
  const { screen, say } = await openTwo();
  const field = screen.getByRole('searchbox', { name: 'Search assets' });
  field.focus();
  say('s-web', { type: 'closed', reason: 'shell_exit', text_key: 'gateway:closed.shell_exit', params: {} });
  expect(document.activeElement).toBe(field);
});

test('an ended session can be reconnected from the menu, and any session can be duplicated', async () => {
  const { choose, say, server } = await openTwo();
  const asked = () => server.calls('GET', '/api/v1/perms/users/self/assets/web/');
  await choose('File', 'Duplicate session');
  await waitFor(() => expect(asked()).toHaveLength(1));
  say('s-web', { type: 'closed', reason: 'shell_exit', text_key: 'gateway:closed.shell_exit', params: {} });
  await choose('File', 'Reconnect');
  await waitFor(() => expect(asked()).toHaveLength(2));
  expect(asked().map(({ headers }) => headers.get('X-JMS-ORG'))).toEqual(['o', 'o']);
});
