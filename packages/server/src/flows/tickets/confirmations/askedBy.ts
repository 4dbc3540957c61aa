import { CONFIRMATION_MINUTES } from '@gatehouse/contract/tickets/confirmation.ts';
import type { Cache } from '../../../platform/cache.ts';
import type { Database } from '../../../platform/database.ts';

/** Seconds for which a component is known to have asked: longer than its ticket waits. */
const knownSeconds = CONFIRMATION_MINUTES * 60 + 600;

const keyOf = (ticket: string) => `ticket_asked_by:${ticket.toLowerCase()}`;

/** Notes the component whose question opened a ticket. */
export const noteAsking = (ticket: string, terminal: string, cache: Cache, db: Database): Promise<void> =>
  cache.set(keyOf(ticket), terminal, knownSeconds, db);

/** Whether the question of a component opened a ticket. */
export const isAskedBy = async (
  ticket: string,
  terminal: string,
  cache: Cache,
  db: Database,
): Promise<boolean> => (await cache.get<string>(keyOf(ticket), db)) === terminal;
