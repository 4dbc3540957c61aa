import { CLOSE_CODES } from '@gatehouse/contract/wire/gateway.ts';
import type { Painting } from '../screen/screen.ts';
import type { Link } from './link.ts';
import type { OutputLog } from './outputLog.ts';
import { repaintFrame } from './viewers.ts';

/** Where output goes on for a window that attached. */
export type Attachment = { offset: number; repaint: boolean; input_received: number };

/** The one window that types; it has to keep up, for the shell waits for it. */
export type TypingWindow = {
  /**
   * Takes the place of whichever window was there. `announce` is called with where output goes on, before any byte is
   * sent; `received` null asks for a painted screen.
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
  /** Output it has not processed yet. */
  behind: () => number;
  /** Itself, or the one that is just coming. */
  links: () => Link[];
  /** Gives up a window that has read nothing for long. */
  tick: (now_ms: number) => void;
  clear: () => void;
};

/** Being this far behind for so long means that nobody reads any more. */
const BEHIND_BYTES = 256 * 1024;
const UNRESPONSIVE_MS = 60_000;

/** Nobody is attached yet. */
export const createTypingWindow = (deps: {
  log: OutputLog;
  paint: () => Promise<Painting>;
}): TypingWindow => {
  const { log } = deps;
  let attached: Link | null = null;
  /** Waits for the screen to be painted before it becomes the attached one. */
  let arriving: Link | null = null;
  let acked = 0;
  /** Since when it owes an acknowledgement. */
  let owes: { acked: number; since: number } | null = null;

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
      // Meanwhile another window may have come, or this one gone.
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
      if (behind() <= BEHIND_BYTES) owes = null;
      else if (owes?.acked !== acked) owes = { acked, since: now_ms };
      else if (now_ms - owes.since > UNRESPONSIVE_MS) attached?.close(CLOSE_CODES.unresponsive);
    },
    clear: () => {
      attached = null;
      arriving = null;
    },
  };
};
