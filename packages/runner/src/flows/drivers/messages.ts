import type { HostKeyReport, HostKeyVerdict } from '@gatehouse/contract/wire/connection.ts';
import type { TargetFailure } from '../../engine/targetFailure.ts';
import type { Outcome, Work } from '../../engine/way.ts';
import type { Database } from '../methods.ts';

/** What the runner tells a process that holds a database driver: the work, or the answer to its question. */
export type ToDriver =
  | { work: Work; database: Database }
  /** What the work started in the database is to end; the process is ended soon. */
  | { stop: true }
  /** `null`: the server gave no verdict. */
  | { verdict: HostKeyVerdict | null };

/** What such a process tells: the end of the work, a host key to report, or something for the log. */
export type FromDriver =
  | { outcome: Outcome }
  | { failure: Pick<TargetFailure, 'status' | 'key' | 'params' | 'output' | 'holds'> }
  | { hostKey: HostKeyReport }
  /** Output of a statement. */
  | { printed: string }
  | { warning: string };
