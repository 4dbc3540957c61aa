/** Part of a whole, 0 without a whole. */
export const shareOf = (part: number | undefined, whole: number | undefined): number =>
  part && whole ? Math.min(1, part / whole) : 0;
