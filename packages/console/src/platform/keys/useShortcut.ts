import { useEffect, useEffectEvent } from 'react';
import { isComposing } from './isComposing.ts';

const FIELDS = 'input, textarea, select, [contenteditable=""], [contenteditable="true"], .xterm';

/** Local storage key that switches single-letter shortcuts off. */
export const SINGLE_KEYS = 'singleKeyShortcuts';

/** Whether a key is meant for a field or a terminal, not for the page. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest(FIELDS) !== null;

/** Whether single-letter shortcuts are on. */
export const areSingleKeysOn = (): boolean => localStorage.getItem(SINGLE_KEYS) !== 'off';

/** Whether a dialog is open over the page. */
export const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

const matches = (event: KeyboardEvent, combo: string) => {
  const parts = combo.toLowerCase().split('+');
  const key = parts.pop();
  const wants = (name: string) => parts.includes(name);
  return (
    event.key.toLowerCase() === key &&
    (event.ctrlKey || event.metaKey) === wants('mod') &&
    event.altKey === wants('alt') &&
    (event.shiftKey === wants('shift') || event.key === '?')
  );
};

/**
 * Calls back on a key combination such as `mod+enter`, `f6`, `shift+f6` or `c`, once for each press. Single
 * characters do nothing in fields, or if the user has switched them off. Without `overDialogs`, single
 * characters and `mod+` combinations do nothing while a dialog is open over the page.
 */
export const useShortcut = (
  combo: string,
  handler: (event: KeyboardEvent) => void,
  { enabled = true, overDialogs = false }: { enabled?: boolean; overDialogs?: boolean } = {},
): void => {
  const isSingle = combo.length === 1;
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isComposing(event) || !matches(event, combo)) return;
    if (isSingle && (isTyping(event.target) || !areSingleKeysOn())) return;
    if ((isSingle || combo.startsWith('mod+')) && !overDialogs && isDialogOpen()) return;
    event.preventDefault();
    if (event.repeat) return;
    handler(event);
  });
  useEffect(() => {
    if (!enabled) return;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [enabled]);
};
