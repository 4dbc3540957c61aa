import type { Moment } from '../screen/runningCommand.ts';
import { createEcho } from './echo.ts';
import type { GateDeps } from './gateDeps.ts';
import { createHeldInput } from './heldInput.ts';
import type { LineEnd } from './lineEnds.ts';
import { createLineJudge } from './lineJudge.ts';
import { createOutcomes } from './outcomes.ts';
import { createPastedLines } from './pastedLines.ts';
import { createReviewing } from './reviewing.ts';
import { createTakeBack } from './takeBack.ts';

/** Holds each line's end until the rules have decided the line (decision 0371). */
export type Gate = {
  /** Input of the user, in order; `done` is called when all of it was sent or dropped. */
  take: (utf8: Buffer, done: () => void) => void;
  /** The machine sent output. */
  output: () => void;
  /** The screen model lost what it knew. */
  blind: () => void;
  /** The line that is held is given up, with everything behind it. */
  abandon: () => void;
  stop: () => void;
};

const CTRL_C = 3;

/** Starts with an empty line. */
export const createGate = (deps: GateDeps): Gate => {
  const { now = Date.now } = deps;
  const echo = createEcho({ read: deps.read, now });
  const lines = createLineJudge(deps.judge);
  const pasted = createPastedLines();
  const reviewing = createReviewing(deps);
  const takeBack = createTakeBack({ ...deps, echo });
  /** What was typed before the screen model was lost is unknown. */
  let isBlind = false;
  /** The line end that is held is part of a paste. */
  let isInPaste = false;
  /** The paste under way is kept by a line editor. */
  let isInBlock = false;

  const send = (bytes: Buffer, done: () => void): Moment => {
    if (bytes.includes(CTRL_C)) lines.cancelled();
    pasted.add(bytes);
    echo.sent(bytes);
    return deps.send(bytes, done);
  };
  const outcomes = createOutcomes({
    ...deps,
    lines,
    reviewing,
    send: (bytes) => send(bytes, () => undefined),
    takeBack: (reason, line) => {
      // What was typed behind the line relied on it; what is typed from here on does not.
      if (!held.isGivenUp()) held.drop();
      if (line && !line.isFull && !line.isAtPrompt) lines.erased(line);
      return takeBack(reason, line, isInPaste);
    },
  });
  const { act, actPasted, through } = outcomes;
  const fail = () => outcomes.refuse(deps.texts.failed, 5, null, null);
  const decidePasted = () => {
    const text = pasted.line();
    return text === null ? null : lines.decidePasted(text);
  };
  const decide = async (end: LineEnd): Promise<void> => {
    isInPaste = end.isPasted;
    if (isBlind) {
      isBlind = false;
      return fail();
    }
    if (end.isPasted && isInBlock) return actPasted(end, decidePasted(), null);
    const runsInEditor = end.kind !== 'eof' && !end.isPasted;
    const settled = await echo.settle({ runsInEditor });
    if (settled === null) return held.isGivenUp() ? undefined : fail();
    const { line } = settled;
    isInBlock = end.isPasted && line.editor === 'open' && !line.isFull;
    if (isInBlock) return actPasted(end, decidePasted(), line);
    if (!runsInEditor && (line.editor === 'open' || line.isFull)) return through(end);
    return act(end, lines.decide(end.kind === 'macro' ? { line, isUnsure: true } : settled), line);
  };
  const held = createHeldInput({
    send: (keys, done) => void send(keys, done),
    decide: (end) =>
      decide(end).catch((error) => {
        deps.failed(error);
        return fail();
      }),
    giveUp: () => {
      reviewing.cancel();
      echo.breakOff();
    },
    isReviewing: reviewing.isWaiting,
    now,
  });
  const blind = () => {
    isBlind = true;
  };

  return { take: held.take, output: echo.output, blind, abandon: held.abandon, stop: held.stop };
};
