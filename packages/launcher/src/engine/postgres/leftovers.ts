import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../platform/refusal.ts';

const patience = { fastMs: 10_000, quitMs: 10_000 };

/**
 * Ends what an earlier launcher left running in this data folder, so that only one PostgreSQL has it open.
 * The caller holds the single-instance lock, so anything still running here has lost its launcher.
 */
export const stopLeftovers = async (dataFolder: string, say: (line: string) => void): Promise<void> => {
  const processes = () => postgresProcessesIn(dataFolder);
  if ((await processes()).length > 0) {
    say('An earlier PostgreSQL is still running on this data folder; stopping it.');
    const postmaster = await postmasterOf(dataFolder);
    // Without a postmaster, backends exit on their own; with one, SIGINT is the fast and clean way.
    if (postmaster && (await processes()).includes(postmaster)) signal(postmaster, 'SIGINT');
    if (!(await untilNone(processes, patience.fastMs))) {
      for (const pid of await processes()) signal(pid, 'SIGQUIT');
      if (!(await untilNone(processes, patience.quitMs)))
        throw new Refusal(
          `PostgreSQL process ${(await processes())[0]} on ${dataFolder} does not end; stop it by hand.`,
        );
    }
  }
  const noted = await postmasterOf(dataFolder);
  // No PostgreSQL runs here, so a live process with the recorded ID is another program; PostgreSQL would
  // still refuse to start.
  if (noted && signal(noted, 0)) await rm(join(dataFolder, 'postmaster.pid'), { force: true });
};

/** The PostgreSQL processes of a data folder, found by their working directory. */
export const postgresProcessesIn = async (dataFolder: string): Promise<number[]> => {
  const found: number[] = [];
  for (const entry of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(entry)) continue;
    const cwd = await readlink(`/proc/${entry}/cwd`).catch(() => '');
    if (cwd !== dataFolder) continue;
    const name = await readFile(`/proc/${entry}/comm`, 'utf8').catch(() => '');
    if (name.trim() === 'postgres') found.push(Number(entry));
  }
  return found;
};

/** The ID of the postmaster's process, which PostgreSQL keeps in its data folder. */
export const postmasterOf = async (dataFolder: string): Promise<number | undefined> => {
  const file = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number.parseInt(file, 10) || undefined;
};

const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

const untilNone = async (processes: () => Promise<number[]>, withinMs: number): Promise<boolean> => {
  const deadline = Date.now() + withinMs;
  while ((await processes()).length > 0) {
    if (Date.now() > deadline) return false;
    await sleep(50);
  }
  return true;
};
