import type { ReactNode } from 'react';

/**
 * What a skin provides: the classes opener, menu, list, item, danger, check, icon, label, hint, heading, line and
 * tip, and the marks of a checked line and of a line with a submenu.
 */
export type MenuSkin = { styles: Readonly<Record<string, string>>; mark: ReactNode; more: ReactNode };

/** A line of a menu that can be chosen. */
export type MenuChoice = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Its shortcut, or another short note at its end. */
  hint?: string;
  checked?: boolean;
  /** A group of items of which one is selected. */
  isChoice?: boolean;
  /** Marks what the page already shows, among items that are not radio buttons. */
  isCurrent?: boolean;
  /** Destroys something. */
  danger?: boolean | undefined;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string | undefined;
  /** The label is a link, and choosing the item follows it. */
  isLink?: boolean;
  /** Items of its submenu. */
  items?: readonly MenuItem[] | undefined;
  onSelect?: () => void;
};

/** A line of a menu. A heading names the lines up to the next heading or separator. */
export type MenuItem = MenuChoice | { separator: true } | { heading: ReactNode };

/** A section of a menu, between separators and headings. */
export type MenuSection = { key: number; hasLine: boolean; heading: ReactNode; choices: MenuChoice[] };

/** Splits a menu at its separators and headings. */
export const sectionsOf = (items: readonly MenuItem[]): MenuSection[] => {
  const sections: MenuSection[] = [];
  let hasLine = false;
  for (const item of items) {
    const last = sections.at(-1);
    if ('separator' in item) hasLine = true;
    else if ('heading' in item) {
      sections.push({ key: sections.length, hasLine, heading: item.heading, choices: [] });
      hasLine = false;
    } else if (!last || hasLine) {
      sections.push({ key: sections.length, hasLine, heading: undefined, choices: [item] });
      hasLine = false;
    } else last.choices.push(item);
  }
  return sections;
};
