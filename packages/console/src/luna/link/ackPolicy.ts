import type { After } from './clock.ts';

/**
 * Acknowledges processed output: every `every` bytes, and `quietMs` after the first byte not yet
 * acknowledged.
 */
export type AckPolicy = {
  /** All output up to `offset` has been drawn. */
  processed(offset: number): void;
  /** Output of a new connection starts at `offset`. */
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
