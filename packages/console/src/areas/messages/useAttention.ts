import { useEffect, useRef, useState } from 'react';

const BLINK_MS = 1_000;
const BLINKING_MS = 2_000;

/** Whether to highlight a count that has just grown: for two seconds, toggled every second. */
export const useAttention = (count: number): boolean => {
  const before = useRef(count);
  const [isLit, setLit] = useState(false);
  useEffect(() => {
    const hasGrown = count > before.current;
    before.current = count;
    if (!hasGrown) return;
    setLit(true);
    const blink = setInterval(() => setLit((lit) => !lit), BLINK_MS);
    const stop = () => {
      clearInterval(blink);
      setLit(false);
    };
    const end = setTimeout(stop, BLINKING_MS);
    return () => {
      clearTimeout(end);
      stop();
    };
  }, [count]);
  return isLit;
};
