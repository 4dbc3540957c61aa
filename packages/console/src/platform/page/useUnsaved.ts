import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether there is unsaved input, for a guard. */
export type Unsaved = { isUnsaved: boolean; mark: () => void; lift: () => void };

/** Tracks whether there is unsaved input. */
export const useUnsaved = (): Unsaved => {
  const [isUnsaved, setUnsaved] = useState(false);
  return {
    isUnsaved,
    mark: () => setUnsaved(true),
    /** Synchronously: navigation after a save must find nothing to ask about. */
    lift: () => flushSync(() => setUnsaved(false)),
  };
};
