import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether something is filled in and not saved: what a guard is told. */
export type Unsaved = { isUnsaved: boolean; mark: () => void; lift: () => void };

/** Keeps whether something is filled in and not saved. */
export const useUnsaved = (): Unsaved => {
  const [isUnsaved, setUnsaved] = useState(false);
  return {
    isUnsaved,
    mark: () => setUnsaved(true),
    /** At once: what follows a save may leave the page, and nothing must be left to ask about. */
    lift: () => flushSync(() => setUnsaved(false)),
  };
};
