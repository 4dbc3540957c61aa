import { createContext } from 'react';

/** Tells the form around that its input is unsaved, for values that are set other than by typing. */
export const MarkUnsaved = createContext<() => void>(() => undefined);
