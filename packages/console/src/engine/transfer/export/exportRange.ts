import { mayDo } from '../../list/listTools.ts';

/** Rows an export covers. */
export type ExportRange = 'all' | 'selected' | 'filtered';

/**
 * Available ranges: all rows without a filter, the filtered rows with one, the selected rows if there are
 * any.
 */
export const exportRanges = (input: {
  hasFilters: boolean;
  chosen: number;
}): Record<ExportRange, boolean> => ({
  all: !input.hasFilters,
  selected: input.chosen > 0,
  filtered: input.hasFilters,
});

/** Available ranges that the page allows. */
export const permittedRanges = (
  possible: Record<ExportRange, boolean>,
  slots: Parameters<typeof mayDo>[0],
): Record<ExportRange, boolean> => ({
  all: possible.all && mayDo(slots, 'exportAll'),
  selected: possible.selected && mayDo(slots, 'exportSelected'),
  filtered: possible.filtered && mayDo(slots, 'exportFiltered'),
});

const order: readonly ExportRange[] = ['all', 'filtered', 'selected'];

/** Initial range of the dialog: all rows if available, else the filtered or the selected ones. */
export const firstRange = (possible: Record<ExportRange, boolean>): ExportRange =>
  order.find((range) => possible[range]) ?? 'all';
