import { cleanup, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderShell } from '../../../../test/renderShell.tsx';

const perms = [
  'rbac.view_console',
  'rbac.view_audit',
  'users.view_user',
  'users.view_usergroup',
  'assets.view_asset',
  'accounts.view_account',
  'perms.view_assetpermission',
  'terminal.view_session',
  'tickets.view_ticket',
];
const open = () =>
  renderShell({ at: '/console/users/groups', profile: { perms }, settings: { TICKETS_ENABLED: true } });

/** The dialog of shortcuts as shown: its sections, each with the keys and text of every line. */
const sheetOf = (dialog: HTMLElement) =>
  Object.fromEntries(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => [
        heading.textContent,
        [...heading.parentElement!.querySelectorAll('dt')].map((term) => {
          const keys = [...term.querySelectorAll('kbd')].map((key) => key.textContent);
          return `${keys.join(' ')}: ${term.nextElementSibling?.textContent}`;
        }),
      ]),
  );

test('the question mark opens a sheet of all shortcuts', async () => {
  const { screen, user } = await open();
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(sheetOf(dialog)).toEqual({
    Everywhere: [
      'Ctrl K: Command palette',
      '?: This list',
      'F6: Next region of the page',
      'Shift F6: Previous region',
    ],
    Lists: [
      '/: Search',
      'C: Create',
      'R: Refresh the list',
      '↑ ↓: Move between rows',
      'Space: Select the row',
      'Enter: Open the row',
      'E: Update the focused row',
    ],
    Forms: ['Ctrl Enter: Submit the form'],
    Replay: [
      'Space: Play or pause',
      '← →: Five seconds back or forward',
      '↑ ↓: Previous or next command',
      'F: Full screen',
    ],
    'Web terminal': ['Alt K: Connect to an asset', 'Ctrl Shift F6: Leave the terminal'],
    'Go to': [
      'G D: Console dashboard',
      'G U: Users',
      'G A: Asset list',
      'G C: Account list',
      'G P: Asset permissions',
      'G S: Session list',
      'G T: Assigned to me',
    ],
  });
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the shortcut sheet omits the jumps when the user may open none of the pages', async () => {
  const { screen, user } = await renderShell({ at: '/workbench/home', profile: { perms: [] } });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const sheet = sheetOf(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(Object.keys(sheet)).not.toContain('Go to');
});

test.each([
  ['d', '/console/dashboard'],
  ['u', '/console/users/users'],
  ['a', '/console/assets/assets'],
  ['c', '/console/accounts/accounts'],
  ['p', '/console/perms/asset-permissions'],
  ['s', '/audit/sessions/sessions'],
  ['t', '/tickets/assigned-tickets'],
])('G followed by %s opens %s', async (letter, address) => {
  const { screen, user, path } = await open();
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard(`g${letter}`);
  await waitFor(() => expect(path()).toBe(address));
});

test('a letter after G only triggers the jump; late, with Ctrl or without G it triggers none', async () => {
  const { screen, user, path } = await open();
  await screen.findByRole('heading', { level: 1 });
  const heard = vi.fn();
  document.addEventListener('keydown', heard);
  const now = vi.spyOn(performance, 'now');
  await user.keyboard('u');
  await user.keyboard('g{Control>}u{/Control}');
  now.mockReturnValue(performance.now() + 60_000);
  await user.keyboard('g');
  now.mockReturnValue(performance.now() + 1501);
  await user.keyboard('u');
  expect(path()).toBe('/console/users/groups');
  heard.mockClear();
  await user.keyboard('g');
  now.mockReturnValue(performance.now() + 1500);
  await user.keyboard('u');
  await waitFor(() => expect(path()).toBe('/console/users/users'));
  expect(heard.mock.calls.map(([event]) => event.key)).toEqual(['g']);
  document.removeEventListener('keydown', heard);
});

test('F6 moves the focus to the next region of the page, Shift+F6 to the previous one', async () => {
  const { screen, user } = await open();
  await screen.findByRole('heading', { level: 1 });
  // jsdom has no layout: every region except the tags counts as visible.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.matches('[data-region=tags]') ? [] : [{}]) as unknown as DOMRectList;
  });
  const at = () => document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset.region;
  const visited: (string | undefined)[] = [];
  for (const keys of ['{F6}', '{F6}', '{F6}', '{F6}', '{Shift>}{F6}{/Shift}', '{Shift>}{F6}{/Shift}']) {
    await user.keyboard(keys);
    visited.push(at());
  }
  expect(visited).toEqual(['top', 'menu', 'page', 'top', 'page', 'menu']);
  expect(document.activeElement?.tagName).toBe('A');
});

test('F6 focuses a region that has no controls, and does nothing when no region is visible', async () => {
  const { screen, user } = await open();
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(document.body);
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.matches('main') ? [{}] : []) as unknown as DOMRectList;
  });
  await user.keyboard('{F6}');
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('a closed page no longer listens for jumps', async () => {
  const { screen, user, path } = await open();
  await screen.findByRole('heading', { level: 1 });
  cleanup();
  await user.keyboard('gu');
  expect(path()).toBe('/console/users/groups');
});
