import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import type { Context } from '../../../engine/context.ts';
import type { Cache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';
import { closeConfirmation } from './outcome.ts';

const prefix = 'ticket_waiter:';

/** Seconds for which it is known when a waiter last asked: longer than its ticket waits. */
const knownSeconds = CONFIRMATION_MINUTES * 60 + 600;
/** Milliseconds after which the next question of a waiter is noted. */
const notedMs = 30_000;
/**
 * Milliseconds without a question after which a waiting browser counts as gone: a page in the background asks once a
 * minute, and one question may be late or lost.
 */
const goneMs = 150_000;

type Waiter = { at: number };

const note = (ticket: string, cache: Cache, db: Database): Promise<void> =>
  cache.set(`${prefix}${ticket}`, { at: Date.now() } satisfies Waiter, knownSeconds, db);

const lastOf = async (ticket: string, cache: Cache, db: Database): Promise<number | undefined> =>
  (await cache.get<Waiter>(`${prefix}${ticket}`, db))?.at;

/** Notes that a browser asks about its ticket; from the first time on, one that asks no longer is gone. */
export const keepWaiting = async (ticket: string, cache: Cache, db: Database): Promise<void> => {
  const last = (await lastOf(ticket, cache, db)) ?? 0;
  if (Date.now() - last > notedMs) await note(ticket, cache, db);
};

/** Notes a question about a ticket for which a browser waits; programs may ask as seldom as they like. */
export const noteQuestion = async (ticket: string, cache: Cache, db: Database): Promise<void> => {
  if ((await lastOf(ticket, cache, db)) !== undefined) await keepWaiting(ticket, cache, db);
};

const goneTickets = async ({ db, cache }: { db: Database; cache: Cache }): Promise<string[]> =>
  [...(await cache.under<Waiter>(prefix, db))]
    .filter(([, { at }]) => Date.now() - at >= goneMs)
    .map(([key]) => key.slice(prefix.length));

/** Whether the browser that waited for a ticket is gone. */
export const isAnyGone = async (deps: { db: Database; cache: Cache }): Promise<boolean> =>
  (await goneTickets(deps)).length > 0;

/** Closes what browsers have waited for that ask no longer; returns how many. */
export const closeOfGoneBrowsers = async (
  deps: { db: Database; cache: Cache },
  contextIn: (db: Database) => Context,
  signal?: AbortSignal,
): Promise<number> => {
  let closed = 0;
  const { db, cache } = deps;
  for (const id of await goneTickets(deps)) {
    signal?.throwIfAborted();
    if (await db.transaction((tx) => closeConfirmation(id, 'browser_gone', contextIn(tx)))) closed += 1;
    await cache.remove(`${prefix}${id}`, db);
  }
  return closed;
};
