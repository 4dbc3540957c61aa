import type { HeldLine } from '../screen/heldLine.ts';
import type { Moment } from '../screen/runningCommand.ts';
import type { GateTexts } from './notices.ts';
import type { Reviews } from './reviews.ts';
import type { Judge, Rule } from './ruling.ts';

/** Risk levels of commands (reference 05 §2.2). */
export type Risk = 0 | 4 | 5 | 6 | 7 | 8;

/** What became of a line. */
export type Decision = {
  risk: Risk;
  rule: Rule | null;
  /** Empty for an empty line, null where the machine did not show it: it must not be stored. */
  text: string | null;
  moment: Moment;
  /** The machine got the line; the command reader lists it. */
  hasPassed: boolean;
};

/** What the gate needs from the session. */
export type GateDeps = {
  judge: Judge;
  /** The gate begins while the session runs. */
  isLate?: boolean;
  /** Whether a line passes, marked, of which nothing can be said. */
  passesUnknown: () => boolean;
  reviews: Reviews;
  texts: GateTexts;
  /** Sends input to the machine and to the screen model. */
  send: (utf8: Buffer, done: () => void) => Moment;
  read: () => Promise<HeldLine | null>;
  /** Writes into the user's terminal and the recording. */
  say: (text: string) => void;
  /** Tells the user beside the screen, which a full-screen program draws. */
  notice: (text: string) => void;
  moment: () => Moment;
  decided: (decision: Decision) => void;
  failed: (error: unknown) => void;
  now?: () => number;
};
