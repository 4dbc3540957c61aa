import { readdir, readFile, statfs } from 'node:fs/promises';
import type { Limits } from './limits.ts';

const number = /^\d+$/;

/** The parent of each process of this machine. */
const parents = async (): Promise<Map<number, number[]>> => {
  const children = new Map<number, number[]>();
  for (const name of await readdir('/proc')) {
    if (!number.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of a process may hold blanks and parentheses.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 4).split(' ')[0]);
    if (!Number.isInteger(parent)) continue;
    const known = children.get(parent);
    if (known) known.push(Number(name));
    else children.set(parent, [Number(name)]);
  }
  return children;
};

/** The processes below one: what lost its parent belongs to the first process of the run. */
const below = async (pid: number): Promise<number[]> => {
  const children = await parents();
  const found = [...(children.get(pid) ?? [])];
  for (const one of found) found.push(...(children.get(one) ?? []));
  return found;
};

/** Bytes of memory that count for a process: a share of what it has in common with others. */
const memoryOf = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
  return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0);
};

const entriesIn = async (pid: number, folder: string): Promise<number> => {
  const found = await statfs(`/proc/${pid}/root${folder}`).catch(() => undefined);
  return found ? found.files - found.ffree : 0;
};

/** The limit that a run exceeds; no limit of the system counts these. `folders`: those that it writes to. */
export const exceeded = async (
  pid: number,
  limits: Limits,
  folders: readonly string[],
): Promise<'memory' | 'entries' | undefined> => {
  const pids = await below(pid);
  const used = (await Promise.all(pids.map(memoryOf))).reduce((sum, bytes) => sum + bytes, 0);
  if (used > limits.memory) return 'memory';
  const inside = pids.at(-1);
  if (inside === undefined) return undefined;
  const entries = await Promise.all(folders.map((folder) => entriesIn(inside, folder)));
  return entries.some((count) => count > limits.entries) ? 'entries' : undefined;
};
