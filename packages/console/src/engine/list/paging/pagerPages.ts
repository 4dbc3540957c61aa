/** Pages a pager shows around the current one. */
const SHOWN = 5;

/** The page numbers shown: five around the current one, or fewer if there are no more. */
export const pagerPages = (current: number, last: number): number[] => {
  const start = Math.max(1, Math.min(current - Math.floor(SHOWN / 2), last - SHOWN + 1));
  return Array.from({ length: Math.min(SHOWN, last) }, (_, index) => start + index);
};
