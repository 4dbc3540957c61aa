import { readFile } from 'node:fs/promises';

/** Memory of a process in kB, with shared pages counted proportionally. */
export const memoryOf = async (pid: number): Promise<number> => {
  const facts = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const [, size] = /^Pss:\s+(\d+) kB$/m.exec(facts) ?? [];
  if (!size) throw new Error(`process ${pid} says nothing of its memory`);
  return Number(size);
};
