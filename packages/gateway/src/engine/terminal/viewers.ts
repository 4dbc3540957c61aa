import { encodeFrame } from '@gatehouse/contract/wire/gatewayFrame.ts';
import type { Painting } from '../screen/screen.ts';
import type { Link } from './link.ts';

/** Read-only windows. They never pause the shell: one that falls behind is repainted. */
export type Viewers = {
  add: (link: Link, announce: (painting: Painting) => void) => Promise<void>;
  remove: (link: Link) => void;
  send: (frame: Uint8Array) => void;
  links: () => Link[];
  /** Repaints viewers that had fallen behind and have now received everything sent. */
  tick: () => void;
};

const BEHIND_BYTES = 1024 * 1024;
/** Maximum number of attempts to paint from an offset the log still has; then the next tick tries again. */
const MOST_PAINTINGS = 10;

type Viewer = {
  link: Link;
  behind: boolean;
  painting: boolean;
  announce: (painting: Painting) => void;
};

/** The whole screen as one frame. */
export const repaintFrame = ({ offset, text }: Painting): Uint8Array =>
  encodeFrame('repaint', offset, Buffer.from(text));

/** Starts without viewers. */
export const createViewers = (deps: {
  paint: () => Promise<Painting>;
  since: (offset: number) => Buffer[] | null;
}): Viewers => {
  const viewers = new Map<Link, Viewer>();

  const show = async (viewer: Viewer) => {
    if (viewer.painting) return;
    viewer.painting = true;
    let painting = await deps.paint();
    // The typing window may have acknowledged newer output meanwhile, so that the log dropped it; a later
    // painting includes it.
    for (let tries = 1; deps.since(painting.offset) === null && tries < MOST_PAINTINGS; tries += 1)
      painting = await deps.paint();
    viewer.painting = false;
    const missed = deps.since(painting.offset);
    if (missed === null || !viewers.has(viewer.link)) return;
    viewer.behind = false;
    viewer.announce(painting);
    viewer.link.binary(repaintFrame(painting));
    for (const frame of missed) viewer.link.binary(frame);
  };

  return {
    add: (link, announce) => {
      const viewer: Viewer = { link, behind: true, painting: false, announce };
      viewers.set(link, viewer);
      return show(viewer);
    },
    remove: (link) => {
      viewers.delete(link);
    },
    send: (frame) => {
      for (const viewer of viewers.values()) {
        if (viewer.behind) continue;
        if (viewer.link.buffered() > BEHIND_BYTES) viewer.behind = true;
        else viewer.link.binary(frame);
      }
    },
    links: () => [...viewers.keys()],
    tick: () => {
      for (const viewer of viewers.values()) {
        if (viewer.behind && viewer.link.buffered() === 0) void show(viewer);
      }
    },
  };
};
