/** Drawers beside the page that other parts of the console open. */
type Drawer = 'ownWork';

const listeners: Record<Drawer, Set<() => void>> = { ownWork: new Set() };

/** Opens a drawer, wherever the page has its button. */
export const openDrawer = (drawer: Drawer): void => {
  for (const listener of listeners[drawer]) listener();
};

/** Calls `listener` whenever a drawer is to open; returns a function that stops it. */
export const onDrawer = (drawer: Drawer, listener: () => void): (() => void) => {
  listeners[drawer].add(listener);
  return () => void listeners[drawer].delete(listener);
};
