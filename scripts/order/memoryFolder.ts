import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const shared = '/dev/shm';
/** What tests store at a time, with room to spare, and what must be left to their programs, in bytes. */
const [needed, leftToPrograms] = [4 * 2 ** 30, 6 * 2 ** 30];

const availableMemory = async (): Promise<number> => {
  const [, kilobytes = '0'] =
    /^MemAvailable:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
};

/** Whether programs may be started from a folder: test machines may forbid it. */
const runsPrograms = async (folder: string): Promise<boolean> => {
  const program = join(folder, 'try');
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 });
  const isRun = await promisify(execFile)(program).then(
    () => true,
    () => false,
  );
  await rm(program);
  return isRun;
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Removes what runs left that were killed; the name of their folder has the process. */
const removeOldFolders = async (): Promise<void> => {
  for (const name of await readdir(shared)) {
    const [, pid] = /^gatehouse-(\d+)-/.exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await rm(join(shared, name), { recursive: true, force: true });
  }
};

/**
 * A new folder in memory for the temporary files of a test run, or undefined where the system has none or is
 * short of memory. A test database is a thousand files, which a disk creates at ten times the cost.
 */
export const memoryFolder = async (): Promise<string | undefined> => {
  try {
    await removeOldFolders();
    const { bavail, bsize } = await statfs(shared);
    if (bavail * bsize < needed || (await availableMemory()) < needed + leftToPrograms) return undefined;
    const folder = await mkdtemp(join(shared, `gatehouse-${process.pid}-`));
    // Servers under test run as users of their own.
    await chmod(folder, 0o755);
    if (await runsPrograms(folder)) return folder;
    await rm(folder, { recursive: true });
  } catch {
    // no such folder here
  }
  return undefined;
};
