import { readdir, readFile } from 'node:fs/promises';
import type { Gatehouse } from '../../e2e/fixtures/gatehouse.ts';
import { memoryOf } from './memory.ts';
import { usedBy } from './processorTime.ts';

/** Every process below a given one, with that one. */
export const treeOf = async (root: number): Promise<number[]> => {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(
    await Promise.all(
      all.map(async (pid): Promise<[number, number]> => {
        const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
        return [pid, Number(/^PPid:\t(\d+)$/m.exec(status)?.[1] ?? 0)];
      }),
    ),
  );
  const isBelow = (pid: number): boolean => {
    for (let at: number | undefined = pid; at; at = parents.get(at)) if (at === root) return true;
    return false;
  };
  return all.filter(isBelow);
};

/** The processes of an installation, with those of its database. */
const stack = async (gatehouse: Gatehouse): Promise<number[]> => treeOf(await gatehouse.pidOf('launcher'));

/** Processor time that an installation has used, in milliseconds. */
export const usedByStack = async (gatehouse: Gatehouse): Promise<number> => {
  const used = await Promise.all((await stack(gatehouse)).map((pid) => usedBy(pid).catch(() => 0)));
  return used.reduce((sum, ms) => sum + ms, 0);
};

/** Memory of some processes in MB, with shared pages counted proportionally. */
export const memoryOfAll = async (pids: readonly number[]): Promise<number> => {
  const sizes = await Promise.all(pids.map((pid) => memoryOf(pid).catch(() => 0)));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

/** Memory of an installation, in MB. */
export const memoryOfStack = async (gatehouse: Gatehouse): Promise<number> =>
  memoryOfAll(await stack(gatehouse));
