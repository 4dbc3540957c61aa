import type { KeyboardEvent } from 'react';
import { typeAhead } from '../typeAhead.ts';

/** The items that the keyboard reaches: all but disabled ones without a reason. */
const stopsOf = (menu: HTMLElement): HTMLElement[] =>
  [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')].filter(
    (item) =>
      item.closest('[role=menu]') === menu &&
      (item.getAttribute('aria-disabled') !== 'true' || item.hasAttribute('data-reason')),
  );

/** The item at which a menu starts: the checked or current one, else the first. */
export const firstStop = (menu: HTMLElement): HTMLElement | undefined => {
  const stops = stopsOf(menu);
  return stops.find((item) => item.matches('[aria-checked="true"], [aria-current="true"]')) ?? stops[0];
};

/**
 * The item to which a key leads. Arrow keys continue at the other end; a letter leads to the next item that
 * starts with what was typed.
 */
export const stopFor = (
  menu: HTMLElement,
  event: KeyboardEvent,
  addLetter: (letter: string) => string,
): HTMLElement | undefined => {
  const stops = stopsOf(menu);
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const byArrow = {
    ArrowDown: stops[(at + 1) % stops.length],
    ArrowUp: stops.at(at <= 0 ? -1 : at - 1),
    Home: stops[0],
    End: stops.at(-1),
  }[event.key];
  const isLetter =
    event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.altKey && !event.metaKey;
  if (byArrow || !isLetter) return byArrow;
  const entries = stops.map((item, index) => ({ id: String(index), label: item.textContent.trim() }));
  const found = typeAhead(entries, at < 0 ? undefined : String(at), addLetter(event.key));
  return found === undefined ? undefined : stops[Number(found)];
};
