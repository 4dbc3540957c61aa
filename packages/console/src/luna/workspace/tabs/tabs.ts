/** Tabs of the workspace, and the active one. */
export type Tabs<T extends { key: string }> = { list: readonly T[]; active: string | undefined };

/** Adds a tab after the active one and activates it. */
export const withTab = <T extends { key: string }>(tabs: Tabs<T>, tab: T): Tabs<T> => {
  const at = tabs.list.findIndex((item) => item.key === tabs.active);
  const list = at < 0 ? [...tabs.list, tab] : tabs.list.toSpliced(at + 1, 0, tab);
  return { list, active: tab.key };
};

/** Removes a tab; if it was active, its right neighbour, else its left one, becomes active. */
export const withoutTab = <T extends { key: string }>(tabs: Tabs<T>, key: string): Tabs<T> => {
  const at = tabs.list.findIndex((item) => item.key === key);
  if (at < 0) return tabs;
  const list = tabs.list.toSpliced(at, 1);
  if (tabs.active !== key) return { list, active: tabs.active };
  return { list, active: (list[at] ?? list[at - 1])?.key };
};

/** Key of the tab `step` positions from the active one, wrapping around. */
export const neighbour = <T extends { key: string }>(tabs: Tabs<T>, step: number): string | undefined => {
  const at = tabs.list.findIndex((item) => item.key === tabs.active);
  const count = tabs.list.length;
  return count === 0 ? undefined : tabs.list[(at + step + count) % count]?.key;
};
