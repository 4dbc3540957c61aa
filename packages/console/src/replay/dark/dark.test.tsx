import GithubOutlined from '@ant-design/icons-svg/es/asn/GithubOutlined';
import SmileTwoTone from '@ant-design/icons-svg/es/asn/SmileTwoTone';
import XFilled from '@ant-design/icons-svg/es/asn/XFilled';
import { render } from '@testing-library/react';
import type { Terminal } from '@xterm/xterm';
import { expect, test, vi } from 'vitest';
import { palettes } from '../../theme/tokens.ts';
import { copyText, readClipboard } from './clipboard.ts';
import { darkSurfaces } from './darkSurfaces.ts';
import { fitLetters } from './fitLetters.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { findDecorations, isTerminalTheme, TERMINAL_FONT } from './terminalThemes.ts';

const clipboard = (parts: Partial<Clipboard>) =>
  Object.defineProperty(navigator, 'clipboard', { value: parts, configurable: true });

test('text is copied and read through the clipboard API', async () => {
  const writeText = vi.fn(async () => undefined);
  clipboard({ writeText, readText: async () => 'kept' });
  expect(await copyText('a')).toBe(true);
  expect(writeText).toHaveBeenCalledWith('a');
  expect(await readClipboard()).toBe('kept');
});

test.each([true, false])(
  'without the clipboard API a hidden field copies the text and reports success: %s',
  async (did) => {
    const button = document.body.appendChild(document.createElement('button'));
    button.focus();
    let seen: unknown;
    document.execCommand = (command) => {
      const area = document.activeElement?.ownerDocument.querySelector('textarea');
      // Browsers focus what they select.
      area?.focus();
      const chosen = area?.value.slice(area.selectionStart, area.selectionEnd);
      seen = [command, chosen, area?.style.position, area?.style.opacity];
      return did;
    };
    expect(await copyText('secret')).toBe(did);
    expect(seen).toEqual(['copy', 'secret', 'fixed', '0']);
    expect(document.querySelector('textarea')).toBeNull();
    expect(document.activeElement).toBe(button);
    expect(await readClipboard()).toBeNull();
    Reflect.deleteProperty(document, 'execCommand');
  },
);

/** A fake terminal drawn with this font size and these dimensions. */
const drawn = (fontSize: number | undefined, width: number, height: number) => {
  const element = document.createElement('div');
  const screen = element.appendChild(document.createElement('div'));
  screen.className = 'xterm-screen';
  Object.defineProperties(screen, { offsetWidth: { value: width }, offsetHeight: { value: height } });
  let written = 0;
  const options = {
    get fontSize() {
      return fontSize;
    },
    set fontSize(size) {
      written += 1;
      fontSize = size;
    },
  };
  return { terminal: { element, options } as unknown as Terminal, written: () => written };
};
const box = { clientWidth: 800, clientHeight: 400 } as HTMLElement;

test.each([
  ['too wide', 14, 1600, 100, 7],
  ['too tall', 14, 100, 500, 11],
  ['small', 8, 800, 200, 8],
  ['with room', 8, 640, 200, 10],
  ['with much room', 14, 80, 40, 16],
  ['very large', 14, 8000, 4000, 6],
  ['of unknown size', undefined, 1600, 100, 8],
  ['not laid out', 14, 0, 0, 14],
])(
  'the font size of a screen %s is fitted to the box in half steps',
  (_what, size, width, height, fitted) => {
    const { terminal } = drawn(size, width, height);
    fitLetters(terminal, box);
    expect(terminal.options.fontSize).toBe(fitted);
  },
);

test('a screen that fits is not redrawn, and one that is not open is ignored', () => {
  const { terminal, written } = drawn(8, 800, 200);
  fitLetters(terminal, box);
  expect(written()).toBe(0);
  expect(() => fitLetters({ options: {} } as Terminal, box)).not.toThrow();
});

test('icons are decorative and use the text colour, with one tone or two', () => {
  const { container } = render(
    <>
      <Icon of={GithubOutlined} size={20} />
      <Icon of={SmileTwoTone} />
      <Icon of={XFilled} />
    </>,
  );
  const [github, smile, x] = [...container.querySelectorAll('svg')];
  for (const icon of [github, smile]) {
    expect(icon?.getAttribute('aria-hidden')).toBe('true');
    expect(icon?.getAttribute('focusable')).toBe('false');
    expect(icon?.querySelector('path')?.getAttribute('d')).toMatch(/^M/);
  }
  expect(github?.getAttribute('width')).toBe('20');
  const fills = [...smile!.querySelectorAll('path')].map((path) => path.getAttribute('fill'));
  expect(new Set(fills)).toEqual(new Set(['currentColor', 'none']));
  expect(x?.querySelector('path')?.getAttribute('fill-rule')).toBe('evenodd');
});

test('an icon button has a name, shown in a tooltip below unless set otherwise', () => {
  const { getByRole, rerender } = render(<IconButton icon={GithubOutlined} tip="Code" />);
  const button = getByRole('button', { name: 'Code' });
  expect(button.getAttribute('type')).toBe('button');
  expect(button.dataset).toMatchObject({ tip: 'Code', tipSide: 'below' });
  const before = button.className;
  rerender(<IconButton icon={GithubOutlined} tip="Code" isOn tipSide="left" />);
  expect(button.dataset.tipSide).toBe('left');
  expect(button.className).not.toBe(before);
});

test('only names of terminal themes are accepted as such', () => {
  expect(isTerminalTheme('paper')).toBe(true);
  for (const other of ['toString', 'nope', 7, undefined, ['paper']])
    expect(isTerminalTheme(other)).toBe(false);
});

test('the surfaces around the terminal are darker than those of the dark theme', () => {
  const brightness = (colour: string) => Number.parseInt(colour.slice(1), 16);
  const own = (name: 'layout' | 'sunken' | 'primary') => darkSurfaces[`--${name}`] ?? '';
  for (const name of ['layout', 'sunken', 'primary'] as const) expect(own(name)).toMatch(/^#[0-9A-F]{6}$/);
  expect(brightness(own('layout'))).toBeLessThan(brightness(palettes.dark.layout));
  for (const colour of Object.values(findDecorations)) expect(colour).toMatch(/^#[0-9A-F]{6}$/);
  expect(TERMINAL_FONT).toMatch(/monospace$/);
});
