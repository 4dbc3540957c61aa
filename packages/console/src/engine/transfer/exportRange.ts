/** Rows an export covers. */
export type ExportRange = 'all' | 'selected' | 'filtered';

/** Ranges possible now: all without a filter, selected with chosen rows, filtered with a filter. */
export const exportRanges = (input: {
  hasFilters: boolean;
  chosen: number;
}): Record<ExportRange, boolean> => ({
  all: !input.hasFilters,
  selected: input.chosen > 0,
  filtered: input.hasFilters,
});

/** Range a dialog starts with: all, or filtered where all is not possible. */
export const firstRange = (possible: Record<ExportRange, boolean>): ExportRange =>
  possible.all ? 'all' : 'filtered';
