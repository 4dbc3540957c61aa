import type { Http } from '../http/http.ts';

/** Tells the server that this tab is gone, and that it is back if the browser restores it. */
export const keepTabCounted = (deps: { http: Http; target: EventTarget }): (() => void) => {
  let counted = true;
  const quiet = { disableFlashErrorMsg: true } as const;
  const leave = () => {
    if (!counted) return;
    counted = false;
    deps.http
      .call('DELETE /api/v1/authentication/user-session/', { ...quiet, keepalive: true })
      .catch(() => undefined);
  };
  const back = (event: Event) => {
    if (counted || !(event as PageTransitionEvent).persisted) return;
    counted = true;
    deps.http.call('GET /api/v1/authentication/user-session/', quiet).catch(() => undefined);
  };
  deps.target.addEventListener('pagehide', leave);
  deps.target.addEventListener('pageshow', back);
  return () => {
    deps.target.removeEventListener('pagehide', leave);
    deps.target.removeEventListener('pageshow', back);
  };
};
