import type { HeldLine } from '../screen/heldLine.ts';
import type { Moment } from '../screen/runningCommand.ts';
import { createEcho, type Echo } from './echo.ts';
import type { GateDeps } from './gateDeps.ts';
import { createHeldInput, type HeldInput } from './heldInput.ts';
import type { LineEnd } from './lineEnds.ts';
import { createLineJudge, type Decided, type LineJudge } from './lineJudge.ts';
import { createOutcomes } from './outcomes.ts';
import { createPastedLines, type PastedLines } from './pastedLines.ts';
import { createReviewing, type Reviewing } from './reviewing.ts';
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
  /** Other rules are in force: they decide the line that is held, also if it waits for a reviewer. */
  rulesChanged: () => void;
  stop: () => void;
};

const CTRL_C = 3;

/** Tells the parts of a gate that other rules are in force. */
const createChange = (
  { judge, isLate = false }: Pick<GateDeps, 'judge' | 'isLate'>,
  parts: { lines: LineJudge; echo: Echo; reviewing: Reviewing },
) => {
  /** Lines may have passed that no rule had to decide. */
  let hasMissed = isLate || judge.isIdle();
  if (hasMissed) parts.lines.missed();
  return () => {
    hasMissed ||= judge.isIdle();
    if (hasMissed) parts.lines.missed();
    hasMissed = judge.isIdle();
    if (judge.isIdle()) parts.echo.breakOff();
    parts.reviewing.recheck();
  };
};

/** Shows the user why a line is taken back, and drops what was typed behind it. */
const withDropped =
  (
    takeBack: ReturnType<typeof createTakeBack>,
    { lines, held }: { lines: LineJudge; held: () => HeldInput },
  ) =>
  async (reason: string, line: HeldLine | null, isInPaste: boolean) => {
    // What was typed behind the line relied on it; what is typed from here on does not.
    if (!held().isGivenUp()) held().drop();
    const stays = await takeBack(reason, line, isInPaste);
    if (line && !line.isFull && !line.isAtPrompt) lines.erased(line, stays);
  };

/** Sends input on, which other parts take note of. */
const sendNoted =
  (
    deps: Pick<GateDeps, 'send'>,
    { lines, pasted, echo }: { lines: LineJudge; pasted: PastedLines; echo: Echo },
  ) =>
  (bytes: Buffer, done: () => void): Moment => {
    if (bytes.includes(CTRL_C)) lines.cancelled();
    pasted.add(bytes);
    echo.sent(bytes);
    return deps.send(bytes, done);
  };

const decidePasted = (pasted: PastedLines, lines: LineJudge): Decided | null => {
  const text = pasted.line();
  return text === null ? null : lines.decidePasted(text);
};

/** Starts with an empty line. */
export const createGate = (deps: GateDeps): Gate => {
  const { now = Date.now } = deps;
  const { isIdle } = deps.judge;
  const echo = createEcho({ read: deps.read, now });
  const lines = createLineJudge(deps.judge);
  const pasted = createPastedLines();
  const reviewing = createReviewing(deps);
  const takeBack = withDropped(createTakeBack({ ...deps, echo }), { lines, held: () => held });
  /** What was typed before the screen model was lost is unknown. */
  let isBlind = false;
  /** The line end that is held is part of a paste. */
  let isInPaste = false;
  /** The paste under way is kept by a line editor. */
  let isInBlock = false;

  const send = sendNoted(deps, { lines, pasted, echo });
  const outcomes = createOutcomes({
    ...deps,
    lines,
    reviewing,
    send: (bytes) => send(bytes, () => undefined),
    takeBack: (reason, line) => takeBack(reason, line, isInPaste),
  });
  const { act, actPasted, through } = outcomes;
  const fail = () => outcomes.refuse(deps.texts.failed, 5, null, null);
  const decide = async (end: LineEnd): Promise<void> => {
    isInPaste = end.isPasted;
    if (isIdle()) return through(end);
    if (isBlind) {
      isBlind = false;
      return fail();
    }
    if (end.isPasted && isInBlock) return actPasted(end, decidePasted(pasted, lines), null);
    const runsInEditor = end.kind !== 'eof' && !end.isPasted;
    const settled = await echo.settle({ runsInEditor, isContinued: lines.isContinued() });
    if (settled === null && held.isGivenUp()) return;
    if (isIdle()) return through(end);
    if (settled === null) return fail();
    const { line } = settled;
    isInBlock = end.isPasted && line.editor === 'open' && !line.isFull;
    if (isInBlock) return actPasted(end, decidePasted(pasted, lines), line);
    if (!runsInEditor && (line.editor === 'open' || line.isFull)) return through(end);
    return act(end, () => lines.decide(end.kind === 'macro' ? { line, isUnsure: true } : settled), line);
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
    isIdle,
    now,
  });
  const change = createChange(deps, { lines, echo, reviewing });

  return {
    take: held.take,
    output: echo.output,
    blind: () => {
      isBlind = true;
    },
    abandon: held.abandon,
    rulesChanged: () => {
      isInBlock = false;
      change();
    },
    stop: held.stop,
  };
};
