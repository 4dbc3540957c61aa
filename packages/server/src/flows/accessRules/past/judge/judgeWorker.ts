import { parentPort, workerData } from 'node:worker_threads';
import { createLineJudge, type JudgedFilter } from './judgeLines.ts';
import type { FromJudge, ToJudge } from './messages.ts';

const judge = createLineJudge(workerData as JudgedFilter);

parentPort?.on('message', ({ sets, lines }: ToJudge) => {
  for (const { set, filters } of sets) judge.learn(set, filters);
  parentPort?.postMessage(lines.map(judge.judge) satisfies FromJudge);
});
