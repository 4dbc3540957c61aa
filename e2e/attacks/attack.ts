import type { ApiClient } from '../clients/api.ts';

/** The installation under attack. */
export type Target = {
  url: string;
  /** A client signed in as a superuser. */
  admin: ApiClient;
  username: string;
  password: string;
};

/** How an attack ended, in one sentence. */
export type Verdict = { result: 'held' | 'broken' | 'not applicable'; sentence: string };

/** One attack; what it does is in docs/attacks.md. */
export type Attack = { name: string; run: (target: Target) => Promise<Verdict> };

/** A verdict from what went wrong. */
export const judge = (faults: readonly string[], held: string): Verdict =>
  faults.length === 0
    ? { result: 'held', sentence: held }
    : {
        result: 'broken',
        sentence: `${faults.slice(0, 5).join('; ')}${faults.length > 5 ? '; and more' : ''}.`,
      };

/** Whether the installation answers within a few seconds. */
export const isAlive = (url: string, seconds = 10): Promise<boolean> =>
  fetch(`${url}/api/health/`, { signal: AbortSignal.timeout(seconds * 1000) }).then(
    ({ ok }) => ok,
    () => false,
  );
