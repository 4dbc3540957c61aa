import type { ReactNode } from 'react';

/** A user action: one object serves buttons, menus and shortcuts. */
export type Action = {
  name: string;
  title: string;
  icon?: ReactNode;
  /** In a row, its icon is always shown and its title is the tooltip. */
  isIcon?: boolean;
  /** Actions with smaller numbers come first. */
  order?: number;
  /** Whether the action is destructive. */
  danger?: boolean;
  /** Not offered at all when false. */
  has?: boolean;
  /** Disabled when false; `reason` says why. */
  can?: boolean;
  reason?: string;
  /** Kept in the menu of its row, even where a button would have room. */
  isMinor?: boolean;
  /** Begins a new section of its menu. */
  divided?: boolean;
  /** Heading of its section. */
  group?: string;
  /** Address to open instead of calling `onRun`. */
  to?: string;
  /** Opens in a new browser tab. */
  newTab?: boolean;
  onRun?: () => void | Promise<void>;
  children?: Action[];
};

const DEFAULT_ORDER = 100;

/** The offered actions in order. Of actions with the same name only the last is kept. */
export const offered = (actions: readonly Action[]): Action[] => {
  const byName = new Map(actions.map((action) => [action.name, action]));
  return [...byName.values()]
    .filter(({ has, children }) => has !== false && (children === undefined || offered(children).length > 0))
    .sort((a, b) => (a.order ?? DEFAULT_ORDER) - (b.order ?? DEFAULT_ORDER));
};

/** Maximum number of actions shown inline; if a row has more, one is shown and a menu holds the rest. */
const MOST_INLINE = 2;

/** Which actions of a row are shown inline and which are in its menu. */
export const splitActions = (actions: readonly Action[]): { inline: Action[]; menu: Action[] } => {
  const all = offered(actions);
  const [icons, words] = [all.filter(({ isIcon }) => isIcon), all.filter(({ isIcon }) => !isIcon)];
  return words.length > MOST_INLINE || words.some(({ isMinor }) => isMinor)
    ? { inline: [...icons, ...words.slice(0, 1)], menu: words.slice(1) }
    : { inline: [...icons, ...words], menu: [] };
};
