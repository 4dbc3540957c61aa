import pg from 'pg';

/** PostgreSQL notifications: `listen` returns a function that stops listening. */
export type Notices = {
  listen(channel: string, heard: (payload: string) => void): () => void;
  /**
   * Resolves once all channels so far are listened to, so that state read afterwards misses no notification.
   * Without a connection, resolves too; listeners get `MISSED` once there is one.
   */
  standing(): Promise<void>;
  /**
   * Resolves once every notification that was sent before this call has been heard; with false if there is no connection to
   * hear it by.
   */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
};

/** What every listener gets once a lost connection is restored, because notifications in between are lost. */
export const MISSED = '';

/** How often the connection is tried, so that a silent loss is noticed, and how long an answer may take, in milliseconds. */
const usualTimes = { tryEvery: 5_000, patience: 5_000 };

const listenTo = (channel: string): string => `listen ${pg.escapeIdentifier(channel)}`;

/** Runs one round at a time. Those who ask while one is under way share the next, which begins after they asked. */
const shared = (round: () => Promise<boolean>): (() => Promise<boolean>) => {
  let running: Promise<boolean> | undefined;
  let next: Promise<boolean> | undefined;
  const begin = (): Promise<boolean> => {
    next = undefined;
    running = round().finally(() => {
      running = undefined;
    });
    return running;
  };
  return () => {
    if (!running) return begin();
    next ??= running.then(begin);
    return next;
  };
};

/**
 * Keeps a listening connection and reopens it when it breaks, or answers no more; listeners then get `MISSED`.
 */
export const createNotices = (connectionString: string, times = usualTimes): Notices => {
  const heard = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let lose = () => {};
  let closed = false;
  const connect = async (isReconnect: boolean): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({
      ...{ connectionString, keepAlive: true },
      connectionTimeoutMillis: times.patience,
      query_timeout: times.patience,
    });
    let lost = false;
    const retry = () => {
      if (lost) return;
      lost = true;
      if (client === next) client = undefined;
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
      for (const channel of heard.keys()) await next.query(listenTo(channel));
      if (lost) return;
      client = next;
      lose = retry;
      if (!isReconnect) return;
      for (const listener of [...heard.values()].flatMap((all) => [...all])) listener(MISSED);
    } catch {
      retry();
    }
  };
  let standing = connect(false);
  let last: Promise<unknown> = standing;
  /** Listens to a channel, after what was asked of the connection before; false without a connection. */
  const listenBy = (channel: string): Promise<boolean> => {
    const listening = last.then(async () => {
      const asked = client;
      try {
        await asked?.query(listenTo(channel));
      } catch {
        if (client === asked) lose();
      }
      return asked !== undefined && client === asked;
    });
    last = listening;
    return listening;
  };
  /** Notifications come before the answer to a query that was sent after them; listening twice changes nothing. */
  const caughtUp = shared(() => listenBy(heard.keys().next().value ?? 'nothing'));
  const trying = setInterval(() => void caughtUp(), times.tryEvery).unref();
  return {
    standing: () => standing,
    caughtUp,
    listen: (channel, listener) => {
      const known = heard.get(channel);
      if (known) known.add(listener);
      else {
        heard.set(channel, new Set([listener]));
        // Without a connection, the next one listens to the channel; a reopened one also reports `MISSED`.
        const listening = client && listenBy(channel);
        standing = Promise.all([standing, listening]).then(() => undefined);
      }
      return () => heard.get(channel)?.delete(listener);
    },
    close: async () => {
      closed = true;
      clearInterval(trying);
      const ending = client;
      client = undefined;
      await ending?.end().catch(() => undefined);
    },
  };
};
