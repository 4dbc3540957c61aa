/** One tab of a page. */
export type PageTab = {
  key: string;
  label: string;
  count?: number | undefined;
  /** A flag or a function; a hidden tab cannot be opened. */
  hidden?: boolean | (() => boolean);
};

/** The visible tabs. */
export const visibleTabs = <T extends PageTab>(tabs: readonly T[]): T[] =>
  tabs.filter((tab) => !(typeof tab.hidden === 'function' ? tab.hidden() : tab.hidden));

/**
 * The tab to open: that of the first preference that names a visible tab, ignoring case, else the first tab.
 */
export const chooseTab = (
  tabs: readonly PageTab[],
  wishes: readonly (string | null | undefined)[],
): string => {
  const shown = visibleTabs(tabs);
  for (const wish of wishes) {
    const found = shown.find((tab) => tab.key.toLowerCase() === wish?.toLowerCase());
    if (found) return found.key;
  }
  return shown[0]?.key ?? '';
};
