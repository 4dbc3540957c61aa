import type { AnswerOf } from '@gatehouse/contract/call/callTypes.ts';
import type { Calls } from '@gatehouse/contract/calls/all.ts';
import type { HostGroup, JobState } from '@gatehouse/contract/ops/jobs.ts';
import type { GlyphName, StatusKind } from '../../../theme/icon/Glyph.tsx';

/** A part of the machines of a run, with the facts of the run. */
export type HostPage = AnswerOf<Calls['GET /api/v1/ops/job-executions/:id/hosts/']>;

/** A run without its machines. */
export type RunFacts = Omit<HostPage, 'hosts' | 'has_more'>;

/** A machine of a run. */
export type Host = HostPage['hosts'][number];

type Look = { kind: StatusKind; glyph?: GlyphName };

/** How the state of a machine looks. */
export const hostLooks: Record<Host['state'], Look> = {
  waiting: { kind: 'off' },
  running: { kind: 'run' },
  ok: { kind: 'ok', glyph: 'done' },
  failed: { kind: 'bad' },
  unreachable: { kind: 'bad' },
  refused: { kind: 'bad' },
  unsupported: { kind: 'bad' },
  timeout: { kind: 'warn' },
  stopped: { kind: 'off', glyph: 'stopped' },
  lost: { kind: 'warn' },
  skipped: { kind: 'off', glyph: 'unknown' },
};

/** How the state of a run looks. */
export const runLooks: Record<JobState, Look> = {
  waiting: { kind: 'wait' },
  running: { kind: 'run' },
  success: { kind: 'ok', glyph: 'done' },
  failed: { kind: 'bad' },
  timeout: { kind: 'warn' },
};

/** Whether a machine has not ended. */
export const isOpen = ({ state }: Pick<Host, 'state'>): boolean => state === 'waiting' || state === 'running';

/** How many machines a run has. */
export const totalOf = ({ counts }: Pick<RunFacts, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** How many machines of a run have ended. */
export const endedOf = ({ counts }: Pick<RunFacts, 'counts'>): number =>
  counts.ok + counts.failed + counts.skipped;

/** Which machines of a run are listed. */
export type HostFilter = { state?: HostGroup | undefined; search: string };
