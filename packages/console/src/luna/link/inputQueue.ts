import { INPUT_WINDOW_BYTES } from '@gatehouse/contract/wire/gateway.ts';

/**
 * Numbers typed and pasted bytes, and keeps them until the gateway has acknowledged them. Sends at most
 * `window` bytes beyond those acknowledged.
 */
export type InputQueue = {
  push(bytes: Uint8Array): void;
  /** The gateway has passed on everything up to this offset. */
  acknowledged(received: number): void;
  /** After reconnecting, sends again everything that the gateway has not received. */
  resume(received: number): void;
};

type Piece = { offset: number; bytes: Uint8Array };

const PIECE_BYTES = 16 * 1024;

/** An empty queue that passes its pieces to `send`. */
export const makeInputQueue = (
  send: (offset: number, bytes: Uint8Array) => void,
  window = INPUT_WINDOW_BYTES,
): InputQueue => {
  let pieces: Piece[] = [];
  let total = 0;
  let acked = 0;
  let sent = 0;

  const flush = () => {
    for (const { offset, bytes } of pieces) {
      const end = offset + bytes.length;
      if (end <= sent) continue;
      if (end > acked + window) return;
      send(sent, bytes.subarray(sent - offset));
      sent = end;
    }
  };
  const acknowledged = (received: number) => {
    acked = Math.min(total, Math.max(acked, received));
    sent = Math.max(sent, acked);
    pieces = pieces.filter((piece) => piece.offset + piece.bytes.length > acked);
    flush();
  };
  return {
    push: (bytes) => {
      for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
        const part = bytes.slice(at, at + PIECE_BYTES);
        pieces.push({ offset: total, bytes: part });
        total += part.length;
      }
      flush();
    },
    acknowledged,
    resume: (received) => {
      sent = received;
      acknowledged(received);
    },
  };
};
