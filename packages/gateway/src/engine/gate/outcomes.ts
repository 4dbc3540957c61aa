import { gateOutcome } from '@gatehouse/policy/commands/gateOutcome.ts';
import type { HeldLine } from '../screen/heldLine.ts';
import type { Moment } from '../screen/runningCommand.ts';
import type { Decision, GateDeps, Risk } from './gateDeps.ts';
import type { LineEnd } from './lineEnds.ts';
import type { Decided, LineJudge } from './lineJudge.ts';
import type { Reviewing } from './reviewing.ts';
import { unknown } from './ruling.ts';

/** What is done with a line end that was held. */
export type Outcomes = {
  /** The key runs nothing. */
  through: (end: LineEnd) => void;
  /** Takes the line back and says why. */
  refuse: (reason: string, risk: Risk, decided: Decided | null, line: HeldLine | null) => Promise<void>;
  /** What the rules demand; they are asked again if others come into force while the line waits. */
  act: (end: LineEnd, decide: () => Decided, line: HeldLine) => Promise<void>;
  /** The same for a line of a pasted block, which nothing runs yet; null: it is too long to be judged. */
  actPasted: (end: LineEnd, decided: Decided | null, line: HeldLine | null) => Promise<void>;
};

/** A line that is too long to be judged. */
const tooLong: Decided = {
  ...unknown,
  text: '',
  entry: '',
  isHidden: true,
  shown: { command: '', doubt: 'hidden' },
};

/** What decided the line; of one that is accepted as far as it is known, the doubt did and not the rule. */
const ruleBehind = ({ action, isUnknown, rule }: Decided) =>
  action === 'accept' && isUnknown ? null : (rule ?? null);

/** For one session. */
export const createOutcomes = (
  deps: Pick<GateDeps, 'texts' | 'passesUnknown' | 'moment' | 'decided'> & {
    send: (bytes: Buffer) => Moment;
    lines: Pick<LineJudge, 'entered' | 'takenBack'>;
    reviewing: Reviewing;
    takeBack: (reason: string, line: HeldLine | null) => Promise<void>;
  },
): Outcomes => {
  const { texts, lines, reviewing } = deps;
  const report = (risk: Risk, decided: Decided | null, rest: Pick<Decision, 'moment' | 'hasPassed'>) => {
    const text = decided && !decided.isHidden ? decided.text : null;
    deps.decided({ risk, rule: decided ? ruleBehind(decided) : null, text, ...rest });
  };
  const through = (end: LineEnd) => void deps.send(end.key);
  const pass = (end: LineEnd, decided: Decided, risk: Risk) => {
    const moment = deps.send(end.key);
    lines.entered(decided);
    report(risk, decided, { moment, hasPassed: true });
  };
  const refuse: Outcomes['refuse'] = async (reason, risk, decided, line) => {
    const moment = deps.moment();
    lines.takenBack(decided);
    await deps.takeBack(reason, line);
    report(risk, decided, { moment, hasPassed: false });
  };
  const review = async (end: LineEnd, decided: Decided, decide: () => Decided, line: HeldLine) => {
    const { rule, shown } = decided;
    if (!rule) return refuse(texts.failed, 5, decided, line);
    const stands = () => {
      const now = decide();
      return outcomeOf(now) === 'review' && now.rule?.filter.id === rule.filter.id;
    };
    const ended = await reviewing.ask({ rule, ...shown }, line, stands);
    if (reviewing.isOvertaken()) return act(end, decide, line);
    const { outcome } = ended;
    if (outcome === 'unasked') return refuse(texts.unasked(ended.reason), 5, decided, line);
    if (outcome === 'approved') return pass(end, decided, 7);
    if (outcome === 'rejected') return refuse(texts.refused(ended.by), 6, decided, line);
    if (outcome === 'timeout') return refuse(texts.timedOut, 6, decided, line);
    return refuse(reviewing.isCancelled() ? texts.cancelled : texts.closed, 8, decided, line);
  };
  const outcomeOf = ({ action, isUnknown }: Decided) =>
    gateOutcome({ outcome: action, isUnknown: isUnknown === true }, deps.passesUnknown());
  /** Why the line may not pass at all. */
  const objection = (decided: Decided): string | null => {
    const outcome = outcomeOf(decided);
    if (outcome === 'reject') return texts.rejected(decided.rule?.filter.name ?? '');
    return outcome === 'unknown' ? texts.unknown : null;
  };

  const act: Outcomes['act'] = async (end, decide, line) => {
    const decided = decide();
    const reason = objection(decided);
    if (reason !== null) return refuse(reason, 5, decided, line);
    const outcome = outcomeOf(decided);
    if (outcome === 'review') return review(end, decided, decide, line);
    pass(end, decided, outcome === 'warning' ? 4 : 0);
  };

  return {
    through,
    refuse,
    act,
    actPasted: async (end, decided, line) => {
      const reason = objection(decided ?? tooLong);
      if (reason !== null) return refuse(reason, 5, decided, line);
      through(end);
    },
  };
};
