import { parentPort, workerData } from 'node:worker_threads';
import { createLineJudge } from './judgeLines.ts';
import type { FromJudge, JudgeStart, ToJudge } from './messages.ts';

const { draft, passesUnknown } = workerData as JudgeStart;
const judge = createLineJudge(draft, passesUnknown);

parentPort?.on('message', ({ sets, states, lines }: ToJudge) => {
  for (const { set, filters } of sets) judge.learn(set, filters);
  for (const step of states) judge.follow(step);
  parentPort?.postMessage(lines.map(judge.judge) satisfies FromJudge);
});
