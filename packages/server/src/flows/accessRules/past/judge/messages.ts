import type { JudgedFilter, JudgedLine, LineVerdict, ShellStep } from './judgeLines.ts';

/** What the judge starts with. */
export type JudgeStart = { draft: JudgedFilter; passesUnknown: boolean };

/** What the judge is asked: lines, and the filters and states of shells of numbers that it does not know yet. */
export type ToJudge = {
  states: readonly ShellStep[];
  sets: { set: number; filters: readonly JudgedFilter[] }[];
  lines: readonly JudgedLine[];
};

/** The verdicts, in the order of the lines. */
export type FromJudge = LineVerdict[];
