import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { isAlive } from './attack.ts';

/** The thread of `watch`. */
const { url, seconds } = workerData as { url: string; seconds: number };
let isOver = false;
parentPort?.once('message', () => {
  isOver = true;
});
let unanswered = 0;
do {
  if (!(await isAlive(url, seconds))) unanswered += 1;
  await sleep(200);
} while (!isOver);
parentPort?.postMessage(unanswered);
