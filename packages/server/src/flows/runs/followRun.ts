import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { FinalFailure, type Run } from '../../platform/jobs/defineJob.ts';
import { serverEnds } from '../../platform/jobs/runOnce.ts';
import { allCommands } from '../../resources/terminal/command/relations.ts';
import { findRunSession } from '../../resources/terminal/session/runSession.ts';
import {
  findRunTask,
  giveRunTask,
  stopRunTask,
  withdrawRunTask,
} from '../../resources/terminal/task/runTask.ts';

/**
 * How often the progress of a run is read, and how long a runner may take to accept it and to begin it; all
 * in milliseconds.
 */
export type RunPace = { everyMs: number; acceptMs: number; beginMs: number };

const usualPace: RunPace = { everyMs: 500, acceptMs: 60_000, beginMs: 60_000 };

/**
 * How long to wait for the command with a run's output, in milliseconds: it is reported apart from the run's
 * end and may arrive a moment later.
 */
const outputMs = 5_000;

const outputOf = async (run: string, pace: RunPace, db: Database): Promise<string> => {
  for (const since = Date.now(); Date.now() - since < outputMs; await sleep(pace.everyMs)) {
    const [row] = await db.rows<{ output: string }>(
      sql`select coalesce(c.output, '') as output from ${allCommands} c where c.session = ${run}`,
    );
    if (row) return row.output;
  }
  return '';
};

/**
 * Hands the run to a runner, unless an earlier attempt did: a run is carried out once, whatever happens to
 * servers.
 */
const handOver = async (run: Run, token: string, db: Database): Promise<void> => {
  if (await findRunTask(run.id, db)) return;
  if (!(await giveRunTask(run.id, token, db))) throw new FinalFailure('run_no_runner');
  run.log('handed to a runner');
};

/** Waits until the runner has ended the run; throws when it failed, or never began. */
const followToEnd = async (run: Run, pace: RunPace, db: Database): Promise<void> => {
  const since = Date.now();
  let acceptedAt: number | undefined;
  let hasBegun = false;
  for (;;) {
    const session = await findRunSession(run.id, db);
    if (session?.is_finished) {
      // A run that was cut off leaves a session without a command.
      if (session.has_command) run.log(await outputOf(run.id, pace, db));
      if (session.is_success && session.has_command) return;
      throw new FinalFailure('run_cut_off');
    }
    if (session && !hasBegun) {
      hasBegun = true;
      run.progress(50);
      run.log('begun');
    }
    if (!session) {
      const task = await findRunTask(run.id, db);
      if (task?.is_finished) acceptedAt ??= Date.now();
      if (acceptedAt !== undefined && Date.now() - acceptedAt > pace.beginMs)
        throw new FinalFailure('run_not_begun');
      const isLate = acceptedAt === undefined && Date.now() - since > pace.acceptMs;
      if (isLate && (await withdrawRunTask(run.id, db))) throw new FinalFailure('run_not_taken');
    }
    await sleep(pace.everyMs, undefined, { signal: run.signal });
  }
};

/** Has a runner carry out a run and follows it; the id of the run is that of its task and of its session. */
export const followRun = async (
  run: Run,
  token: string,
  { db, pace = usualPace }: { db: Database; pace?: RunPace },
): Promise<void> => {
  await handOver(run, token, db);
  try {
    await followToEnd(run, pace, db);
  } catch (error) {
    // A server that stops leaves the run alone: the next attempt follows it on another server.
    if (run.signal.aborted && run.signal.reason !== serverEnds) {
      await withdrawRunTask(run.id, db);
      await stopRunTask(run.id, db);
    }
    throw error;
  }
};
