import type { ReactNode } from 'react';

/**
 * How menus look in a part of the product: the classes menu, list, item, danger, check, icon, label, hint,
 * heading, line and tip, and the marks of checked items and of items with a submenu.
 */
export type MenuSkin = { styles: Readonly<Record<string, string>>; mark: ReactNode; more: ReactNode };

/** An item of a menu that can be chosen. */
export type MenuChoice = {
  key: string;
  label: ReactNode;
  icon?: ReactNode;
  /** Its shortcut or another short text, shown at the end. */
  hint?: string;
  checked?: boolean;
  /** Whether only one item of its group can be checked, as with radio buttons. */
  isChoice?: boolean;
  /** Marks the item for what is currently shown, in a menu without checked items. */
  isCurrent?: boolean;
  /** Whether the action is destructive. */
  danger?: boolean | undefined;
  disabled?: boolean;
  /** Why it is disabled; shown beside it. */
  reason?: string | undefined;
  /** Whether the label is a link; choosing the item then follows it. */
  isLink?: boolean;
  /** Items of a submenu. */
  items?: readonly MenuItem[] | undefined;
  onSelect?: () => void;
};

/** A line of a menu. A heading applies to the items up to the next heading or separator. */
export type MenuItem = MenuChoice | { separator: true } | { heading: ReactNode };

/** The items of a menu between headings or separators. */
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
