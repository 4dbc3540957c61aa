import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

/** Users that no distribution and no container manager gives: a run gets one of these. */
export const RUN_USERS = { first: 1_900_000_000, count: 100_000_000 };

/** How often, and in which pauses, processes are looked for that were begun while others were ended. */
const MOST_TURNS = 200;
const TURN_MS = 10;

/** Real, effective and other users of a process that has not ended; the owner of its folder would not always tell. */
const usersOf = (pid: string): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/status`, 'utf8');
    return /^State:\s+[ZX]/m.test(text) ? [] : (/^Uid:\s+(.*)$/m.exec(text)?.[1] ?? '').split(/\s+/);
  } catch {
    return [];
  }
};

/** Kills every process of the user of a run; returns how many there were. Any other user is left alone. */
export const killUser = (uid: number): number => {
  if (uid < RUN_USERS.first || uid >= RUN_USERS.first + RUN_USERS.count) return 0;
  const pids = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && usersOf(name).includes(String(uid)),
  );
  for (const pid of pids) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
  return pids.length;
};

/** Kills processes of the user of a run until there are none. */
export const endUser = async (uid: number): Promise<void> => {
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    if (killUser(uid) === 0) return;
    await setTimeout(TURN_MS);
  }
};
