import { fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openTwoTerminals as openTwo } from '../../../test/openTerminals.tsx';

const ended = {
  type: 'closed',
  reason: 'shell_exit',
  text_key: 'gateway:closed.shell_exit',
  params: {},
} as const;

test.each([
  ['shows', ['terminal.view_sessionreplay'], true, 1],
  ['hides without the permission', [], true, 0],
  ['hides where nothing was recorded', ['terminal.view_sessionreplay'], false, 0],
])('an ended tab %s the way to its recording', async (_what, perms, recorded, count) => {
  const { screen, user, say, resume } = await openTwo({
    caller: { perms: ['rbac.view_webterminal', ...perms] },
  });
  resume('web', { recorded });
  expect(screen.queryByRole('link', { name: 'View recording' })).toBeNull();
  say('s-web', ended);
  const links = screen.queryAllByRole('link', { name: 'View recording' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(count ? ['/luna/replay/s-web'] : []);
  fireEvent.contextMenu(screen.getByRole('tab', { name: /web/ }));
  const items = screen.queryAllByRole('menuitem', { name: 'View recording', hidden: true });
  expect(items).toHaveLength(count);
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  if (items[0]) await user.click(items[0]);
  expect(open.mock.calls).toEqual(count ? [['/luna/replay/s-web', '_blank', 'noopener']] : []);
});

const menuOf = async ({ screen }: Pick<Awaited<ReturnType<typeof openTwo>>, 'screen'>) => {
  const pane = screen.getByRole('tabpanel', { name: 'Terminal, deploy at web' });
  const isLeft = fireEvent.contextMenu(pane.querySelector('.xterm')!, { button: 2 });
  expect(isLeft).toBe(false);
  const menu = await screen.findByRole('menu', { name: 'Actions of the terminal web', hidden: true });
  return {
    menu,
    lines: [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')].map(
      (line) => `${line.getAttribute('aria-disabled') === 'true' ? '-' : ''}${line.textContent}`,
    ),
  };
};

test('a right click on a terminal offers what can be done with it', async () => {
  const page = await openTwo();
  const { screen, user, say, resume, server, tabs } = page;
  expect((await menuOf(page)).lines).toEqual([
    '-CopyCtrl Shift C',
    'PasteCtrl Shift V',
    'FindCtrl Shift F',
    'Clear',
    'Duplicate session',
    '-Reconnect',
    'Close tab',
  ]);
  await user.click(screen.getByRole('menuitem', { name: /^Find/, hidden: true }));
  expect(screen.getByRole('textbox', { name: 'Find' })).toBeTruthy();
  resume('web', { actions: ['connect'] });
  const denied = (await menuOf(page)).lines;
  expect(denied.filter((line) => line.startsWith('-'))).toHaveLength(3);
  expect(screen.getByRole('menuitem', { name: /^Paste/, hidden: true }).getAttribute('aria-disabled')).toBe(
    'true',
  );
  await user.click(screen.getByRole('menuitem', { name: 'Duplicate session', hidden: true }));
  await waitFor(() => expect(server.calls('GET', '/api/v1/perms/users/self/assets/web/')).toHaveLength(1));
  say('s-web', ended);
  expect((await menuOf(page)).lines).toContain('Reconnect');
  await user.click(screen.getByRole('menuitem', { name: 'Reconnect', hidden: true }));
  await waitFor(() => expect(server.calls('GET', '/api/v1/perms/users/self/assets/web/')).toHaveLength(2));
  await menuOf(page);
  await user.click(screen.getByRole('menuitem', { name: 'Close tab', hidden: true }));
  await waitFor(() => expect(tabs()).toEqual(['db']));
});

test('the menu of a tab renames it', async () => {
  const { screen, user } = await openTwo();
  expect(fireEvent.contextMenu(screen.getByRole('tab', { name: /web/ }))).toBe(false);
  expect(screen.getByRole('menu', { name: 'Actions for web', hidden: true })).toBeTruthy();
  await user.click(screen.getByRole('menuitem', { name: /^Rename tab/, hidden: true }));
  expect(screen.getByRole('textbox', { name: 'Tab name' })).toBeTruthy();
});
