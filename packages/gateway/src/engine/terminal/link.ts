import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';

/** A connected browser window. */
export type Link = {
  text: (frame: ServerFrame) => void;
  binary: (frame: Uint8Array) => void;
  /** Bytes handed over but not yet sent. */
  buffered: () => number;
  /** Sends what was handed over, then closes. */
  close: (code: number) => void;
  /** Closes now; what was not sent is lost. */
  cut: () => void;
};
