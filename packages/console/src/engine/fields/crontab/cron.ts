import { Cron } from 'croner';

const FIELDS = 5;
const LEAST_MS = 10 * 60_000;
/** Number of runs examined; enough to find the shortest interval of any practical pattern. */
const LOOKED_AT = 200;

const cronOf = (text: string, timezone?: string): Cron | undefined => {
  const pattern = text.trim();
  if (pattern.split(/\s+/).length !== FIELDS) return undefined;
  try {
    return new Cron(pattern, { mode: '5-part', ...(timezone && { timezone }) });
  } catch {
    return undefined;
  }
};

/** The next runs of a pattern in a time zone; none for an invalid one. */
export const nextRuns = (text: string, count: number, zone?: string, from?: Date): Date[] =>
  cronOf(text, zone)?.nextRuns(count, from) ?? [];

/**
 * What is wrong with a pattern: not five valid fields, no run at all, or runs less than ten minutes apart.
 */
export const crontabFault = (text: string): 'crontab' | 'crontabOften' | undefined => {
  // Intervals are checked in UTC, without daylight saving, as on the server.
  const runs = cronOf(text, 'UTC')?.nextRuns(LOOKED_AT) ?? [];
  if (runs.length === 0) return 'crontab';
  const isTooOften = runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < LEAST_MS;
  });
  return isTooOften ? 'crontabOften' : undefined;
};
