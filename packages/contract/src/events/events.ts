import { z } from 'zod';

/** The event only says that something happened; listeners read the rest. */
const nothing = z.unknown().transform(() => undefined);
const id = z.uuid();

/**
 * Every event the servers of an installation send each other, with its payload. A PostgreSQL notification
 * carries at most 8 kB and is lost while a listener is disconnected, so an event carries at most an id, and
 * listeners read the current state.
 */
export const events = {
  /**
   * Access may have been taken away: a user, a group membership, a permission, an asset, a node or an account
   * changed.
   */
  access: nothing,
  settings: nothing,
  /** A rule that limits access, or a command group, changed. */
  rules: nothing,
  /** What rules that limit access may ask about a user changed; carries the id of the user. */
  user_facts: id,
  /** The same of an asset, with its nodes, labels and accounts. */
  asset_facts: id,
  organizations: nothing,
  /** The master key is being changed. */
  master_keys: nothing,
  /** A component has a new task; carries the id of the component. */
  task: id,
  /** A user has a new site message; carries the id of the user. */
  site_message: id,
  /** A message waits for a channel other than the site. */
  message_waiting: nothing,
  /** A session began, was paused or resumed, or ended, or its recording arrived. */
  sessions: nothing,
  /** A recording belongs to another storage than the one where it is. */
  replays_to_move: nothing,
  /** Commands wait for their storage. */
  commands_to_move: nothing,
  /** A user signed in or out, or opened the first page of a web session or closed the last. */
  user_sessions: nothing,
  /** The assistant should stop answering; carries the id of the conversation. */
  chat_interrupt: id,
  /** Sessions were lost in which commands wait for a reviewer. */
  reviews_to_close: nothing,
  /** A ticket was approved, rejected or closed; carries its id. */
  ticket_ended: id,
  /** An approval that held was taken back; carries the id of its ticket. */
  approval_revoked: id,
  /** A run of a background job should stop; carries the id of the run. */
  job_stop: id,
  /** A run that a user started was queued, got on or ended; carries the id of the user. */
  own_runs: id,
  /** Work on machines waits for runners. */
  work_waits: nothing,
  /** Work on machines ends at once; carries its id. */
  work_stopped: id,
} as const satisfies Record<string, z.ZodType>;

/** Name of an event. */
export type EventName = keyof typeof events;
/** What an event carries. */
export type EventPayload<E extends EventName> = z.infer<(typeof events)[E]>;

/** Names of all events. */
export const eventNames = Object.keys(events) as EventName[];

/**
 * The PostgreSQL channel an event travels on. Database triggers spell it out; a test compares them with this
 * catalogue.
 */
export const channelOf = (name: EventName): string => `gatehouse_${name}`;

/** Parses a payload; undefined if the event has none, or if the payload cannot be parsed. */
export const readPayload = <E extends EventName>(name: E, text: string): EventPayload<E> | undefined =>
  events[name].safeParse(text).data as EventPayload<E> | undefined;
