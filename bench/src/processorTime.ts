import { readFile } from 'node:fs/promises';

/** Linux reports processor time in hundredths of a second, whatever the kernel's tick. */
const tickMs = 10;

const fieldsOf = (line: string): number[] => line.trim().split(/\s+/).map(Number);

/** Processor time used by a process and its threads, in milliseconds. */
export const usedBy = async (pid: number): Promise<number> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // A process name may contain spaces and brackets; the fields after it contain neither.
  const [user = 0, system = 0] = fieldsOf(stat.slice(stat.lastIndexOf(')') + 1)).slice(11, 13);
  return (user + system) * tickMs;
};

/** Busy time of all processors, in milliseconds. */
const usedByAll = async (): Promise<number> => {
  const first = (await readFile('/proc/stat', 'utf8')).split('\n')[0] ?? '';
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, soft = 0] = fieldsOf(first.slice(3));
  return (user + nice + system + interrupt + soft) * tickMs;
};

/**
 * Starts to measure the processor time of some processes and of everything else on the machine; the returned
 * function returns what was used since.
 */
export const watchProcessors = async (
  processes: Readonly<Record<string, number>>,
): Promise<() => Promise<[name: string, ms: number][]>> => {
  const look = async () => ({
    each: await Promise.all(
      Object.entries(processes).map(
        async ([name, pid]): Promise<[string, number]> => [name, await usedBy(pid)],
      ),
    ),
    all: await usedByAll(),
  });
  const before = await look();
  return async () => {
    const after = await look();
    const used = after.each.map(([name, ms], at): [string, number] => [
      name,
      ms - (before.each[at]?.[1] ?? 0),
    ]);
    const others = after.all - before.all - used.reduce((sum, [, ms]) => sum + ms, 0);
    return [...used, ['everything else', Math.max(0, others)]];
  };
};
