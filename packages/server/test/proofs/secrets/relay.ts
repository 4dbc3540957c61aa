import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A connection through a relay. */
export type Link = {
  /** Breaks it, both ways. */
  cut: () => void;
  isOpen: () => boolean;
  /** Passes nothing on until it is released. */
  hold: () => void;
  release: () => void;
  /** Calls back when it has ended. */
  ended: (call: () => void) => void;
};

const silently = (socket: Socket): Socket => socket.on('error', () => undefined);

/** Joins two sockets; whichever ends takes the other along. */
const joined = (near: Socket, far: Socket): Link => {
  const ends: (() => void)[] = [];
  const cut = () => {
    near.destroy();
    far.destroy();
  };
  for (const [from, to] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(to);
    from.on('close', () => to.destroy());
  }
  near.on('close', () => {
    for (const call of ends) call();
  });
  return {
    cut,
    isOpen: () => !near.destroyed,
    hold: () => {
      near.unpipe(far).pause();
      far.unpipe(near).pause();
    },
    release: () => {
      if (near.destroyed || far.destroyed) return;
      near.pipe(far);
      far.pipe(near);
    },
    ended: (call) => void ends.push(call),
  };
};

/**
 * Passes connections on to a port, or to a socket in a folder, until the test ends. `opened` is told of each before anything is passed on, and may
 * take its time.
 */
export const startRelay = async (
  to: NetConnectOpts,
  opened: (link: Link) => void | Promise<void> = () => undefined,
) => {
  let isShut = false;
  const links = new Set<Link>();
  const listener = createServer({ pauseOnConnect: true }, (near) => {
    silently(near);
    if (isShut) return void near.destroy();
    const far = silently(connect(to));
    const link = joined(near, far);
    links.add(link);
    link.ended(() => links.delete(link));
    link.hold();
    void Promise.resolve(opened(link)).then(link.release);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const cut = () => {
    for (const link of links) link.cut();
  };
  onTestFinished(() => {
    cut();
    listener.close();
  });
  return {
    port: (listener.address() as AddressInfo).port,
    links: () => [...links],
    cut,
    /** Cuts what is open, and refuses what comes, until it is opened again. */
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => {
      isShut = false;
    },
  };
};

export type Relay = Awaited<ReturnType<typeof startRelay>>;
