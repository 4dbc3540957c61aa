import type { Database } from '../database.ts';
import { type Attempt, longestLog, recordReport } from './runs.ts';

/** Minimum interval between writes of progress and log. */
const everyMs = 1_000;

/** Collects what a run reports and writes it periodically; `flush` writes the rest. */
export const createReporter = (of: Attempt, db: Database, failed: (error: unknown) => void) => {
  let lines = '';
  let progress: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();
  const write = () => {
    timer = undefined;
    if (lines === '' && progress === null) return;
    const report = { lines, progress };
    lines = '';
    progress = null;
    writing = writing.then(() => recordReport(of, report, db)).catch(failed);
  };
  const later = () => {
    timer ??= setTimeout(write, everyMs).unref();
  };
  return {
    progress: (percent: number) => {
      if (Number.isFinite(percent)) progress = Math.max(0, Math.min(100, Math.round(percent)));
      later();
    },
    log: (line: string) => {
      lines += `${new Date().toISOString()} ${line}\n`;
      // Only the end is stored; a handler that reports without end must not fill the memory.
      if (lines.length > 2 * longestLog) lines = lines.slice(-longestLog);
      later();
    },
    flush: async () => {
      clearTimeout(timer);
      write();
      await writing;
    },
  };
};
