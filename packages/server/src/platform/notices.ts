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
  /** Holds a lock, shared, for as long as there is a connection: others can tell by it that the process is there. */
  hold(lock: Lock): Promise<void>;
  /** When the connection was lost last, in wall clock milliseconds; 0 if it never was. */
  lost_ms(): number;
  close(): Promise<void>;
};

/** A lock of the database: what it is about, and which one. */
export type Lock = { kind: number; key: number };

/** What every listener gets once a lost connection is restored, because notifications in between are lost. */
export const MISSED = '';

/** How often the connection is tried, so that a silent loss is noticed, and how long an answer may take, in milliseconds. */
const usualTimes = { tryEvery: 5_000, patience: 5_000 };

const hold = (client: pg.Client, { kind, key }: Lock): Promise<unknown> =>
  client.query('select pg_advisory_lock_shared($1::int, $2::int)', [kind, key]);

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

const newClient = (
  connectionString: string,
  { patience }: { patience: number },
  heard: (channel: string, payload: string) => void,
): pg.Client => {
  const client = new pg.Client({
    ...{ connectionString, keepAlive: true },
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  });
  client.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''));
  return client;
};

type Listener = (payload: string) => void;

/** Who listens to which channels. */
const createListeners = () => {
  const heard = new Map<string, Set<Listener>>();
  return {
    channels: (): string[] => [...heard.keys()],
    /** Returns whether the channel is a new one. */
    add: (channel: string, listener: Listener): boolean => {
      const known = heard.get(channel);
      if (known) known.add(listener);
      else heard.set(channel, new Set([listener]));
      return known === undefined;
    },
    remove: (channel: string, listener: Listener): void => void heard.get(channel)?.delete(listener),
    tell: (channel: string, payload: string): void => {
      for (const listener of heard.get(channel) ?? []) listener(payload);
    },
    tellAll: (payload: string): void => {
      for (const listener of [...heard.values()].flatMap((all) => [...all])) listener(payload);
    },
  };
};

/** The locks that every connection holds, and when the last one was lost; holding one twice changes nothing. */
const createGrip = () => {
  const locks: Lock[] = [];
  let lost_ms = 0;
  return {
    add: async (lock: Lock, connected: Promise<pg.Client | undefined>): Promise<void> => {
      locks.push(lock);
      const client = await connected;
      if (client) await hold(client, lock);
    },
    hold: async (client: pg.Client): Promise<void> => {
      for (const lock of locks) await hold(client, lock);
    },
    noteLoss: (): void => {
      lost_ms = Date.now();
    },
    lost_ms: () => lost_ms,
  };
};

/**
 * Keeps a listening connection and reopens it when it breaks, or answers no more; listeners then get `MISSED`.
 */
export const createNotices = (connectionString: string, times = usualTimes): Notices => {
  const heard = createListeners();
  let client: pg.Client | undefined;
  let lose = () => {};
  let closed = false;
  const grip = createGrip();
  const connect = async (isReconnect: boolean): Promise<void> => {
    if (closed) return;
    const next = newClient(connectionString, times, heard.tell);
    let lost = false;
    const retry = () => {
      if (lost) return;
      lost = true;
      grip.noteLoss();
      if (client === next) client = undefined;
      void next.end().catch(() => undefined);
      setTimeout(() => void connect(true), 500).unref();
    };
    next.on('error', retry);
    next.on('end', retry);
    try {
      await next.connect();
      await grip.hold(next);
      for (const channel of heard.channels()) await next.query(listenTo(channel));
      if (lost) return;
      client = next;
      lose = retry;
      if (isReconnect) heard.tellAll(MISSED);
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
  const caughtUp = shared(() => listenBy(heard.channels()[0] ?? 'nothing'));
  const trying = setInterval(() => void caughtUp(), times.tryEvery).unref();
  return {
    standing: () => standing,
    caughtUp,
    lost_ms: grip.lost_ms,
    hold: (lock) =>
      grip.add(
        lock,
        standing.then(() => client),
      ),
    listen: (channel, listener) => {
      if (heard.add(channel, listener)) {
        // Without a connection, the next one listens to the channel; a reopened one also reports `MISSED`.
        const listening = client && listenBy(channel);
        standing = Promise.all([standing, listening]).then(() => undefined);
      }
      return () => heard.remove(channel, listener);
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
