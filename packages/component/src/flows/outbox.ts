import { Refused } from '../platform/http.ts';
import type { Log } from '../platform/log.ts';
import { type Pauses, untilDone } from '../platform/retry.ts';

/** Small messages that must reach the server, but that no caller waits for. */
export type Outbox = { push: (what: string, send: () => Promise<void>) => void };

const KEPT = 2_000;
const AT_ONCE = 4;

/** Retries each message until it is accepted or refused; drops the oldest during a long outage. */
export const createOutbox = (deps: { pauses: Pauses; log: Log }): Outbox => {
  const queue: { what: string; send: () => Promise<void> }[] = [];
  let active = 0;

  const next = async () => {
    const item = queue.shift();
    if (!item) return;
    active += 1;
    try {
      await untilDone(item.send, {
        pauses: deps.pauses,
        first_ms: 250,
        max_ms: 15_000,
        shouldRetry: (error) => !(error instanceof Refused),
      });
    } catch (err) {
      deps.log.warn({ err, what: item.what }, 'a message was not taken');
    } finally {
      active -= 1;
    }
    await next();
  };

  return {
    push: (what, send) => {
      queue.push({ what, send });
      if (queue.length > KEPT) {
        const lost = queue.shift();
        deps.log.error({ what: lost?.what }, 'too many messages wait for the control plane');
      }
      if (active < AT_ONCE) void next();
    },
  };
};
