import { INPUT_WINDOW_BYTES } from '@gatehouse/contract/wire/gateway.ts';

/** Numbered input of the windows of one session: every byte reaches the target once, whatever is sent again. */
export type InputStream = {
  /** A window attaches; answers how much of its input has arrived. */
  begin: (client_id: string) => number;
  /** The new part of a frame, null when all of it is old, `gap` when something before it is missing. */
  take: (offset: number, payload: Buffer) => Buffer | null | 'gap';
  /** Hands bytes to the target; false when the target does not take them and the client ignored its window. */
  write: (bytes: Buffer) => boolean;
  /** Taken, but meant to go nowhere. */
  discard: (length: number) => void;
  stop: () => void;
};

const ACK_BYTES = 32 * 1024;
const ACK_MS = 200;
/** Windows of one session whose counters are kept. */
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
      // What still waits belongs to the window before; it is acknowledged to nobody.
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
