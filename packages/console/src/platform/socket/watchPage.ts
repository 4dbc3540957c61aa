/**
 * If ticks are further apart than this, the computer was asleep: even in hidden pages, browsers let a clock
 * tick once a minute.
 */
const SLEPT_MS = 90_000;
const TICK_MS = 15_000;

/**
 * Reports when the page is left or cached, and when its connections can no longer be trusted: after it was
 * restored from the cache, the computer slept, or the browser came back online.
 */
export const watchPage = (tell: { onLeave: () => void; onBack: () => void }): (() => void) => {
  let last = Date.now();
  const tick = () => {
    const now = Date.now();
    if (now - last > SLEPT_MS) tell.onBack();
    last = now;
  };
  const shown = (event: PageTransitionEvent) => {
    last = Date.now();
    if (event.persisted) tell.onBack();
  };
  const clock = setInterval(tick, TICK_MS);
  window.addEventListener('pagehide', tell.onLeave);
  window.addEventListener('pageshow', shown);
  window.addEventListener('online', tell.onBack);
  return () => {
    clearInterval(clock);
    window.removeEventListener('pagehide', tell.onLeave);
    window.removeEventListener('pageshow', shown);
    window.removeEventListener('online', tell.onBack);
  };
};
