import { CLOSE_CODES } from '@gatehouse/contract/wire/gateway.ts';
import type { Painting } from '../screen/screen.ts';
import type { Link } from './link.ts';
import type { OutputLog } from './outputLog.ts';
import { repaintFrame } from './viewers.ts';

/** Where output continues for an attached window. */
export type Attachment = { offset: number; repaint: boolean; input_received: number };

/** The window that types; while it lags, the shell is paused. */
export type TypingWindow = {
  /**
   * Replaces the previous window. `announce` is called with the offset where output continues, before any
   * byte is sent; `received: null` requests a painted screen.
   */
  attach: (
    link: Link,
    from: { received: number | null; input_received: number },
    announce: (attachment: Attachment) => void,
  ) => Promise<void>;
  /** False when the window was not the attached one. */
  detach: (link: Link) => boolean;
  link: () => Link | null;
  acknowledge: (link: Link, received: number) => void;
  /** Bytes of output that the window has not acknowledged. */
  behind: () => number;
  /** The window, or the one that is attaching. */
  links: () => Link[];
  /** Drops a window that has lagged for long without acknowledging anything. */
  tick: (now_ms: number) => void;
  clear: () => void;
};

/** A window that lags this far and acknowledges nothing for `UNRESPONSIVE_MS` is dropped. */
const BEHIND_BYTES = 256 * 1024;
const UNRESPONSIVE_MS = 60_000;

/** Starts without a window. */
export const createTypingWindow = (deps: {
  log: OutputLog;
  paint: () => Promise<Painting>;
}): TypingWindow => {
  const { log } = deps;
  let attached: Link | null = null;
  /** A window waiting for its screen to be painted before it is attached. */
  let arriving: Link | null = null;
  let acked = 0;
  /** Since when an acknowledgement is due. */
  let overdue: { acked: number; since: number } | null = null;

  const links = () => [attached, arriving].filter((link) => link !== null);
  const behind = () => (attached ? log.end() - acked : 0);
  const adopt = (link: Link, from: number) => {
    attached = link;
    arriving = null;
    acked = from;
    log.release(from);
  };
  const send = (link: Link, frames: readonly Uint8Array[] | null) => {
    for (const frame of frames ?? []) link.binary(frame);
  };

  return {
    attach: async (link, { received, input_received }, announce) => {
      for (const other of links()) {
        other.text({ type: 'detached', reason: 'taken_over' });
        other.close(CLOSE_CODES.taken_over);
      }
      attached = null;
      const missed = received === null ? null : log.since(received);
      if (received !== null && missed) {
        adopt(link, received);
        announce({ offset: received, repaint: false, input_received });
        return send(link, missed);
      }
      arriving = link;
      const painting = await deps.paint();
      // By now another window may have attached, or this one closed.
      if (arriving !== link) return;
      announce({ offset: painting.offset, repaint: true, input_received });
      link.binary(repaintFrame(painting));
      send(link, log.since(painting.offset));
      adopt(link, painting.offset);
    },
    detach: (link) => {
      if (arriving === link) arriving = null;
      else if (attached === link) attached = null;
      else return false;
      return true;
    },
    link: () => attached,
    acknowledge: (link, received) => {
      if (link !== attached || received <= acked || received > log.end()) return;
      acked = received;
      log.release(acked);
    },
    behind,
    links,
    tick: (now_ms) => {
      if (behind() <= BEHIND_BYTES) overdue = null;
      else if (overdue?.acked !== acked) overdue = { acked, since: now_ms };
      else if (now_ms - overdue.since > UNRESPONSIVE_MS) attached?.close(CLOSE_CODES.unresponsive);
    },
    clear: () => {
      attached = null;
      arriving = null;
    },
  };
};
