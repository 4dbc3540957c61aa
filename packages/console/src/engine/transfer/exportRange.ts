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

/** Ranges that are possible and that the page has not forbidden. */
export const permittedRanges = (
  possible: Record<ExportRange, boolean>,
  page: { canExportAll?: boolean; canExportSelected?: boolean; canExportFiltered?: boolean },
): Record<ExportRange, boolean> => ({
  all: possible.all && page.canExportAll !== false,
  selected: possible.selected && page.canExportSelected !== false,
  filtered: possible.filtered && page.canExportFiltered !== false,
});

/** Range a dialog starts with: all, or filtered where all is not possible. */
export const firstRange = (possible: Record<ExportRange, boolean>): ExportRange =>
  possible.all ? 'all' : 'filtered';
