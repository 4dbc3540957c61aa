/** A clock that ticks less often than this was stopped: browsers let hidden pages tick once a minute. */
const SLEPT_MS = 90_000;
const TICK_MS = 15_000;

/**
 * Reports when the page is left for good or cached, and when its connections can no longer be trusted: it was
 * restored, the computer slept, or the network changed.
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
