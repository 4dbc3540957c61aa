import pg from 'pg';

/** PostgreSQL notifications: `listen` returns a function that stops listening. */
export type Notices = {
  listen(channel: string, heard: (payload: string) => void): () => void;
  /**
   * Resolves once all channels so far are listened to, so that state read afterwards misses no notification.
   * Without a connection, resolves too; listeners get `MISSED` once there is one.
   */
  standing(): Promise<void>;
  close(): Promise<void>;
};

/** What every listener gets once a lost connection is restored, because notifications in between are lost. */
export const MISSED = '';

/** Keeps a listening connection and reopens it when it breaks; listeners then get `MISSED`. */
export const createNotices = (connectionString: string): Notices => {
  const heard = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let closed = false;
  const connect = async (isReconnect: boolean): Promise<void> => {
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
      if (!isReconnect) return;
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
        // Without a connection, the next one listens to the channel; a reopened one also reports `MISSED`.
        const listening = client?.query(`listen ${pg.escapeIdentifier(channel)}`);
        standing = Promise.all([standing, listening]).then(
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
