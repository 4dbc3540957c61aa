import { useState } from 'react';
import { useHref, useNavigate } from 'react-router';
import type { Action } from './Action.ts';

/** The web terminal is not part of the console's own routes. */
const isOutside = (to: string): boolean => to.startsWith('/luna/');

/** Runs an action or follows its address; `running` is the name of the action in progress. */
export const useRun = () => {
  const navigate = useNavigate();
  const base = useHref('/').replace(/\/$/, '');
  const [running, setRunning] = useState<string>();
  const run = async (action: Action) => {
    if (action.to && action.newTab) {
      window.open(isOutside(action.to) ? action.to : base + action.to, '_blank', 'noopener');
      return;
    }
    if (action.to) {
      await navigate(action.to);
      return;
    }
    setRunning(action.name);
    try {
      await action.onRun?.();
    } catch {
      // The request layer has already reported the error.
    } finally {
      setRunning(undefined);
    }
  };
  return { run, running };
};
