/** Share of a part in a whole; 0 when the whole is missing or zero. */
export const shareOf = (part: number | undefined, whole: number | undefined): number =>
  part && whole ? Math.min(1, part / whole) : 0;
