/** Pages a pager shows around the current one. */
const SHOWN = 5;

/** Numbers of the pages shown: five around the current one, fewer when there are fewer. */
export const pagerPages = (current: number, last: number): number[] => {
  const start = Math.max(1, Math.min(current - Math.floor(SHOWN / 2), last - SHOWN + 1));
  return Array.from({ length: Math.min(SHOWN, last) }, (_, index) => start + index);
};
