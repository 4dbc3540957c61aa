/** Space left at the edge when a tag is scrolled into view, in px. */
const SCROLL_PADDING = 4;

type Bar = Pick<HTMLElement, 'offsetLeft' | 'clientWidth' | 'scrollLeft'>;
type Item = Pick<HTMLElement, 'offsetLeft' | 'offsetWidth'>;

/** Scroll position of the tag bar at which the whole tag is visible, with some space beside it. */
export const scrolledTo = (bar: Bar, item: Item): number => {
  const left = item.offsetLeft - bar.offsetLeft - SCROLL_PADDING;
  const right = left + item.offsetWidth + 2 * SCROLL_PADDING;
  if (left < bar.scrollLeft) return left;
  return Math.max(bar.scrollLeft, right - bar.clientWidth);
};
