import { useSyncExternalStore } from 'react';
import { currentTheme, darkQuery, storedTheme, THEME_KEY, type ThemeChoice } from './storedTheme.ts';
import type { ThemeName } from './tokens.ts';

const listeners = new Set<() => void>();

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
  if (choice === 'system') localStorage.removeItem(THEME_KEY);
  else localStorage.setItem(THEME_KEY, choice);
  for (const listener of listeners) listener();
};

/** The user's choice of theme; follows changes. */
export const useThemeChoice = (): ThemeChoice => useSyncExternalStore(subscribe, storedTheme, storedTheme);
/** The current theme; follows changes. */
export const useThemeName = (): ThemeName => useSyncExternalStore(subscribe, currentTheme, currentTheme);
