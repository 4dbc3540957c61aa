import { readdir, readFile, statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Limits } from './limits.ts';

/** A process of this machine, with its users, real and effective. */
type Process = { pid: number; parent: number; users: string[] };

/** Whose use is measured: what descends from the first process of a sandbox, or belongs to a user. */
export type Whose = { first: number } | { uid: number };

/** Bytes of memory, and files in folders; infinite where they cannot be read. */
export type Use = { memory: number; entries: number };

/** For so long, in ms, a look at all processes serves every run. */
const FRESH_MS = 100;
/** After so long, in ms, a process that ends is gone. */
const END_MS = 30;

const number = /^\d+$/;

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;

/** Of a process that has ended; any other text or error must not pass for it. */
const isGone = (error: unknown): boolean => ['ENOENT', 'ESRCH'].includes(String(codeOf(error)));

const goneAsEmpty = (error: unknown): string => {
  if (isGone(error)) return '';
  throw error;
};

const scan = async (): Promise<Process[]> => {
  const names = (await readdir('/proc')).filter((name) => number.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(`/proc/${name}/status`, 'utf8').catch(goneAsEmpty);
      const parent = /^PPid:\s+(\d+)$/m.exec(text)?.[1];
      const users = /^Uid:\s+(.*)$/m.exec(text)?.[1]?.split(/\s+/) ?? [];
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent), users }];
    }),
  );
  return found.flat();
};

let last: { at: number; scanned: Promise<Process[]> } | undefined;
const processes = (): Promise<Process[]> => {
  const now = performance.now();
  if (!last || now - last.at > FRESH_MS) last = { at: now, scanned: scan() };
  return last.scanned;
};

/** What lost its parent belongs to the first process of the sandbox. */
const pidsOf = async (whose: Whose): Promise<number[]> => {
  if ('first' in whose && whose.first === 0) return [];
  const all = await processes();
  if ('uid' in whose)
    return all.filter(({ users }) => users.includes(String(whose.uid))).map(({ pid }) => pid);
  const children = Map.groupBy(all, ({ parent }) => parent);
  const found: number[] = [];
  const add = (pid: number) => void found.push(...(children.get(pid) ?? []).map((child) => child.pid));
  add(whose.first);
  for (const one of found) add(one);
  return found;
};

const COUNTED = /^(?:Pss|SwapPss|Shared_Hugetlb|Private_Hugetlb):\s+(\d+) kB$/gm;

/** A share of what a process has in common with others, also of what was moved to the disk; undefined: it has no memory. */
const memoryAt = async (folder: string): Promise<number | undefined> => {
  const text = await readFile(`${folder}/smaps_rollup`, 'utf8').catch(goneAsEmpty);
  const counted = [...text.matchAll(COUNTED)];
  return counted.length > 0
    ? counted.reduce((sum, [, kibibytes]) => sum + 1024 * Number(kibibytes), 0)
    : undefined;
};

const memoryOf = async (pid: number, isAgain?: 'again'): Promise<number> => {
  const whole = await memoryAt(`/proc/${pid}`);
  if (whole !== undefined) return whole;
  // The first thread of a process may end before the others, which keep its memory.
  const threads = await readdir(`/proc/${pid}/task`).catch((error) =>
    isGone(error) ? [] : Promise.reject(error),
  );
  const others = threads.filter((thread) => thread !== String(pid));
  if (others.length === 0) return 0;
  for (const thread of others) {
    const found = await memoryAt(`/proc/${pid}/task/${thread}`);
    if (found !== undefined) return found;
  }
  if (isAgain) return Number.POSITIVE_INFINITY;
  await setTimeout(END_MS);
  return memoryOf(pid, 'again');
};

const hasEnded = async (pid: number): Promise<boolean> => {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(goneAsEmpty);
  return text === '' || /^State:\s+[ZX]/m.test(text);
};

/** The first process stays as long as anything of the run, and sees its folders; none other is trusted with that. */
const entriesIn = async (first: number, folder: string): Promise<number> => {
  try {
    const { files, ffree } = await statfs(`/proc/${first}/root${folder}`);
    return files - ffree;
  } catch {
    return (await hasEnded(first)) ? 0 : Number.POSITIVE_INFINITY;
  }
};

/** What a run uses. `folders`: those that it writes to, of a sandbox whose program has begun. */
export const measure = async (whose: Whose, folders: readonly string[]): Promise<Use> => {
  try {
    const pids = await pidsOf(whose);
    const memory = (await Promise.all(pids.map((pid) => memoryOf(pid)))).reduce(
      (sum, bytes) => sum + bytes,
      0,
    );
    const { first } = { first: undefined, ...whose };
    // Without children, the first process is still making the sandbox.
    if (first === undefined || pids.length === 0) return { memory, entries: 0 };
    const entries = await Promise.all(folders.map((folder) => entriesIn(first, folder)));
    return { memory, entries: Math.max(0, ...entries) };
  } catch {
    return { memory: Number.POSITIVE_INFINITY, entries: Number.POSITIVE_INFINITY };
  }
};

/** The limit that a use exceeds; no limit of the system counts these. What cannot be measured exceeds it. */
export const exceeded = ({ memory, entries }: Use, limits: Limits): 'memory' | 'entries' | undefined => {
  if (memory > limits.memory) return 'memory';
  return entries > limits.entries ? 'entries' : undefined;
};
