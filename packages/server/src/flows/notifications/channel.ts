import type { Settings } from '../../platform/settings.ts';

/** A user as a channel reaches them. */
export type Receiver = { name: string; email: string };

/** A message in the words of its receiver; `html` is safe, `text` says the same. */
export type Letter = { subject: string; html: string; text: string };

/** A way for messages to reach users besides the site message. Delivery may be repeated, never skipped without a trace. */
export type Channel = {
  name: string;
  /** Whether settings say enough to use it. */
  isOn(settings: Settings): boolean;
  /** Whether it can reach a user. */
  reaches(receiver: Receiver): boolean;
  deliver(letter: Letter, receiver: Receiver, settings: Settings): Promise<void>;
};
