// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { theme as library } from 'antd';
import { expect, test, vi } from 'vitest';
import { antdTheme, fontsOf } from './antdTheme.ts';
import { currentTheme } from './storedTheme.ts';
import { chooseTheme, useThemeChoice, useThemeName } from './themeChoice.ts';
import { dark, light } from './tokens.ts';

function Current() {
  return `${useThemeChoice()}: ${useThemeName()}`;
}

/** Fakes the theme of the operating system, which the test can change. */
const system = (isDark: boolean) => {
  const listeners = new Set<() => void>();
  const query = {
    matches: isDark,
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  };
  const asked = vi.fn((media: string) =>
    media === '(prefers-color-scheme: dark)' ? query : { ...query, matches: false },
  );
  Object.defineProperty(window, 'matchMedia', { value: asked, configurable: true, writable: true });
  return {
    listeners,
    turn: (next: boolean) =>
      act(() => {
        query.matches = next;
        for (const listener of listeners) listener();
      }),
  };
};

test('until the user chooses, the theme follows the operating system', () => {
  const { turn, listeners } = system(false);
  const { container, unmount } = render(<Current />);
  expect(container.textContent).toBe('system: light');
  turn(true);
  expect(container.textContent).toBe('system: dark');
  expect(currentTheme()).toBe('dark');
  unmount();
  expect(listeners.size).toBe(0);
});

test("the user's choice is stored and overrides the operating system", () => {
  system(true);
  const { container } = render(<Current />);
  act(() => chooseTheme('light'));
  expect(container.textContent).toBe('light: light');
  expect(localStorage.getItem('theme')).toBe('light');
  act(() => chooseTheme('dark'));
  expect(container.textContent).toBe('dark: dark');
  act(() => chooseTheme('system'));
  expect(localStorage.getItem('theme')).toBeNull();
  expect(container.textContent).toBe('system: dark');
});

test('a choice made in another tab applies here, and an unknown stored theme is ignored', () => {
  const { container, unmount } = render(<Current />);
  const choose = (stored: string) =>
    act(() => {
      localStorage.setItem('theme', stored);
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    });
  choose('dark');
  expect(container.textContent).toBe('dark: dark');
  choose('sepia');
  expect(container.textContent).toBe('system: light');
  const removed = vi.spyOn(window, 'removeEventListener');
  unmount();
  expect(removed.mock.calls.map(([name]) => name)).toContain('storage');
  expect(screen.queryByText(/light/)).toBeNull();
});

test.each([
  ['zh-hans', 'PingFang SC', 'Noto Sans SC'],
  ['zh-hant', 'PingFang TC', 'Noto Sans TC'],
  ['ja', 'Hiragino Sans', 'Noto Sans JP'],
  ['en', 'PingFang SC', 'Noto Sans SC'],
])('the fonts for Han characters follow the language %s, in text and in code', (language, first, last) => {
  const { ui, code } = fontsOf(language);
  for (const fonts of [ui, code]) {
    expect(fonts).toContain(`"${first}"`);
    expect(fonts).toContain(`"${last}"`);
  }
  expect(ui).toMatch(/^-apple-system,.*,sans-serif$/);
  expect(code).toMatch(/^ui-monospace,.*,monospace$/);
});

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
};

test('the component library gets the colours and fonts of the theme, none of them empty', () => {
  const day = antdTheme(light, 'light', 'ja');
  const night = antdTheme(dark, 'dark', 'en');
  expect(day.algorithm).toBe(library.defaultAlgorithm);
  expect(night.algorithm).toBe(library.darkAlgorithm);
  expect(day.token).toMatchObject({ colorText: light.text, fontFamily: fontsOf('ja').ui, motion: true });
  expect(night.token).toMatchObject({ colorText: dark.text, fontFamilyCode: fontsOf('en').code });
  expect(night.components?.Button).toMatchObject({ colorPrimary: dark.ink });
  expect(night.components?.Table).toMatchObject({ headerBg: dark.sunken });
  const texts = [...textsIn(day.token), ...textsIn(day.components)];
  expect(texts.length).toBeGreaterThan(80);
  expect(texts.filter((text) => text.trim() === '')).toEqual([]);
  expect(day.token?.lineHeight).toBeCloseTo(1.571, 3);
});

test('animations are off for users who prefer reduced motion', () => {
  const matchMedia = (media: string) => ({ matches: media === '(prefers-reduced-motion: reduce)' });
  Object.defineProperty(window, 'matchMedia', { value: matchMedia, configurable: true, writable: true });
  expect(antdTheme(light, 'light', 'en').token?.motion).toBe(false);
});
