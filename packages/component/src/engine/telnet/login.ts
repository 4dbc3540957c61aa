import type { SecretAccount } from '@gatehouse/contract/wire/connection.ts';
import iconv from 'iconv-lite';
import type { Prompter } from '../prompter.ts';
import { SessionFailure } from '../sessionFailure.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { plainText } from './plainText.ts';
import type { LoginPrompts } from './prompts.ts';

/** A login by prompts, fed with the asset's output. */
export type TelnetLogin = {
  /** False when the login is over and output belongs to the session. */
  feed: (output: Buffer) => boolean;
  /** The asset closed the connection. */
  closed: () => void;
  fail: (error: unknown) => void;
  /** Output since the last answer: the start of the session. */
  done: Promise<Buffer>;
};

/** Maximum output kept since the last answer, in bytes; of a longer banner, only the end is kept. */
const KEPT_BYTES = 64 * 1024;
/** Maximum output during one login, in bytes; an asset that prints more has no prompt we know. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Length of the end of the output in which a prompt is looked for, in bytes. */
const TAIL_BYTES = 1024;
/** How long an asset may take for each step: its first prompt, and its reaction to each answer. */
const STEP_MS = 30_000;
/**
 * Before any question, a shell prompt counts only once the asset has been silent for this long: many banners
 * look like one.
 */
const QUIET_MS = 3_000;
/** A repeated question for name or password counts only when nothing follows it for this long. */
const SETTLE_MS = 250;
const LEAST_HIDDEN = 4;
const lineEnds: readonly number[] = [0x0d, 0x0a];

/** The last line with text, and whether the cursor is still in it. */
const lastLine = (tail: string): { text: string; isOpen: boolean } => {
  const lines = plainText(tail).split(/[\r\n]+/);
  const open = lines.at(-1)?.trim() ?? '';
  return open === ''
    ? { text: lines.findLast((line) => line.trim() !== '')?.trim() ?? '', isOpen: false }
    : { text: open, isOpen: true };
};

/**
 * The output after the password without it, as the asset may have echoed it. A very short one may be part of
 * any word, so it is removed only where an echo stands: as the whole first line.
 */
const without = (output: Buffer, password: string): Buffer => {
  const hidden = Buffer.from(password);
  if (password.length < LEAST_HIDDEN) {
    const isEcho = lineEnds.includes(output[hidden.length] ?? 0) && output.indexOf(hidden) === 0;
    return isEcho ? output.subarray(hidden.length) : output;
  }
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = output.indexOf(hidden); at >= 0; at = output.indexOf(hidden, from)) {
    parts.push(output.subarray(from, at));
    from = at + hidden.length;
  }
  return Buffer.concat([...parts, output.subarray(from)]);
};

type Stage = 'start' | 'name_sent' | 'password_sent';
/** What the end of the output asks for, and how long it must stay unchanged. */
type Finding = { wants: 'name' | 'password' | 'session'; isAgain: boolean; after_ms: number };

const findingOf = (tail: string, stage: Stage, prompts: LoginPrompts): Finding | null => {
  const { text, isOpen } = lastLine(tail);
  const question = (wants: Finding['wants'], isAgain: boolean): Finding => ({
    wants,
    isAgain,
    after_ms: isAgain ? SETTLE_MS : 0,
  });
  if (text === '') return null;
  if (isOpen && prompts.asksPassword(text)) return question('password', stage === 'password_sent');
  if (isOpen && prompts.asksUsername(text)) return question('name', stage !== 'start');
  if (!prompts.isLoggedIn(text) || (stage === 'start' && !isOpen)) return null;
  return { wants: 'session', isAgain: false, after_ms: stage === 'start' ? QUIET_MS : 0 };
};

/** How a login ends, and its timeouts. */
const createOutcome = (host: string) => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  let isOver = false;
  let quiet: NodeJS.Timeout | undefined;
  let step: NodeJS.Timeout | undefined;
  const settle = (act: () => void) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(quiet);
    clearTimeout(step);
    act();
  };
  const fail = (error: unknown) => settle(() => reject(error));
  return {
    promise,
    fail,
    isOver: () => isOver,
    succeed: (first: Buffer) => settle(() => resolve(first)),
    nextStep: () => {
      clearTimeout(step);
      step = setTimeout(() => fail(new SessionFailure('connect_timeout', { host })), STEP_MS);
    },
    /** While the user is asked, the time limit of the step is suspended. */
    pause: () => clearTimeout(step),
    whenQuiet: (after_ms: number, act: () => void) => {
      quiet = setTimeout(act, after_ms);
    },
    pauseQuiet: () => clearTimeout(quiet),
  };
};

/** Answers the prompts of an asset until the login has succeeded. */
export const createTelnetLogin = (deps: {
  account: SecretAccount;
  host: string;
  charset: string;
  prompts: LoginPrompts;
  prompter: Prompter;
  /** Sends a line. */
  answer: (text: string) => void;
}): TelnetLogin => {
  const { host, prompts } = deps;
  const credentials = createCredentials(deps.account, host, deps.prompter);
  const outcome = createOutcome(host);
  let stage: Stage = 'start';
  let kept = Buffer.alloc(0);
  let taken = 0;
  let isAsking = false;

  const answer = (next: Stage, text: (credentials: Credentials) => string) => {
    isAsking = true;
    outcome.pause();
    credentials
      .complete()
      .then((credentials) => {
        if (outcome.isOver()) return;
        isAsking = false;
        stage = next;
        kept = Buffer.alloc(0);
        outcome.nextStep();
        // What follows a line end would answer the asset's next question, and none of it would be recorded.
        deps.answer(text(credentials).replace(/\p{Cc}/gu, ''));
      })
      .catch(outcome.fail);
  };
  const act = ({ wants, isAgain }: Finding) => {
    if (wants === 'session') return outcome.succeed(without(kept, credentials.password()));
    try {
      if (isAgain) credentials.forget();
    } catch (error) {
      return outcome.fail(error);
    }
    if (wants === 'password') answer('password_sent', ({ password }) => password);
    else answer('name_sent', ({ username }) => username);
  };
  const consider = () => {
    const tail = iconv.decode(kept.subarray(-TAIL_BYTES), deps.charset);
    const found = findingOf(tail, stage, prompts);
    if (found?.after_ms === 0) act(found);
    else if (found) outcome.whenQuiet(found.after_ms, () => act(found));
  };

  outcome.nextStep();
  return {
    done: outcome.promise,
    fail: outcome.fail,
    closed: () =>
      outcome.fail(
        stage === 'start'
          ? new SessionFailure('connect_failed', { host, detail: 'closed' })
          : credentials.refused(),
      ),
    feed: (output) => {
      if (outcome.isOver()) return false;
      taken += output.length;
      kept = Buffer.concat([kept, output]).subarray(-KEPT_BYTES);
      outcome.pauseQuiet();
      if (taken > MOST_BYTES)
        outcome.fail(new SessionFailure('connect_failed', { host, detail: 'no prompt' }));
      else if (!isAsking) consider();
      return true;
    },
  };
};
