import type { ThemeName } from './tokens.ts';

/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = 'system' | ThemeName;

/** Local storage key of the choice. */
export const THEME_KEY = 'theme';

/** What the operating system prefers. */
export const darkQuery = (): MediaQueryList | undefined =>
  window.matchMedia?.('(prefers-color-scheme: dark)');

/** The stored choice. */
export const storedTheme = (): ThemeChoice => {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

/** The current theme, for code outside of components. */
export const currentTheme = (): ThemeName => {
  const choice = storedTheme();
  if (choice !== 'system') return choice;
  return darkQuery()?.matches ? 'dark' : 'light';
};
