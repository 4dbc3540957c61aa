// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu, MenuList } from '../../control/menu/Menu.tsx';
import { type MenuItem, sectionsOf } from './MenuItem.ts';

const line = (key: string, more: object = {}): MenuItem => ({ key, label: key, ...more });
const rule = { key: 'rule', separator: true as const };
const heading = (text: string) => ({ key: `heading ${text}`, heading: text });

test('separators and headings divide a menu; repeated and trailing separators are dropped', () => {
  const items = [
    rule,
    line('a'),
    line('b'),
    rule,
    rule,
    line('c'),
    heading('H'),
    line('d'),
    rule,
    heading('I'),
    line('e'),
    rule,
  ];
  const drawn = sectionsOf(items).map(({ hasLine, heading, choices }) => [
    hasLine,
    heading,
    choices.map(({ key }) => key).join(),
  ]);
  expect(drawn).toEqual([
    [true, undefined, 'a,b'],
    [true, undefined, 'c'],
    [false, 'H', 'd'],
    [true, 'I', 'e'],
  ]);
});

type ListProps = Partial<Parameters<typeof MenuList>[0]>;
const open = (items: MenuItem[], over: ListProps = {}) => {
  const onClose = vi.fn();
  render(<MenuList label="Menu" items={items} anchor={{ x: 1, y: 2 }} onClose={onClose} {...over} />);
  return { onClose, user: userEvent.setup(), menu: screen.getByRole('menu', { name: 'Menu' }) };
};
const item = (name: string) => screen.getByText(name).closest<HTMLElement>('[role^=menuitem]') as HTMLElement;
const focused = () => document.activeElement?.textContent;

test('a menu item announces whether it is checked, chosen or current', () => {
  open([
    line('on', { checked: true }),
    line('off', { checked: false }),
    line('chosen', { checked: true, isChoice: true }),
    line('here', { isCurrent: true }),
    line('plain'),
    line('more', { items: [line('x')] }),
  ]);
  const facts = ['on', 'off', 'chosen', 'here', 'plain', 'more'].map((name) => {
    const { attributes } = item(name);
    const value = (attribute: string) => attributes.getNamedItem(attribute)?.value ?? null;
    const hasMark = item(name).querySelector('.anticon-check') !== null;
    return [value('role'), value('aria-checked'), value('aria-current'), value('aria-haspopup'), hasMark];
  });
  expect(facts).toEqual([
    ['menuitemcheckbox', 'true', null, null, true],
    ['menuitemcheckbox', 'false', null, null, false],
    ['menuitemradio', 'true', null, null, true],
    ['menuitem', null, 'true', null, true],
    ['menuitem', null, null, null, false],
    ['menuitem', null, null, 'menu', false],
  ]);
});

test('a menu item shows its icon and shortcut, and an arrow if it has a submenu', () => {
  open([line('a', { icon: <i>icon</i>, hint: 'Ctrl K' }), line('more', { items: [line('x')] }), line('b')]);
  expect(item('a').textContent).toBe('iconaCtrl K');
  expect(item('more').querySelector('.anticon-right')).not.toBeNull();
  expect(item('b').querySelector('.anticon')).toBeNull();
  expect([item('more'), item('b')].map((of) => of.getAttribute('aria-expanded'))).toEqual(['false', null]);
});

test('a dangerous menu item is marked unless it is disabled', () => {
  open([line('plain'), line('delete', { danger: true }), line('locked', { danger: true, disabled: true })]);
  const [plain, danger, locked] = ['plain', 'delete', 'locked'].map((name) => item(name).className);
  expect(danger).not.toBe(plain);
  expect(locked).toBe(plain);
});

test('a menu opened by keyboard starts at the current or chosen item, or else at the first enabled one', () => {
  open([line('a'), line('b', { isCurrent: true })], { start: 'line' });
  expect(focused()).toBe('b');
  cleanup();
  open([line('off', { disabled: true }), line('b', { checked: false }), line('c', { checked: true })], {
    start: 'line',
  });
  expect(focused()).toBe('c');
  cleanup();
  open([line('off', { disabled: true }), line('b')], { start: 'line' });
  expect(focused()).toBe('b');
  cleanup();
  const { menu } = open([line('off', { disabled: true })], { start: 'line' });
  expect(document.activeElement).toBe(menu);
});

test('a search field above a menu keeps its keys; the down arrow and Tab move to the items', async () => {
  const head = <input aria-label="Search" />;
  const { user, onClose } = open([line('alpha'), line('beta')], { head });
  const field = screen.getByRole('textbox', { name: 'Search' }) as HTMLInputElement;
  expect(document.activeElement).toBe(field);
  await user.keyboard('be');
  expect([field.value, document.activeElement]).toEqual(['be', field]);
  await user.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('alpha');
  field.focus();
  await user.keyboard('{Tab}');
  expect(focused()).toBe('alpha');
  expect(onClose).not.toHaveBeenCalled();
  field.focus();
  await user.keyboard('{Shift>}{Tab}{/Shift}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a menu ignores input-method keys and letters with a modifier', () => {
  const { onClose, menu } = open([line('alpha')]);
  fireEvent.keyDown(menu, { key: 'Escape', isComposing: true });
  expect(onClose).not.toHaveBeenCalled();
  for (const modifier of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(menu, { key: 'a', ...modifier })).toBe(true);
  expect(document.activeElement).toBe(menu);
  expect(fireEvent.keyDown(menu, { key: 'F5' })).toBe(true);
  expect(fireEvent.keyDown(menu, { key: 'a' })).toBe(false);
  expect(focused()).toBe('alpha');
});

test('the left arrow closes a submenu but not a top-level menu', async () => {
  const { user, onClose } = open([line('more', { items: [line('x')] })]);
  await user.keyboard('{ArrowLeft}');
  expect(onClose).not.toHaveBeenCalled();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  expect(focused()).toBe('x');
  await user.keyboard('{ArrowLeft}');
  expect(screen.queryByText('x')).toBeNull();
  await user.keyboard('{ArrowRight}{Escape}');
  expect([screen.queryByText('x'), onClose.mock.calls.length]).toEqual([null, 0]);
});

test('hovering opens a submenu and hovering another item closes it; touch does neither', () => {
  open([
    line('more', { items: [line('x')] }),
    line('plain'),
    line('locked', { disabled: true, items: [line('y')] }),
  ]);
  const enter = (name: string, pointerType: string) => {
    const event = new MouseEvent('pointerover', { bubbles: true });
    Object.defineProperty(event, 'pointerType', { value: pointerType });
    fireEvent(item(name), event);
  };
  enter('more', 'touch');
  expect(screen.queryByText('x')).toBeNull();
  enter('more', 'mouse');
  expect(within(screen.getByRole('menu', { name: 'more' })).getByText('x')).toBeTruthy();
  expect(focused()).not.toBe('x');
  enter('plain', 'mouse');
  expect(screen.queryByText('x')).toBeNull();
  enter('locked', 'mouse');
  expect(screen.queryByText('y')).toBeNull();
});

test('a disabled item with a submenu opens nothing by click or key', async () => {
  const onSelect = vi.fn();
  const locked = line('locked', { disabled: true, reason: 'Not now', items: [line('y')], onSelect });
  const { user } = open([locked, line('b')]);
  await user.keyboard('{ArrowDown}{ArrowRight}');
  fireEvent.click(item('locked'));
  expect(screen.queryByText('y')).toBeNull();
  expect(onSelect).not.toHaveBeenCalled();
});

test('the reason of a disabled item is shown only while it is hovered', async () => {
  const { user } = open([
    line('locked', { disabled: true, reason: 'Not now' }),
    line('silent', { disabled: true }),
  ]);
  await user.hover(item('locked'));
  expect(screen.getByRole('tooltip').textContent).toBe('Not now');
  await user.unhover(item('locked'));
  await user.hover(document.body);
  expect(screen.queryByRole('tooltip')).toBeNull();
  expect(item('locked').hasAttribute('aria-describedby')).toBe(false);
  await user.hover(item('silent'));
  expect(screen.queryByRole('tooltip')).toBeNull();
});

test('an open menu stays next to its button on scroll and resize, and removes its listeners', () => {
  const button = document.createElement('button');
  document.body.append(button);
  let top = 50;
  button.getBoundingClientRect = () => new DOMRect(100, top, 40, 20);
  const { unmount, container } = render(
    <MenuList label="Menu" items={[line('a')]} anchor={button} onClose={() => undefined} />,
  );
  const layer = container.querySelector<HTMLElement>('[popover]') as HTMLElement;
  expect(layer.style.top).toBe('74px');
  top = 80;
  fireEvent.scroll(window);
  expect(layer.style.top).toBe('104px');
  top = 110;
  fireEvent(window, new Event('resize'));
  expect(layer.style.top).toBe('134px');
  const removed = vi.spyOn(window, 'removeEventListener');
  unmount();
  expect(removed.mock.calls.map(([name]) => name)).toEqual(expect.arrayContaining(['resize', 'scroll']));
});

test('a menu button reports opening and refers to its menu', async () => {
  const onOpen = vi.fn();
  render(
    <Menu label="Menu" items={[line('a')]} onOpen={onOpen}>
      {(opener) => (
        <button type="button" {...opener}>
          Open
        </button>
      )}
    </Menu>,
  );
  const button = screen.getByRole('button');
  expect([button.getAttribute('aria-haspopup'), button.getAttribute('aria-controls')]).toEqual([
    'menu',
    null,
  ]);
  expect(fireEvent.keyDown(button, { key: 'x' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'ArrowDown' })).toBe(false);
  expect(onOpen).toHaveBeenCalledOnce();
  expect(button.getAttribute('aria-controls')).toBe(screen.getByRole('menu').id);
  fireEvent.click(button);
  expect(screen.queryByRole('menu')).toBeNull();
  expect(onOpen).toHaveBeenCalledOnce();
});
