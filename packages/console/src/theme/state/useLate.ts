import { useEffect, useState } from 'react';

const DELAY_MS = 300;

/** Turns true when something has been on the page for 300 ms: what is over by then needs no word. */
export const useLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
