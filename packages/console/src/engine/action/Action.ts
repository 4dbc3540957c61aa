import type { ReactNode } from 'react';

/** Something a person can do: one object feeds buttons, menus and shortcuts. */
export type Action = {
  name: string;
  title: string;
  icon?: ReactNode;
  /** Smaller comes first. */
  order?: number;
  /** Destroys something. */
  danger?: boolean;
  /** Not offered at all when false. */
  has?: boolean;
  /** Offered but not possible now when false; `reason` says why. */
  can?: boolean;
  reason?: string;
  /** Begins a new section of its menu. */
  divided?: boolean;
  /** Heading of the section it stands in. */
  group?: string;
  /** Address it leads to instead of running. */
  to?: string;
  /** Opens in a new tab of the browser. */
  newTab?: boolean;
  onRun?: () => void | Promise<void>;
  children?: Action[];
};

const DEFAULT_ORDER = 100;

/** Actions that are offered, in order, each name once; the last one of a name wins. */
export const offered = (actions: readonly Action[]): Action[] => {
  const byName = new Map(actions.map((action) => [action.name, action]));
  return [...byName.values()]
    .filter(({ has, children }) => has !== false && (children === undefined || offered(children).length > 0))
    .sort((a, b) => (a.order ?? DEFAULT_ORDER) - (b.order ?? DEFAULT_ORDER));
};

/** More actions than this collapse: one stays, the rest go behind a menu. */
const MOST_INLINE = 2;

/** Which actions of a row stand open and which wait in its menu. */
export const splitActions = (actions: readonly Action[]): { inline: Action[]; menu: Action[] } => {
  const all = offered(actions);
  return all.length > MOST_INLINE
    ? { inline: all.slice(0, 1), menu: all.slice(1) }
    : { inline: all, menu: [] };
};
