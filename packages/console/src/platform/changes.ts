type Listener = (path: string) => void;

const listeners = new Set<Listener>();

/** Tells all who follow that rows of the collection at this path have changed. */
export const tellChanged = (path: string): void => {
  for (const listener of listeners) listener(path);
};

/** Calls `listener` whenever rows have changed; returns a function that stops it. */
export const onChanged = (listener: Listener): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
