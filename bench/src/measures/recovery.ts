import { setTimeout as sleep } from 'node:timers/promises';
import type { Part } from '../../../e2e/fixtures/gatehouse.ts';
import type { Installation } from '../installation.ts';
import type { Measure } from '../report.ts';

const answersMs = 10_000;
// Longer than the two seconds after which the launcher considers a program steady: it restarts a steady
// program almost without delay.
const steadyMs = 3_000;

/** Seconds from `kill -9` until the part runs again and the installation answers a signed-in user. */
const recover = async ({ gatehouse, admin }: Installation, part: Part): Promise<number> => {
  const before = await gatehouse.pidOf(part);
  const started = performance.now();
  await gatehouse.kill(part);
  while (performance.now() - started < answersMs) {
    await sleep(20);
    const pid = await gatehouse.pidOf(part).catch(() => before);
    if (pid === before) continue;
    const parts = await Promise.all([
      admin.call('GET', '/api/v1/assets/assets/?limit=1').catch(() => undefined),
      admin.call('GET', '/koko/health/').catch(() => undefined),
    ]);
    if (parts.every((answer) => answer?.status === 200)) return (performance.now() - started) / 1000;
  }
  throw new Error(`${part} did not come back`);
};

/** Recovery after `kill -9` of the server, the gateway and PostgreSQL. */
export const measureRecovery = async (installation: Installation, rounds: number): Promise<Measure[]> => {
  const measures: Measure[] = [];
  for (const part of ['server', 'gateway', 'postgres'] as const) {
    const values: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      values.push(await recover(installation, part));
      await sleep(steadyMs);
    }
    measures.push({ what: `back after kill -9 of ${part}`, unit: 's', values, budget: { max: 5 } });
  }
  return measures;
};
