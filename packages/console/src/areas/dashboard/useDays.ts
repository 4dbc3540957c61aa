import { useState } from 'react';
import { usePlatform } from '../../platform/Platform.tsx';

const KEY = 'dashboardDays';
const DEFAULT = 7;

/** The number of days a card covers; the last choice is remembered. */
export const useDays = (choices: readonly number[]): [days: number, pick: (days: number) => void] => {
  const { storage } = usePlatform();
  const stored = Number(storage.get(KEY));
  const [days, setDays] = useState(choices.includes(stored) ? stored : DEFAULT);
  const pick = (next: number) => {
    storage.set(KEY, String(next));
    setDays(next);
  };
  return [days, pick];
};
