import { useEffect, useState } from 'react';

const DELAY_MS = 300;

/** True once something has been on the page for 300 ms: shorter waits need no message. */
export const useLate = (): boolean => {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLate;
};
