import { setImmediate as turn } from 'node:timers/promises';
import type { HeldLine } from '../screen/heldLine.ts';
import { createTypedTail } from './typedTail.ts';

/** A line as it stood when the machine had drawn everything typed before its end. */
export type Settled = {
  line: HeldLine;
  /** The machine did not come to rest, or did not show what editing keys did: something else may run. */
  isUnsure: boolean;
};

/** Follows keys and output of a session to tell when the machine has drawn what was typed. */
export type Echo = {
  sent: (keys: Buffer) => void;
  output: () => void;
  /**
   * Reads the screen until it shows what was typed, or until it shows that a line editor or a full-screen program
   * reads a key that runs nothing there; null when it cannot be read or the wait was broken off. While discarded text
   * may still precede the line, it waits for the prompt that shows that it is gone. `isContinued`: lines entered
   * earlier may precede it.
   */
  settle: (end: { runsInEditor: boolean; isContinued?: boolean }) => Promise<Settled | null>;
  /** Ends the wait. */
  breakOff: () => void;
  /** Resolves after this time without output. */
  quiet: (ms: number) => Promise<void>;
};

const ESC = '\u001b';
/** Ctrl-A, Ctrl-B, Ctrl-E and Ctrl-F. */
const CONTROLS = String.fromCharCode(1, 2, 5, 6);

/** Keys that only move the cursor, and may therefore draw nothing. */
const MOTIONS = new RegExp(`${ESC}(?:\\[|O)[CDHF]|${ESC}\\[[14]~|[${CONTROLS}${ESC}]`, 'g');

/** Keys that choose from a menu. */
const CHOICES = new RegExp(`${ESC}(?:\\[|O)[AB]|[ \\r\\n]`, 'g');

/** Longest waits, in ms: for an answer to editing keys, … */
const ANSWER_MS = 1_000;
/** … for what editing keys put into a line that is still empty, … */
const EMPTY_MS = 300;
/** … for output to stop while the typed text is known or not, … */
const KNOWN_MS = 1_000;
const UNKNOWN_MS = 3_000;
/** … for a full-screen program to stop drawing, … */
const FULL_MS = 300;
/** … for a prompt after Ctrl-C, and after editing keys that were typed while a program was running, … */
const PROMPT_MS = 10_000;
/** … and for the screen to be read. */
const READ_MS = 15_000;
/** Output that pauses for this long, and twice the time the machine takes to answer, has been drawn. */
const PAUSE_MS = 30;
const LATENCIES = 8;
const FIRST_LATENCY_MS = 50;
const MOST_LATENCY_MS = 500;

/** The time between a key and the machine's answer, which three of four answers keep. */
const createLatency = () => {
  let samples = [FIRST_LATENCY_MS];
  return {
    add: (ms: number) => {
      samples = [...samples.slice(1 - LATENCIES), Math.min(ms, MOST_LATENCY_MS)];
    },
    ms: () => [...samples].sort((a, b) => a - b)[Math.floor((samples.length * 3) / 4)]!,
  };
};

/** When keys were sent and output came, in ms. */
type Times = {
  began: number;
  sent: number;
  output: number;
  /** Keys that draw something wait for an answer since then. */
  waiting: number | null;
  /** A line end waits for an answer: what is shown may be the line before. */
  isEntering: boolean;
  /** All keys since the last line end choose from a menu. */
  isChoosing: boolean;
  /** What was typed since the last editing key, without blanks. */
  tail: string;
};

/** Whether a line editor has not yet drawn what was typed. */
const isBehind = ({ texts }: HeldLine, { tail }: Times): boolean =>
  tail !== '' && !texts.some((text) => text.replace(/\s/g, '').includes(tail));

/**
 * Keys typed while a program runs are read by the shell later, unless the program draws a menu for them. A terminal
 * that collects a line shows cursor keys as `^[[A`.
 */
const isTypedAhead = (line: HeldLine, { isChoosing, waiting }: Times): boolean => {
  if (line.hint !== null || line.editor !== 'closed' || line.isAtPrompt) return false;
  return !isChoosing || waiting !== null || line.texts.some((text) => text.includes('^['));
};

type Wait = {
  /** At most 0 when the machine has had its time. */
  ms: number;
  /** Even if it is still drawing. */
  isOver: boolean;
  /** It did not come to rest. */
  isSlow: boolean;
};

/** How long to wait for the prompt that shows that no discarded text precedes the line any more. */
const promptIn = ({ isInterrupting, before }: HeldLine, isContinued: boolean, elapsed: number): number => {
  if (!isInterrupting) return 0;
  const most = before !== '' ? PROMPT_MS : isContinued ? UNKNOWN_MS : 0;
  return Math.max(0, most - elapsed);
};

/** Whether keys that edited the line may have had an effect that is not visible. */
const isUnseen = (line: HeldLine, { isChoosing }: Times, isSlow: boolean): boolean => {
  // Keys that edit a line of which nothing is visible, not even a prompt, were typed ahead of it.
  const isNowhere = line.texts.length === 0 && !line.isAtPrompt;
  const isLost = (!line.isFound || isNowhere) && !isChoosing;
  return line.hint === null && !line.isFull && (isSlow || isLost);
};

/** How long to wait for the machine. */
const waitFor = (line: HeldLine, times: Times, now: number, latency: number): Wait => {
  const elapsed = now - times.began;
  const atMost = (most: number, more = 0): Wait => {
    const pause = PAUSE_MS + more + 2 * latency - (now - Math.max(times.output, times.waiting ?? 0));
    return { ms: Math.min(pause, most - elapsed), isOver: elapsed >= most, isSlow: pause > 0 };
  };
  if (line.isFull) {
    if (times.waiting === null) return atMost(FULL_MS);
    const ms = ANSWER_MS - (now - times.waiting);
    return { ms, isOver: ms <= 0, isSlow: false };
  }
  if (line.hint !== null) {
    if (times.waiting === null) return atMost(KNOWN_MS);
    // A shell shows what is typed; a program that asks for a password does not.
    const most = line.editor === 'open' || line.isAtPrompt ? ANSWER_MS : PAUSE_MS;
    const ms = most + 4 * latency - (now - times.sent);
    return { ms, isOver: ms <= 0, isSlow: false };
  }
  if (times.isEntering || isTypedAhead(line, times)) {
    const ms = PROMPT_MS - elapsed;
    return { ms, isOver: ms <= 0, isSlow: true };
  }
  if (times.waiting === null && !isBehind(line, times)) {
    const isEmpty = line.texts.length === 0 && !times.isChoosing;
    return atMost(UNKNOWN_MS, isEmpty ? EMPTY_MS + 2 * latency : 0);
  }
  const since = times.waiting ?? times.sent;
  const ms = ANSWER_MS + 4 * latency - (now - since);
  // Where something of the line is shown, the machine draws it: the keys changed nothing.
  return { ms, isOver: ms <= 0, isSlow: line.texts.length === 0 || isBehind(line, times) };
};

/** Waits that end early when something happens. */
const createAlarm = () => {
  let ring = () => {};
  return {
    wake: () => ring(),
    /** Waits for this long at most. */
    change: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(() => ring(), ms);
        ring = () => {
          clearTimeout(timer);
          ring = () => {};
          resolve();
        };
      }),
  };
};

/** What is found in time; null when it is not. */
const within = async <T>(ms: number, answer: Promise<T>): Promise<T | null> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
};

/** Starts with nothing sent. */
export const createEcho = (deps: { read: () => Promise<HeldLine | null>; now: () => number }): Echo => {
  const { now } = deps;
  const latency = createLatency();
  const tail = createTypedTail();
  const times: Times = {
    began: 0,
    sent: 0,
    output: 0,
    waiting: null,
    isEntering: false,
    isChoosing: true,
    tail: '',
  };
  let outputs = 0;
  let isBroken = false;
  const { wake, change } = createAlarm();
  const read = () => within(READ_MS, deps.read());

  return {
    sent: (keys) => {
      times.sent = now();
      tail.sent(keys.toString('utf8'));
      times.tail = tail.text();
      if (/[\r\n]/.test(keys.toString('latin1'))) times.isEntering = true;
      const drawing = keys.toString('latin1').replace(MOTIONS, '');
      if (drawing !== '') times.waiting ??= times.sent;
      times.isChoosing = (times.isChoosing || /[\r\n]/.test(drawing)) && drawing.replace(CHOICES, '') === '';
    },
    output: () => {
      outputs += 1;
      times.output = now();
      if (times.waiting !== null) latency.add(times.output - times.waiting);
      times.waiting = null;
      times.isEntering = false;
      wake();
    },
    settle: async ({ runsInEditor, isContinued = false }) => {
      const since = now();
      times.began = since;
      isBroken = false;
      for (;;) {
        const seen = outputs;
        const line = await read();
        if (line === null || isBroken) return null;
        if (!runsInEditor && (line.editor === 'open' || line.isFull)) return { line, isUnsure: false };
        const prompt_ms = promptIn(line, isContinued, now() - since);
        // What is typed after the prompt is drawn once the prompt is there.
        if (prompt_ms > 0) times.began = now();
        else if (line.isShown) return { line, isUnsure: false };
        const { ms, isOver, isSlow } = waitFor(line, times, now(), latency.ms());
        const isDrawn = prompt_ms <= 0 && ms <= 0 && (seen === outputs || isOver);
        if (isDrawn) return { line, isUnsure: isUnseen(line, times, isSlow) };
        if (seen === outputs) {
          await change(Math.max(1, ms, prompt_ms));
          // What came while the gateway was busy counts before the time does.
          await turn();
        }
        if (isBroken) return null;
      }
    },
    breakOff: () => {
      isBroken = true;
      wake();
    },
    quiet: async (ms) => {
      for (let since = outputs, left = 20; left > 0; left -= 1) {
        await change(ms);
        if (since === outputs) return;
        since = outputs;
      }
    },
  };
};
