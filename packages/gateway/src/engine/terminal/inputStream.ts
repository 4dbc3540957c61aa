import { INPUT_WINDOW_BYTES } from '@gatehouse/contract/wire/gateway.ts';

/**
 * Numbered input from the windows of one session: a byte that has arrived is ignored when it is sent again.
 */
export type InputStream = {
  /** A window attaches; returns how much of its input has arrived. */
  begin: (client_id: string) => number;
  /** The new part of a frame; null when all of it is old, `gap` when earlier bytes are missing. */
  take: (offset: number, payload: Buffer) => Buffer | null | 'gap';
  /** Writes bytes to the asset; false when the asset does not read and the client exceeded its window. */
  write: (bytes: Buffer) => boolean;
  /** Acknowledges received bytes that will not be written. */
  discard: (length: number) => void;
  stop: () => void;
};

const ACK_BYTES = 32 * 1024;
const ACK_MS = 200;
/** Maximum number of windows of one session whose counters are kept. */
const KEPT_WINDOWS = 8;

/** Counts, writes and acknowledges input. */
export const createInputStream = (deps: {
  write: (bytes: Buffer, done: () => void) => void;
  ack: (received: number) => void;
}): InputStream => {
  const windows = new Map<string, number>();
  let current = '';
  let received = 0;
  let waiting = 0;
  let acked = 0;
  let timer: NodeJS.Timeout | null = null;

  const ack = () => {
    if (timer) clearTimeout(timer);
    timer = null;
    acked = received - waiting;
    deps.ack(acked);
  };
  const acknowledgeSoon = () => {
    if (received - waiting - acked >= ACK_BYTES) ack();
    else timer ??= setTimeout(ack, ACK_MS);
  };

  return {
    begin: (client_id) => {
      if (current !== '') windows.set(current, received);
      current = client_id;
      received = windows.get(client_id) ?? 0;
      // Waiting bytes belong to the previous window and are not acknowledged.
      acked = received;
      if (timer) clearTimeout(timer);
      timer = null;
      windows.delete(client_id);
      windows.set(client_id, received);
      for (const oldest of windows.keys()) {
        if (windows.size <= KEPT_WINDOWS) break;
        windows.delete(oldest);
      }
      return received;
    },
    take: (offset, payload) => {
      if (offset > received) return 'gap';
      const fresh = payload.subarray(received - offset);
      if (fresh.length === 0) return null;
      received += fresh.length;
      return fresh;
    },
    write: (bytes) => {
      if (waiting > 2 * INPUT_WINDOW_BYTES) return false;
      const { length } = bytes;
      const owner = current;
      waiting += length;
      deps.write(bytes, () => {
        waiting -= length;
        if (owner === current) acknowledgeSoon();
      });
      return true;
    },
    discard: () => acknowledgeSoon(),
    stop: () => {
      if (timer) clearTimeout(timer);
      timer = null;
    },
  };
};
