/** Share of a part in a whole, at most 1; 0 when either is missing or zero. */
export const shareOf = (part: number | undefined, whole: number | undefined): number =>
  part && whole ? Math.min(1, part / whole) : 0;
