import type { Settings } from '../../platform/settings.ts';

/** A user as channels see one. */
export type Receiver = { name: string; email: string };

/** A message in its receiver's language; `html` is safe, `text` has the same content. */
export type Letter = { subject: string; html: string; text: string };

/**
 * A way for messages to reach users besides the site message. Deliveries may be repeated, but never dropped
 * without a trace.
 */
export type Channel = {
  name: string;
  /** Whether the settings are complete. */
  isOn(settings: Settings): boolean;
  /** Whether the channel can reach a user. */
  reaches(receiver: Receiver): boolean;
  /**
   * Delivers a message. When that takes too long, `signal` is aborted and the delivery counts as failed,
   * whatever its outcome.
   */
  deliver(letter: Letter, receiver: Receiver, settings: Settings, signal: AbortSignal): Promise<void>;
};
