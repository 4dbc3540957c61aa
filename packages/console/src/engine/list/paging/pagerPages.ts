/** Maximum number of page numbers that a pager shows, including the current one. */
const SHOWN = 5;

/**
 * The page numbers shown: five, with the current one in the middle where possible, or all if there are fewer.
 */
export const pagerPages = (current: number, last: number): number[] => {
  const start = Math.max(1, Math.min(current - Math.floor(SHOWN / 2), last - SHOWN + 1));
  return Array.from({ length: Math.min(SHOWN, last) }, (_, index) => start + index);
};
