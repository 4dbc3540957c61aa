import { startTransition, useState } from 'react';

/** Maximum number of rows that are all drawn, so that find-in-page and printing see every one. */
const SMALL = 40;
/** Number of rows drawn beyond the visible part, at either end. */
const BEYOND = 10;
/** Assumed row height in pixels, before one is measured. */
const USUAL_HEIGHT = 40;

/** Rows to draw, and the height of those omitted above and below. */
export type RowWindow = { from: number; to: number; above: number; below: number };

type View = { top: number; height: number; row: number };

const wholeOf = (count: number): RowWindow => ({ from: 0, to: count, above: 0, below: 0 });

/**
 * The rows of a scrolled table to draw. The row `kept` is always drawn, so that scrolling does not remove the
 * one with the focus.
 */
export const windowOf = (count: number, view: View, kept: number): RowWindow => {
  if (count <= SMALL) return wholeOf(count);
  const first = Math.max(0, Math.floor(view.top / view.row) - BEYOND);
  const last = Math.min(count, Math.ceil((view.top + view.height) / view.row) + BEYOND);
  const from = kept < 0 ? first : Math.min(first, kept);
  const to = kept < 0 ? last : Math.max(last, kept + 1);
  return { from, to, above: from * view.row, below: (count - to) * view.row };
};

/** Draws only the visible part of a long table. A body that does not scroll is drawn completely. */
export const useRowWindow = (count: number, kept: number, isOn: boolean) => {
  const [view, setView] = useState<View>(() => ({ top: 0, height: window.innerHeight, row: USUAL_HEIGHT }));
  const look = (scroller: HTMLElement) => {
    if (!isOn || count <= SMALL) return;
    const row = scroller.querySelector<HTMLElement>('tbody > tr[tabindex]')?.offsetHeight || view.row;
    // Moves in steps of half the rows drawn beyond the edges: fewer redraws, and no gaps while scrolling.
    const step = (row * BEYOND) / 2;
    const top = Math.floor(scroller.scrollTop / step) * step;
    const height = (scroller.clientHeight || window.innerHeight) + step;
    if (top === view.top && height === view.height && row === view.row) return;
    // A transition, so that scrolling does not wait for the rows to be drawn.
    startTransition(() => setView({ top, height, row }));
  };
  return { look, shown: isOn ? windowOf(count, view, kept) : wholeOf(count) };
};
