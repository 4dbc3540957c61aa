import type { KeyboardEvent } from 'react';

const EDGE = 8;
const GAP = 4;

/** The lines of a menu that can be chosen. */
export const enabledItems = (menu: HTMLElement): HTMLElement[] => [
  ...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]:not([aria-disabled="true"])'),
];

/** The line a key leads to: arrows go around the ends, letters jump to the next line that starts with them. */
export const itemFor = (menu: HTMLElement, event: KeyboardEvent): HTMLElement | undefined => {
  const items = enabledItems(menu);
  const at = items.indexOf(document.activeElement as HTMLElement);
  const byArrow = {
    ArrowDown: items[(at + 1) % items.length],
    ArrowUp: items[(at - 1 + items.length) % items.length],
    Home: items[0],
    End: items.at(-1),
  }[event.key];
  const isLetter = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (byArrow || !isLetter) return byArrow;
  const letter = event.key.toLowerCase();
  return [...items.slice(at + 1), ...items].find((item) =>
    item.textContent?.trim().toLowerCase().startsWith(letter),
  );
};

/** Puts a menu below what opens it, inside the window. */
export const placeMenu = (menu: HTMLElement, opener: HTMLElement, align: 'start' | 'end') => {
  const box = opener.getBoundingClientRect();
  const left = align === 'start' ? box.left : box.right - menu.offsetWidth;
  const farLeft = window.innerWidth - menu.offsetWidth - EDGE;
  menu.style.top = `${Math.min(box.bottom + GAP, window.innerHeight - menu.offsetHeight - EDGE)}px`;
  menu.style.left = `${Math.max(EDGE, Math.min(left, farLeft))}px`;
};
