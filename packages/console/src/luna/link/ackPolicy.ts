import type { After } from './clock.ts';

/** When processed output is acknowledged: every `every` bytes, and once more when output pauses. */
export type AckPolicy = {
  /** Output up to `offset` is on the screen. */
  processed(offset: number): void;
  /** A new connection starts counting at `offset`. */
  restart(offset: number): void;
  stop(): void;
};

type Deps = {
  every: number;
  quietMs: number;
  send: (received: number) => void;
  after: After;
};

/** A policy that has acknowledged nothing yet. */
export const makeAckPolicy = ({ every, quietMs, send, after }: Deps): AckPolicy => {
  let acked = 0;
  let done = 0;
  let cancel: (() => void) | undefined;
  const stop = () => {
    cancel?.();
    cancel = undefined;
  };
  const flush = () => {
    stop();
    if (done === acked) return;
    acked = done;
    send(done);
  };
  return {
    processed: (offset) => {
      if (offset <= done) return;
      done = offset;
      if (done - acked >= every) flush();
      else cancel ??= after(quietMs, flush);
    },
    restart: (offset) => {
      stop();
      acked = offset;
      done = offset;
    },
    stop,
  };
};
