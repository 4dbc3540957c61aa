import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderShell } from '../../../../test/renderShell.tsx';
import { guardPage } from '../../../platform/page/leaveGuards.ts';

const perms = ['rbac.view_console', 'users.view_user', 'users.view_usergroup', 'labels.view_label'];
const [USERS, GROUPS, LABELS] = ['/console/users/users', '/console/users/groups', '/console/more/labels'];

/** Opens Dashboard (affixed), Users, Groups and Labels; Labels is the current page. */
const openFour = async () => {
  const page = await renderShell({ at: USERS, profile: { perms } });
  const { screen, router, user } = page;
  const bar = within(await screen.findByRole('navigation', { name: 'Visited pages' }));
  for (const path of [GROUPS, LABELS]) await act(() => router.navigate(path));
  await bar.findByRole('link', { name: 'Labels' });
  const shown = () => bar.getAllByRole('link').map((tag) => tag.textContent);
  /**
   * Chooses an item of a tag's menu, opened by right click or, without a tag, by the current page's button.
   */
  const choose = async (line: string, tag?: string) => {
    if (tag) fireEvent.contextMenu(bar.getByRole('link', { name: tag }), { clientX: 30, clientY: 40 });
    else await user.click(await bar.findByRole('button', { name: 'Page actions' }));
    await user.click(within(screen.getByRole('menu', { name: 'Page actions' })).getByText(line));
  };
  const middleClick = (tag: string) =>
    fireEvent(
      bar.getByRole('link', { name: tag }),
      new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
    );
  return { ...page, bar, shown, choose, middleClick };
};

test('the menu of a tag can refresh and close it; an affixed tag cannot be closed', async () => {
  const { screen, bar, user } = await openFour();
  const lines = () =>
    within(screen.getByRole('menu', { name: 'Page actions' }))
      .getAllByRole('menuitem')
      .map((line) => `${line.getAttribute('aria-disabled') === 'true' ? '-' : ''}${line.textContent}`);
  fireEvent.contextMenu(bar.getByRole('link', { name: 'Console dashboard' }));
  expect(lines()).toEqual(['Refresh page', '-Close', 'Close others', 'Close all']);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(fireEvent.contextMenu(bar.getByRole('link', { name: 'Users' }))).toBe(false);
  expect(lines()).toEqual(['Refresh page', 'Close', 'Close others', 'Close all']);
});

test('closing the current page opens its neighbour; closing another tag keeps the page', async () => {
  const { choose, shown, path } = await openFour();
  await choose('Close', 'Users');
  expect(shown()).toEqual(['Console dashboard', 'Groups', 'Labels']);
  expect(path()).toBe(LABELS);
  await choose('Close');
  await waitFor(() => expect(path()).toBe(GROUPS));
  expect(shown()).toEqual(['Console dashboard', 'Groups']);
});

test('"Close others" on a tag opens its page and keeps affixed tags', async () => {
  const { choose, shown, path } = await openFour();
  await choose('Close others', 'Users');
  await waitFor(() => expect(path()).toBe(USERS));
  expect(shown()).toEqual(['Console dashboard', 'Users']);
});

test('"Close others" on the tag of the current page stays on that page', async () => {
  const { choose, shown, path, router } = await openFour();
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname));
  await choose('Close others');
  expect(shown()).toEqual(['Console dashboard', 'Labels']);
  expect([path(), visited]).toEqual([LABELS, []]);
});

test('closing all tags keeps the affixed ones and opens the first', async () => {
  const { choose, shown, path, router } = await openFour();
  await choose('Close all');
  await waitFor(() => expect(path()).toBe('/console/dashboard'));
  expect(shown()).toEqual(['Console dashboard']);
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname));
  await choose('Close all');
  expect([path(), visited]).toEqual(['/console/dashboard', []]);
});

test('the middle mouse button closes a tag unless it is affixed; other buttons do nothing', async () => {
  const { shown, middleClick, bar } = await openFour();
  expect(middleClick('Users')).toBe(false);
  await waitFor(() => expect(shown()).toEqual(['Console dashboard', 'Groups', 'Labels']));
  expect(middleClick('Console dashboard')).toBe(true);
  const second = new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 2 });
  expect(fireEvent(bar.getByRole('link', { name: 'Groups' }), second)).toBe(true);
  expect(shown()).toEqual(['Console dashboard', 'Groups', 'Labels']);
});

test.each([
  ['closed', 'Close', undefined],
  ['closed with all others', 'Close all', undefined],
  ['left because all other tags close', 'Close others', 'Users'],
])('a page with unsaved changes asks before it is %s', async (_how, line, tag) => {
  const { choose, shown, path, screen, user } = await openFour();
  const release = guardPage();
  await choose(line, tag);
  await user.click(await screen.findByRole('button', { name: 'Stay' }));
  expect(shown()).toEqual(['Console dashboard', 'Users', 'Groups', 'Labels']);
  expect(path()).toBe(LABELS);
  release();
});

test.each([
  ['closing another tag', 'Close', 'Users', ['Console dashboard', 'Groups', 'Labels']],
  ['closing all other tags', 'Close others', undefined, ['Console dashboard', 'Labels']],
])('unsaved changes on the current page do not prevent %s', async (_what, line, tag, left) => {
  const { choose, shown, screen } = await openFour();
  const release = guardPage();
  await choose(line, tag);
  await waitFor(() => expect(shown()).toEqual(left));
  expect(screen.queryByRole('button', { name: 'Stay' })).toBeNull();
  release();
});

test('refreshing another tag opens its page anew', async () => {
  const { choose, path, router } = await openFour();
  const visited: string[] = [];
  router.subscribe(({ location }) => visited.push(location.pathname));
  await choose('Refresh page', 'Users');
  await waitFor(() => expect(path()).toBe(USERS));
  expect(visited).toContain(`/redirect${USERS}`);
});

test('refreshing a page resets it and adds no history entry', async () => {
  const { screen, user, router, path } = await renderShell({
    at: GROUPS,
    profile: { perms },
    page: <input aria-label="Draft" />,
  });
  await screen.findByRole('heading', { name: 'Groups' });
  await act(() => router.navigate(USERS));
  const draft = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Draft' });
  await user.type(await draft(), 'mara');
  await user.click(screen.getByRole('button', { name: 'Refresh page' }));
  await waitFor(async () => expect((await draft()).value).toBe(''));
  expect(path()).toBe(USERS);
  await act(() => router.navigate(-1));
  await waitFor(() => expect(path()).toBe(GROUPS));
});

test('closing the only tag opens the start page', async () => {
  const { screen, user, path } = await renderShell({ at: '/profile/info', profile: { perms } });
  const bar = within(await screen.findByRole('navigation', { name: 'Visited pages' }));
  await user.click(await bar.findByRole('button', { name: 'Close Profile' }));
  await waitFor(() => expect(path()).toBe('/console/dashboard'));
});

test('closing all tags of an area without affixed tags opens the start page', async () => {
  const { screen, user, path } = await renderShell({ at: '/profile/info', profile: { perms } });
  await user.click(await screen.findByRole('button', { name: 'Page actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Close all' }));
  await waitFor(() => expect(path()).toBe('/console/dashboard'));
});

test('a title used in several areas is followed by the name of the area', async () => {
  const { screen, tags } = await renderShell({ at: USERS, profile: { perms } });
  const bar = within(await screen.findByRole('navigation', { name: 'Visited pages' }));
  const areas = {
    console: 'Console',
    audit: 'Audit',
    workbench: 'Workbench',
    tickets: 'Tickets',
    settings: 'System settings',
    profile: 'Profile',
  };
  for (const [area, name] of Object.entries(areas)) {
    const title = `In ${area}`;
    const visit = (path: string) => act(() => tags.visit({ path, fullPath: path, name: path, title }));
    visit(`/${area}/overview`);
    expect(bar.getByRole('link', { name: title })).toBeTruthy();
    visit(`/elsewhere/${area}`);
    expect(bar.getByRole('link', { name: `${title} · ${name}` })).toBeTruthy();
    expect(bar.getByRole('link', { name: title }).getAttribute('href')).toBe(`/elsewhere/${area}`);
  }
});

test('the tag of the current page is scrolled into view', async () => {
  const at = vi.spyOn(HTMLElement.prototype, 'offsetLeft', 'get');
  at.mockImplementation(function (this: HTMLElement) {
    return this.textContent === 'Labels' ? 900 : 0;
  });
  const { screen } = await openFour();
  const list = within(screen.getByRole('navigation', { name: 'Visited pages' })).getByRole('list');
  expect(list.scrollLeft).toBeGreaterThan(800);
});
