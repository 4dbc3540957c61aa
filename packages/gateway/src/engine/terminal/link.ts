import type { ServerFrame } from '@gatehouse/contract/wire/gateway.ts';

/** A connected browser window. */
export type Link = {
  text: (frame: ServerFrame) => void;
  binary: (frame: Uint8Array) => void;
  /** Bytes handed over but not yet sent. */
  buffered: () => number;
  /** Sends the remaining data, then closes. */
  close: (code: number) => void;
  /** Closes immediately; unsent data is lost. */
  cut: () => void;
};
