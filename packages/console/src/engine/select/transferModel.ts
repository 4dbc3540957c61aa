/** An option that can be moved between the sides. */
export type TransferOption = { id: string; label: string; disabled?: boolean };

/** Ids that "check all" selects: the enabled ones of the current page. */
export const checkable = (page: readonly TransferOption[]): string[] =>
  page.filter(({ disabled }) => !disabled).map(({ id }) => id);

/** Adds an id, or removes it if it is there. */
export const toggledId = (checked: readonly string[], id: string): string[] =>
  checked.includes(id) ? checked.filter((entry) => entry !== id) : [...checked, id];

/** One page of the chosen options that match the search. */
export const pageOfChosen = (
  chosen: readonly TransferOption[],
  input: { search: string; page: number; pageSize: number },
): { options: TransferOption[]; total: number } => {
  const typed = input.search.trim().toLowerCase();
  const found = chosen.filter(({ label }) => label.toLowerCase().includes(typed));
  const start = (input.page - 1) * input.pageSize;
  return { options: found.slice(start, start + input.pageSize), total: found.length };
};
