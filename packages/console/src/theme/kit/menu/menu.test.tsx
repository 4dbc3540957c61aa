// @vitest-environment jsdom
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu as LunaMenu } from '../../../luna/ui/Menu.tsx';
import { Menu, MenuList } from '../../control/menu/Menu.tsx';
import type { MenuItem } from './MenuItem.ts';

const run = vi.fn();
const line = (label: string, more: object = {}): MenuItem => ({
  key: label,
  label,
  onSelect: () => run(label),
  ...more,
});
const items: MenuItem[] = [
  line('Open'),
  line('Open beside'),
  { separator: true },
  line('Locked', { disabled: true, reason: 'Only an administrator may do this.' }),
  line('Hidden away', { disabled: true }),
  line('Theme', { items: [line('Light'), line('Dark', { isCurrent: true })] }),
  { key: 'site', label: <a href="#there">Site</a>, isLink: true },
  line('Delete', { danger: true }),
];

const skins = {
  console: (
    <Menu label="More" items={items}>
      {(opener) => (
        <button {...opener} type="button">
          More
        </button>
      )}
    </Menu>
  ),
  'web terminal': <LunaMenu label="More" button="More" items={items} />,
};

const show = (skin: keyof typeof skins = 'console') => {
  run.mockReset();
  render(
    <>
      {skins[skin]}
      <button type="button">Elsewhere</button>
    </>,
  );
  const opener = screen.getByRole('button', { name: 'More' });
  return { opener, user: userEvent.setup(), focused: () => document.activeElement?.textContent };
};
const isOpen = () => screen.queryByRole('menu', { name: 'More' }) !== null;

test.each(['console', 'web terminal'] as const)(
  'arrow keys cycle through the lines of a menu, in the skin of the %s',
  async (skin) => {
    const { opener, user, focused } = show(skin);
    opener.focus();
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Open');
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(focused()).toBe('Locked');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toContain('Theme');
    await user.keyboard('{End}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{ArrowDown}');
    expect(focused()).toBe('Open');
    await user.keyboard('{ArrowUp}');
    expect(focused()).toBe('Delete');
    await user.keyboard('{Home}{Enter}');
    expect(run).toHaveBeenCalledExactlyOnceWith('Open');
    expect(isOpen()).toBe(false);
    expect(document.activeElement).toBe(opener);
  },
);

test('a click opens the menu without marking a line; both arrows lead into it', async () => {
  const { opener, user, focused } = show();
  await user.click(opener);
  expect(opener.getAttribute('aria-expanded')).toBe('true');
  expect(document.activeElement).toBe(screen.getByRole('menu', { name: 'More' }));
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Open');
  await user.keyboard('{Escape}');
  await user.click(opener);
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete');
});

test('typed letters lead to the line that starts with them', async () => {
  const { opener, user, focused } = show();
  await user.click(opener);
  await user.keyboard('d');
  expect(focused()).toBe('Delete');
  await user.keyboard('{Escape}');
  await user.click(opener);
  await user.keyboard('oo');
  expect(focused()).toBe('Open beside');
});

test('Escape, Tab and a second click close the menu; all but Tab leave the focus on its button', async () => {
  const { opener, user } = show();
  await user.click(opener);
  await user.keyboard('{Escape}');
  expect([isOpen(), document.activeElement]).toEqual([false, opener]);
  await user.click(opener);
  await user.click(opener);
  expect([isOpen(), document.activeElement]).toEqual([false, opener]);
  await user.click(opener);
  await user.tab();
  expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'Elsewhere']);
});

test('a press elsewhere closes the menu, one inside does not', async () => {
  const { opener, user } = show();
  await user.click(opener);
  await user.click(screen.getByRole('separator'));
  expect(isOpen()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect([isOpen(), document.activeElement?.textContent]).toEqual([false, 'Elsewhere']);
});

test('a disabled line does nothing and says why, to pointer and keyboard', async () => {
  const { opener, user } = show();
  await user.click(opener);
  const locked = screen.getByRole('menuitem', { name: 'Locked' });
  expect(locked.getAttribute('aria-disabled')).toBe('true');
  await user.hover(locked);
  expect(screen.getByRole('tooltip').textContent).toBe('Only an administrator may do this.');
  expect(locked.getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  await user.hover(screen.getByRole('menuitem', { name: 'Open' }));
  expect(screen.queryByRole('tooltip')).toBeNull();
  await user.keyboard('l{Enter}');
  expect(screen.getByRole('tooltip').textContent).toBe('Only an administrator may do this.');
  await user.click(locked);
  expect(run).not.toHaveBeenCalled();
  expect(isOpen()).toBe(true);
});

test('arrow keys open the menu of a line and lead back to the line', async () => {
  const { opener, user, focused } = show();
  await user.click(opener);
  const theme = screen.getByRole('menuitem', { name: 'Theme' });
  expect(theme.getAttribute('aria-expanded')).toBe('false');
  await user.keyboard('t{ArrowRight}');
  expect(theme.getAttribute('aria-expanded')).toBe('true');
  expect(focused()).toBe('Dark');
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(theme);
  await user.keyboard('{Enter}{Escape}');
  expect([isOpen(), document.activeElement]).toEqual([true, theme]);
  await user.hover(theme);
  await user.click(within(screen.getByRole('menu', { name: 'Theme' })).getByText('Light'));
  expect(run).toHaveBeenCalledExactlyOnceWith('Light');
  expect(isOpen()).toBe(false);
});

test('a link in a menu is followed by Enter', async () => {
  const { opener, user } = show();
  await user.click(opener);
  await user.keyboard('s{Enter}');
  expect(window.location.hash).toBe('#there');
  expect(isOpen()).toBe(false);
});

test('clicks and keys in a menu do not reach what surrounds its button', async () => {
  const around = vi.fn();
  const row = { onClick: around, onKeyDown: around };
  render(
    <div {...row}>
      <MenuList label="Row" items={items} anchor={{ x: 1, y: 2 }} onClose={() => undefined} />
    </div>,
  );
  const user = userEvent.setup();
  await user.keyboard('{ArrowDown}');
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(around).not.toHaveBeenCalled();
});

test('lines below a heading are its group', async () => {
  render(
    <MenuList
      label="Organizations"
      items={[line('Create'), { heading: 'All' }, line('Harbor'), line('Northwind')]}
      anchor={{ x: 1, y: 2 }}
      onClose={() => undefined}
    />,
  );
  const group = screen.getByRole('group', { name: 'All' });
  expect(within(group).getAllByRole('menuitem')).toHaveLength(2);
});
