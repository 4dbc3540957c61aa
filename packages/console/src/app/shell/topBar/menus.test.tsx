import { waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage } from '../../../../test/renderPage.tsx';
import { renderShell } from '../../../../test/renderShell.tsx';
import { PlatformProvider, usePlatform } from '../../../platform/Platform.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';

const perms = ['rbac.view_console', 'users.view_user'];
const open = (input: Partial<Parameters<typeof renderShell>[0]> = {}) =>
  renderShell({ at: '/console/users/users', profile: { perms }, ...input });
const namesOf = (items: HTMLElement[]) => items.map((item) => item.textContent);

test('the account menu names the user and offers the themes with the current one marked', async () => {
  const { screen, user } = await open();
  await user.click(await screen.findByRole('button', { name: 'Account: Mara Okafor' }));
  const menu = within(screen.getByRole('menu', { name: 'Account: Mara Okafor' }));
  expect(menu.getByText('mara')).toBeTruthy();
  expect(namesOf(menu.getAllByRole('menuitem'))).toEqual(['Profile', 'User settings', 'Theme', 'Sign out']);
  for (const line of menu.getAllByRole('menuitem')) expect(line.dataset.key).not.toBe('');
  await user.click(menu.getByText('Theme'));
  const themes = within(await screen.findByRole('menu', { name: 'Theme' }));
  const lines = () => themes.getAllByRole('menuitem');
  expect(namesOf(lines())).toEqual(['Match the system', 'Light', 'Dark']);
  expect(lines().map((line) => line.getAttribute('aria-current'))).toEqual(['true', null, null]);
  await user.click(lines()[2]!);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(localStorage.getItem('theme')).toBe('dark');
});

test.each([
  ['a licence', true, ['settings.change_license'], []],
  ['a page to enter a licence', false, ['settings.change_license'], ['/ui/settings/license']],
  ['support only', false, [], ['https://help.example.com/']],
])(
  'the help menu links to the enterprise edition unless there is a licence: %s',
  async (_what, hasLicence, more, found) => {
    const { screen, user } = await open({
      hasLicence,
      settings: { HELP_SUPPORT_URL: 'https://help.example.com/' },
      profile: { perms: [...perms, 'settings.view_setting', ...more] },
    });
    await user.click(await screen.findByRole('button', { name: 'Help' }));
    await screen.findByRole('menuitem', { name: 'About' });
    const links = screen.queryAllByRole('link', { name: 'Enterprise edition' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(found);
    for (const link of screen.queryAllByRole('link', { name: /Enterprise|Support/ })) {
      expect(link.getAttribute('target')).toBe('_blank');
      expect(link.getAttribute('rel')).toBe('noreferrer');
    }
  },
);

test('the help menu opens the shortcut and About dialogs, and each can be closed', async () => {
  const { screen, user } = await open();
  for (const [line, text] of [
    ['Keyboard shortcuts', 'Command palette'],
    ['About', 'One guarded door to every system'],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: 'Help' }));
    await user.click(await screen.findByRole('menuitem', { name: line }));
    const dialog = (await screen.findByText(text)).closest<HTMLElement>('[role=dialog]') as HTMLElement;
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByText(text)).toBeNull());
  }
});

test.each([
  ['licensee', true, { XPACK_LICENSE_INFO: { corporation: 'Acme' } }, 'Licensed toAcme'],
  ['edition', true, {}, 'EditionEnterprise edition'],
  ['copyright', false, {}, /^Copyright© \d{4} Gatehouse contributors · Apache License 2.0$/],
])('the About dialog names the %s', async (_what, hasLicence, settings, fact) => {
  const { screen, user } = await open({ hasLicence, settings });
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'About' }));
  const slogan = await screen.findByText('One guarded door to every system');
  const facts = within(slogan.closest<HTMLElement>('[role=dialog]') as HTMLElement).getAllByRole('term');
  expect(facts.map((term) => term.parentElement?.textContent)).toEqual([
    'Versionv3.10.9',
    typeof fact === 'string' ? fact : expect.stringMatching(fact),
  ]);
  expect(screen.queryByText('Database queries of the last requests')).toBeNull();
  for (const link of screen.getAllByRole('link', { name: /Download|documentation/ }))
    expect(link.getAttribute('rel')).toBe('noreferrer');
});

test('the About dialog shows database query counts when the server sends them', async () => {
  const { screen, user, platform } = await open();
  vi.spyOn(platform.http, 'sqlDigest').mockReturnValue([
    { url: '/a/', count: 3, level: undefined },
    { url: '/b/', count: 30, level: 'warning' },
    { url: '/c/', count: 300, level: 'danger' },
  ] as never);
  await user.click(await screen.findByRole('button', { name: 'Help' }));
  await user.click(await screen.findByRole('menuitem', { name: 'About' }));
  const counts = (await screen.findByText('Database queries of the last requests')).closest('details');
  const lines = [...counts!.querySelectorAll('dd')];
  expect(lines.map((line) => line.textContent)).toEqual(['3', '30', '300']);
  const look = (line: HTMLElement) => /(warn|bad)/.exec(line.innerHTML)?.[1];
  expect(lines.map(look)).toEqual([undefined, 'warn', 'bad']);
});

const setLanguage = vi.fn();
function Languages() {
  const platform = usePlatform();
  return (
    <PlatformProvider platform={{ ...platform, setLanguage }}>
      <LanguageMenu />
    </PlatformProvider>
  );
}

test('the language menu names each language in that language and switches to it', async () => {
  const { screen, user } = await renderPage({ page: <Languages />, routes: {} });
  await user.click(await screen.findByRole('button', { name: 'Language' }));
  const lines = await screen.findAllByRole('menuitem');
  const langOf = (line: HTMLElement) => line.querySelector('[lang]')?.getAttribute('lang');
  expect(lines.map((line) => [langOf(line), line.textContent, line.getAttribute('aria-current')])).toEqual([
    ['zh-hans', '简体中文', null],
    ['zh-hant', '繁體中文', null],
    ['en', 'English', 'true'],
    ['ja', '日本語', null],
  ]);
  await user.click(lines[3]!);
  expect(setLanguage).toHaveBeenCalledWith('ja');
});
