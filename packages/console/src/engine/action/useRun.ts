import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Action } from './Action.ts';

/** Runs an action or follows its address; tells which one is running. */
export const useRun = () => {
  const navigate = useNavigate();
  const [running, setRunning] = useState<string>();
  const run = async (action: Action) => {
    if (action.to && action.newTab) {
      window.open(action.to, '_blank', 'noopener');
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
      // The request layer has already told the person.
    } finally {
      setRunning(undefined);
    }
  };
  return { run, running };
};
