import pg from 'pg';

/** Hears PostgreSQL notices: `listen` answers a function that ends the listening. */
export type Notices = {
  listen(channel: string, heard: (payload: string) => void): () => void;
  /** Resolves once every channel asked for so far is listened to: what is read afterwards lacks nothing that is told. */
  standing(): Promise<void>;
  close(): Promise<void>;
};

/** What everybody who listens hears once the connection was lost and found: something may have been said meanwhile. */
export const MISSED = '';

/**
 * Keeps one connection listening and opens it anew when it breaks. Notices sent meanwhile are lost, so `onReconnect`
 * and whoever listens must read again whatever they would have told.
 */
export const createNotices = (connectionString: string, onReconnect: () => void): Notices => {
  const heard = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  const connect = async (again: boolean): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString, keepAlive: true });
    let lost = false;
    const retry = () => {
      if (lost) return;
      lost = true;
      void next.end().catch(() => undefined);
      setTimeout(() => void connect(true), 500).unref();
    };
    next.on('error', retry);
    next.on('end', retry);
    next.on('notification', ({ channel, payload }) => {
      for (const listener of heard.get(channel) ?? []) listener(payload ?? '');
    });
    try {
      await next.connect();
      for (const channel of heard.keys()) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      client = next;
      if (!again) return;
      onReconnect();
      for (const listener of [...heard.values()].flatMap((all) => [...all])) listener(MISSED);
    } catch {
      retry();
    }
  };
  let standing = connect(false);
  return {
    standing: () => standing,
    listen: (channel, listener) => {
      const known = heard.get(channel);
      if (known) known.add(listener);
      else {
        heard.set(channel, new Set([listener]));
        // Without a connection the next one asks for it, and tells that something may have been missed.
        const asked = client?.query(`listen ${pg.escapeIdentifier(channel)}`);
        standing = Promise.all([standing, asked]).then(
          () => undefined,
          () => undefined,
        );
      }
      return () => heard.get(channel)?.delete(listener);
    },
    close: async () => {
      closed = true;
      await client?.end().catch(() => undefined);
    },
  };
};
