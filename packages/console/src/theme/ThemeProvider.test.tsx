// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { Button, DatePicker } from 'antd';
import { afterEach, expect, test } from 'vitest';
import { fakePlatform } from '../../test/fakePlatform.ts';
import { fakeServer } from '../../test/fakeServer.ts';
import type { Language } from '../platform/i18n/language.ts';
import { PlatformProvider } from '../platform/Platform.tsx';
import { fontsOf } from './antdTheme.ts';
import { ThemeProvider, usePalette } from './ThemeProvider.tsx';
import { dark, light } from './tokens.ts';

afterEach(() => {
  document.documentElement.removeAttribute('style');
  delete document.documentElement.dataset.theme;
});

function Primary() {
  return <output>{usePalette().primary}</output>;
}

const show = async (colors?: Record<string, string>, force?: 'light' | 'dark', language: Language = 'en') => {
  const settings = { INTERFACE: { theme_info: { colors } } };
  const platform = await fakePlatform(fakeServer({}), { settings }, language);
  render(
    <PlatformProvider platform={platform}>
      <ThemeProvider force={force}>
        <Primary />
        <Button loading>赞成</Button>
        <DatePicker />
      </ThemeProvider>
    </PlatformProvider>,
  );
  return screen.getByRole('status').textContent;
};
const page = () => document.documentElement;

test('the page uses the colours and fonts of the theme', async () => {
  expect(await show(undefined, undefined, 'ja')).toBe(light.primary);
  const { style, dataset } = page();
  expect(style.getPropertyValue('--text')).toBe(light.text);
  expect(style.getPropertyValue('--fontUi')).toBe(fontsOf('ja').ui);
  expect(style.getPropertyValue('--fontCode')).toBe(fontsOf('ja').code);
  expect(style.colorScheme).toBe('light');
  expect(style.backgroundColor).toBe('rgb(244, 245, 247)');
  expect(dataset.theme).toBe('light');
});

test("a page can force a theme regardless of the user's choice", async () => {
  localStorage.setItem('theme', 'light');
  expect(await show(undefined, 'dark')).toBe(dark.primary);
  expect(page().dataset.theme).toBe('dark');
  expect(page().style.getPropertyValue('--container')).toBe(dark.container);
});

test.each([
  [{ '--color-primary': '#00695c' }, '#00695c'],
  [{ primary: '#00695c' }, '#00695c'],
  [{ '--color-primary': '#00695c', primary: '#880e4f' }, '#00695c'],
  [{}, light.primary],
])('links use the primary colour from the interface settings: %j', async (colors, expected) => {
  expect(await show(colors)).toBe(expected);
});

test("library components use the user's language, and button text is not spaced out", async () => {
  await show(undefined, undefined, 'ja');
  expect(await screen.findByPlaceholderText('日付を選択')).toBeTruthy();
  expect(screen.getByRole('button', { name: '赞成' })).toBeTruthy();
});
