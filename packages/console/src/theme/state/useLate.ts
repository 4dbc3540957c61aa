import { useEffect, useState } from 'react';

const DELAY_MS = 300;

/** Becomes true 300 ms after the component was mounted, because a shorter wait needs no message. */
export const useLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
