import { useEffect, useEffectEvent, useRef } from 'react';

const HELD_MS = 1_000;

/**
 * The card of a notification; an error interrupts a screen reader. The card closes after its time, but not
 * while the pointer or the focus is on it; without a time it stays.
 */
export const useToastCard = (toast: { kind: string; duration?: number }, onClose: () => void) => {
  const { kind, duration } = toast;
  const card = useRef<HTMLDivElement>(null);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (duration === undefined) return;
    const end = () => {
      if (card.current?.matches(':hover, :focus-within')) timer = setTimeout(end, HELD_MS);
      else close();
    };
    let timer = setTimeout(end, duration);
    return () => clearTimeout(timer);
  }, [duration]);
  return { ref: card, role: kind === 'error' ? 'alert' : 'status' };
};
