import type { Settings } from '../../platform/settings.ts';

/** Deliveries on their way at once: a slow server delays some of the others, not all. */
export const lanes = 5;

/** A user as channels see one. */
export type Receiver = { name: string; username: string; email: string };

/**
 * A message in its receiver's language; `html` is safe, `text` has the same content. Its subject is its own if
 * administrators wrote it.
 */
export type Letter = { subject: string; html: string; text: string; isOwn?: true };

/** One message on its way; without a receiver it goes to the place that the settings name. */
export type Parcel = {
  id: string;
  letter: Letter;
  receiver?: Receiver;
  type: string;
  /** The organization it is about. */
  org: string;
  date: Date;
  /** When it arrived, if a user has it sent again after that. */
  sentBefore?: Date;
  /** Values of the text, for programs. */
  params: Readonly<Record<string, unknown>>;
};

/**
 * A way for messages to leave the product. Deliveries may be repeated, but never dropped without a trace.
 */
export type Channel = {
  name: string;
  /** It carries each message once to a place, instead of to every reader. */
  toPlace?: true;
  /** Whether the settings are complete. */
  isOn(settings: Settings): boolean;
  /** Whether the channel can reach a user. */
  reaches(receiver: Receiver): boolean;
  /**
   * Delivers a message. When that takes too long, `signal` is aborted and the delivery counts as failed,
   * whatever its outcome.
   */
  deliver(parcel: Parcel, settings: Settings, signal: AbortSignal): Promise<void>;
  /** Delivers several messages by what they share, such as a connection; default: each by itself. */
  open?(): { deliver: Channel['deliver']; close(): void };
};
