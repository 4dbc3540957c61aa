import type { HeldLine } from '../screen/heldLine.ts';
import type { Moment } from '../screen/runningCommand.ts';
import type { Decision, GateDeps, Risk } from './gateDeps.ts';
import type { LineEnd } from './lineEnds.ts';
import type { Decided, LineJudge } from './lineJudge.ts';
import type { Reviewing } from './reviewing.ts';

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

/** Which risk a line has that passed. */
const passedRisk = ({ action }: Decided): Risk => (action === 'warning' || action === 'unknown' ? 4 : 0);

/** For one session. */
export const createOutcomes = (
  deps: Pick<GateDeps, 'texts' | 'passesUnknown' | 'moment' | 'decided'> & {
    send: (bytes: Buffer) => Moment;
    lines: Pick<LineJudge, 'entered' | 'forget'>;
    reviewing: Reviewing;
    takeBack: (reason: string, line: HeldLine | null) => Promise<void>;
  },
): Outcomes => {
  const { texts, lines, reviewing } = deps;
  const report = (risk: Risk, decided: Decided | null, rest: Pick<Decision, 'moment' | 'hasPassed'>) => {
    const text = decided && !decided.isHidden ? decided.text : null;
    deps.decided({ risk, rule: decided?.rule ?? null, text, ...rest });
  };
  const through = (end: LineEnd) => void deps.send(end.key);
  const pass = (end: LineEnd, decided: Decided, risk: Risk) => {
    const moment = deps.send(end.key);
    lines.entered(decided.entry);
    report(risk, decided, { moment, hasPassed: true });
  };
  const refuse: Outcomes['refuse'] = async (reason, risk, decided, line) => {
    const moment = deps.moment();
    lines.forget();
    await deps.takeBack(reason, line);
    report(risk, decided, { moment, hasPassed: false });
  };
  const review = async (end: LineEnd, decided: Decided, decide: () => Decided, line: HeldLine) => {
    const { rule, text: command } = decided;
    if (!rule) return refuse(texts.failed, 5, decided, line);
    const stands = () => {
      const now = decide();
      return now.action === 'review' && now.rule?.filter.id === rule.filter.id;
    };
    const { outcome, by } = await reviewing.ask({ rule, command }, line, stands);
    if (reviewing.isOvertaken()) return act(end, decide, line);
    if (outcome === 'approved') return pass(end, decided, 7);
    if (outcome === 'rejected') return refuse(texts.refused(by), 6, decided, line);
    if (outcome === 'timeout') return refuse(texts.timedOut, 6, decided, line);
    return refuse(reviewing.isCancelled() ? texts.cancelled : texts.closed, 8, decided, line);
  };
  /** Why the line may not pass at all. */
  const objection = ({ action, rule }: Decided): string | null => {
    if (action === 'reject') return texts.rejected(rule?.filter.name ?? '');
    return action === 'unknown' && !deps.passesUnknown() ? texts.unknown : null;
  };

  const act: Outcomes['act'] = async (end, decide, line) => {
    const decided = decide();
    const reason = objection(decided);
    if (reason !== null) return refuse(reason, 5, decided, line);
    if (decided.action === 'review') return review(end, decided, decide, line);
    pass(end, decided, passedRisk(decided));
  };

  return {
    through,
    refuse,
    act,
    actPasted: async (end, decided, line) => {
      const reason = objection(decided ?? { action: 'unknown', text: '', entry: '', isHidden: true });
      if (reason !== null) return refuse(reason, 5, decided, line);
      through(end);
    },
  };
};
