/** Size of a terminal in characters. */
export type Size = { cols: number; rows: number };

/** Limits a size to what terminals and assets accept; 0 becomes 80 columns or 24 rows. */
export const clampSize = (size: Size): Size => ({
  cols: Math.min(1000, Math.max(2, Math.trunc(size.cols) || 80)),
  rows: Math.min(500, Math.max(1, Math.trunc(size.rows) || 24)),
});
