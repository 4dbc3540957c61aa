import { useState } from 'react';
import { flushSync } from 'react-dom';

/** Whether a form or dialog has unsaved input, and how to change that. */
export type Unsaved = { isUnsaved: boolean; mark: () => void; lift: () => void };

/** Tracks whether there is unsaved input. */
export const useUnsaved = (): Unsaved => {
  const [isUnsaved, setUnsaved] = useState(false);
  return {
    isUnsaved,
    mark: () => setUnsaved(true),
    /** Applied at once, so that navigating after a save asks nothing. */
    lift: () => flushSync(() => setUnsaved(false)),
  };
};
