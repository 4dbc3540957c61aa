import { setTimeout as sleep } from 'node:timers/promises';
import type { Message } from '@gatehouse/contract/errors.ts';
import type { Database } from '../../platform/database.ts';
import type { Language, Lookup } from '../../platform/i18n.ts';
import { FinalFailure, type Run } from '../../platform/jobs/defineJob.ts';
import { heldPlace, noteCounts } from '../../platform/jobs/runFiles.ts';
import { serverEnds } from '../../platform/jobs/runOnce.ts';
import { recordReport } from '../../platform/jobs/runs.ts';
import { endStage } from './stages.ts';
import {
  addEnded,
  type EndCounts,
  type Ended,
  endWork,
  loseOverdue,
  type OpenTargets,
  openTargets,
  storeWork,
  type TargetState,
  takeUntold,
  type Work,
} from './statements.ts';

/** How often work is looked at, and how long it waits for a runner where none is connected; in milliseconds. */
export type WorkPace = { everyMs: number; runnerMs: number };

const usualPace: WorkPace = { everyMs: 500, runnerMs: 60_000 };

/** What following work needs. */
export type WorkDeps = {
  db: Database;
  lookup: Lookup;
  language: Language;
  pace?: WorkPace | undefined;
  /** The log entry of a target, after its name; default: its outcome and, if it did not succeed, the reason. */
  tell?: (ended: Ended, usual: string) => string;
  /** Tells that so many targets wait for a user. */
  tellPaused?: (next: number, tx: Database) => Promise<void>;
  /** Throws unless the work succeeded; default: unless every target did. */
  judge?: (ended: EndCounts) => void;
};

type Following = Required<Pick<WorkDeps, 'db' | 'lookup' | 'language'>> &
  Pick<WorkDeps, 'tell' | 'tellPaused'> & { run: Run; pace: WorkPace };

/** Most targets of which the log tells at a time. */
const mostTold = 500;
/** Longest part of a machine's output in a line of the log. */
const longestOutput = 200;

const text = (key: string, { lookup, language }: Following, params: Message['params'] = {}): string =>
  lookup(language, key, params) ?? key;

/** Why a target did not succeed: what the runner says of it, else the first line of its output. */
const reasonOf = ({ error, output }: Ended, following: Following): string => {
  const { lookup, language } = following;
  const told = error && lookup(language, `errors.${error.key}`, error.params);
  return told ?? output.trim().split('\n')[0]?.slice(0, longestOutput) ?? '';
};

/** What a machine printed, where the reason is another one: texts of failures lead to it. */
const printedBy = ({ error, output }: Ended): string =>
  error
    ? output
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => `\n  ${line}`)
        .join('')
    : '';

const lineOf = (ended: Ended, following: Following): string => {
  const state = text(`jobs.work.states.${ended.state}`, following);
  const reason = ended.state === 'ok' ? '' : reasonOf(ended, following);
  const usual = `${ended.name}: ${state}${reason && ` (${reason})`}`;
  return following.tell?.(ended, usual) ?? `${usual}${printedBy(ended)}`;
};

const countStates = (ended: readonly Ended[]): EndCounts => {
  const counts: EndCounts = {};
  for (const { state } of ended) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

const sumOf = (counts: EndCounts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

type Standing = { total: number; ended: EndCounts };

/**
 * Tells of the targets that ended since: in the log, and as numbers. Whichever server dies, each is told once. Returns
 * undefined when there was nothing to tell.
 */
const tellEnded = (following: Following): Promise<Standing | undefined> =>
  following.db.transaction(async (tx) => {
    const { run } = following;
    if (!(await heldPlace(run, tx))) throw new Error('Another attempt has gone on.');
    const ended = await takeUntold(run.id, mostTold, tx);
    if (ended.length === 0) return undefined;
    const now = new Date().toISOString();
    const lines = ended.map((one) => `${now} ${lineOf(one, following)}\n`).join('');
    await recordReport(run, { progress: null, lines }, tx);
    const standing = await addEnded(run.id, countStates(ended), tx);
    const done = sumOf(standing.ended);
    await noteCounts(run, { total: standing.total, done, failed: done - (standing.ended.ok ?? 0) }, tx);
    return standing;
  });

/** Throws where nothing can be done, because no runner has been connected for a while. */
const runnerWatch = (pace: WorkPace) => {
  let missingSince: number | undefined;
  return ({ isHeld, hasRunner, isPaused }: OpenTargets): void => {
    if (isHeld || hasRunner || isPaused) missingSince = undefined;
    else missingSince ??= Date.now();
    if (missingSince !== undefined && Date.now() - missingSince > pace.runnerMs)
      throw new FinalFailure('run_no_runner');
  };
};

/** Ends a stage where one has ended; says so where the next waits for a user. */
const tellStage = async (following: Following): Promise<void> => {
  const { run, db, tellPaused } = following;
  if ((await endStage(run.id, db, tellPaused)) === 'paused') run.log(text('jobs.work.paused', following));
};

/** Follows the work until every target has ended; returns how they did. */
const followToEnd = async (following: Following): Promise<EndCounts> => {
  const { run, db, pace } = following;
  const watch = runnerWatch(pace);
  for (let quiet = 0; ; ) {
    run.signal.throwIfAborted();
    await loseOverdue(run.id, db);
    const open = await openTargets(run.id, db);
    const told = await tellEnded(following);
    if (told && sumOf(told.ended) >= told.total) return told.ended;
    if (!open.isWaiting && !open.isHeld && !told) return (await addEnded(run.id, {}, db)).ended;
    if (open.isWaiting && !open.isHeld) await tellStage(following);
    watch(open);
    quiet = told ? 0 : quiet + 1;
    // What takes hours is looked at less often.
    const times = Math.min(4, Math.ceil(quiet / 20));
    if (!told) await sleep(pace.everyMs * times, undefined, { signal: run.signal });
  }
};

const statesThat = {
  failed: ['failed', 'timeout', 'lost', 'unsupported', 'stopped'],
  unreachable: ['unreachable'],
  refused: ['refused'],
  skipped: ['skipped'],
} as const satisfies Record<string, readonly TargetState[]>;

/** Throws, with how many succeeded and how many did not, unless all did. */
const judgeAll = (ended: EndCounts): void => {
  const counts = Object.entries(statesThat).map(([name, states]): [string, number] => [
    name,
    states.reduce((sum, state) => sum + (ended[state] ?? 0), 0),
  ]);
  const all = sumOf(ended);
  const ok = ended.ok ?? 0;
  if (all === 0) throw new FinalFailure('work_empty');
  if (ok === all) return;
  const [first, ...others] = counts.filter(([, count]) => count > 0);
  // One kind of failure is told without the counts of the others, which are all zero.
  const key = first && others.length === 0 ? `work_partly_${first[0]}` : 'work_partly';
  throw new FinalFailure(key, { ok, all, ...Object.fromEntries(counts) });
};

/**
 * Has runners carry out work on machines, and follows it; the id of the run is that of the work. Another attempt at
 * the run goes on following the same work, and what was given to a runner is not given again.
 */
export const carryOut = async (run: Run, work: Work, deps: WorkDeps): Promise<void> => {
  const following: Following = { ...deps, pace: deps.pace ?? usualPace, run };
  const { db } = deps;
  const total = await storeWork(run.id, work, db);
  if (run.attempt === 1) run.log(text('jobs.work.begun', following, { count: total }));
  let ended: EndCounts;
  try {
    ended = await followToEnd(following);
  } catch (error) {
    // A server that stops, or fails, leaves the work alone: the next attempt follows it on another server.
    const isStopped = run.signal.aborted && run.signal.reason !== serverEnds;
    if (isStopped || error instanceof FinalFailure) await endWork(run.id, db);
    throw error;
  }
  await endWork(run.id, db);
  (deps.judge ?? judgeAll)(ended);
};
