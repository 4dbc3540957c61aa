import { useSyncExternalStore } from 'react';
import type { ThemeName } from './tokens.ts';

/** The user's choice; `system` follows the operating system. */
export type ThemeChoice = 'system' | ThemeName;

const KEY = 'theme';
const listeners = new Set<() => void>();
const darkQuery = () => window.matchMedia?.('(prefers-color-scheme: dark)');

const read = (): ThemeChoice => {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
};

const subscribe = (listener: () => void) => {
  const query = darkQuery();
  listeners.add(listener);
  query?.addEventListener('change', listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    query?.removeEventListener('change', listener);
    window.removeEventListener('storage', listener);
  };
};

/** Stores the choice and applies it in this tab; other tabs notice the change of storage. */
export const chooseTheme = (choice: ThemeChoice): void => {
  if (choice === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, choice);
  for (const listener of listeners) listener();
};

/** The current theme, for code outside of components. */
export const currentTheme = (): ThemeName => {
  const choice = read();
  if (choice !== 'system') return choice;
  return darkQuery()?.matches ? 'dark' : 'light';
};

/** The user's choice of theme; follows changes. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, read, read);
/** The current theme; follows changes. */
export const useThemeName = (): ThemeName => useSyncExternalStore(subscribe, currentTheme, currentTheme);
