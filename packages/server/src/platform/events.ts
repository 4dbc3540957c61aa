import {
  channelOf,
  type EventName,
  type EventPayload,
  readPayload,
} from '@gatehouse/contract/events/events.ts';
import { sql } from 'drizzle-orm';
import { type Database, texts } from './database.ts';
import type { Notices } from './notices.ts';

/** Events from every server on the database, including this one. */
export type Events = {
  /**
   * Calls `listener` for each event. Once a lost connection is restored, it is called with undefined, because
   * events may have been missed: read the current state again. Returns a function that unsubscribes.
   */
  on<E extends EventName>(name: E, listener: (payload: EventPayload<E> | undefined) => void): () => void;
  /**
   * Resolves once all subscriptions so far are active, so that state read afterwards misses no event. Without
   * a connection, resolves too; listeners are called with undefined once there is one.
   */
  ready(): Promise<void>;
  /**
   * Whether every event that any server sent before this call has been heard when it resolves; false without a connection.
   */
  caughtUp(): Promise<boolean>;
  close(): Promise<void>;
};

/** The typed events over PostgreSQL notifications. */
export const createEvents = (notices: Notices): Events => ({
  on: (name, listener) => notices.listen(channelOf(name), (payload) => listener(readPayload(name, payload))),
  ready: () => notices.standing(),
  caughtUp: () => notices.caughtUp(),
  close: () => notices.close(),
});

/** Sends an event to all servers; inside a transaction, once it commits. */
export const publish = <E extends EventName>(
  db: Database,
  name: E,
  ...[payload]: EventPayload<E> extends undefined ? [] : [payload: EventPayload<E>]
): Promise<unknown> => db.rows(sql`select pg_notify(${channelOf(name)}, ${payload ?? ''})`);

/** Sends an event once for each payload. */
export const publishEach = <E extends EventName>(
  db: Database,
  name: E,
  payloads: readonly (EventPayload<E> & string)[],
): Promise<unknown> =>
  db.rows(sql`select pg_notify(${channelOf(name)}, p) from unnest(${texts(payloads)}) as p`);
