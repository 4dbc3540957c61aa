import type { JudgedFilter, JudgedLine, LineVerdict } from './judgeLines.ts';

/** What the judge starts with. */
export type JudgeStart = { draft: JudgedFilter; passesUnknown: boolean };

/** What the judge is asked: lines, and the filters of numbers that it does not know yet. */
export type ToJudge = {
  sets: { set: number; filters: readonly JudgedFilter[] }[];
  lines: readonly JudgedLine[];
};

/** The verdicts, in the order of the lines. */
export type FromJudge = LineVerdict[];
