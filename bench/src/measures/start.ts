import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Gatehouse, type Part, startGatehouse } from '../../../e2e/fixtures/gatehouse.ts';
import { buildConsole } from '../../../packages/launcher/src/engine/consoleBuild.ts';
import { memoryOf } from '../memory.ts';
import type { Measure } from '../report.ts';

const settleMs = 15_000;

/** Memory of all processes except PostgreSQL, in MB. */
const idleMemory = async (gatehouse: Gatehouse): Promise<number> => {
  const parts: Part[] = ['launcher', 'server', 'gateway', 'runner'];
  const sizes = await Promise.all(parts.map(async (part) => memoryOf(await gatehouse.pidOf(part))));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

const project = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Time of a first start on an empty folder, with dependencies installed and the console built, and the idle
 * memory of the installation without PostgreSQL.
 */
export const measureStart = async (rounds: number): Promise<Measure[]> => {
  await buildConsole(project, () => undefined);
  const seconds: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    const gatehouse = await startGatehouse();
    seconds.push((performance.now() - started) / 1000);
    if (round === 0) {
      await sleep(settleMs);
      memory.push(await idleMemory(gatehouse));
    }
    await gatehouse.remove();
  }
  return [
    { what: 'first start on an empty folder', unit: 's', values: seconds, budget: { max: 10 } },
    { what: 'idle memory without PostgreSQL', unit: 'MB', values: memory, budget: { max: 400 } },
  ];
};
