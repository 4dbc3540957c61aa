import { z } from 'zod';

/** The event only says that something happened; listeners read the rest. */
const nothing = z.unknown().transform(() => undefined);
const id = z.uuid();

/**
 * Every event the servers of an installation tell each other, with its payload. PostgreSQL carries at most 8 kB, and a
 * payload may be lost with a connection: an event carries an id at most, and listeners read the current state.
 */
export const events = {
  /** Access may have been taken away: a user, a group membership, a permission or an asset changed. */
  access: nothing,
  settings: nothing,
  organizations: nothing,
  /** A component has a new task; carries the id of the component. */
  task: id,
  /** A user has a new site message; carries the id of the user. */
  site_message: id,
  /** An answer of the assistant is to end; carries the id of the conversation. */
  chat_interrupt: id,
  /** A run of a background job is to stop; carries the id of the run. */
  job_stop: id,
} as const satisfies Record<string, z.ZodType>;

/** Name of an event. */
export type EventName = keyof typeof events;
/** What an event carries. */
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>;

/** Every event by name. */
export const eventNames = Object.keys(events) as EventName[];

/** The PostgreSQL channel an event travels on. Database triggers spell it out; a test compares them with this catalogue. */
export const channelOf = (name: EventName): string => `gatehouse_${name}`;

/** Reads a payload; undefined for one of an event that carries nothing, and for one that cannot be read. */
export const readPayload = <E extends EventName>(name: E, text: string): EventPayload<E> | undefined =>
  events[name].safeParse(text).data as EventPayload<E> | undefined;
