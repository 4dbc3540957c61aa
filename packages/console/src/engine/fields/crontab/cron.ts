import { Cron } from 'croner';

const FIELDS = 5;
const LEAST_MS = 10 * 60_000;
/** So many runs show every distance a pattern of five fields can have. */
const LOOKED_AT = 200;

const cronOf = (text: string, timezone?: string): Cron | undefined => {
  const pattern = text.trim();
  if (pattern.split(/\s+/).length !== FIELDS) return undefined;
  try {
    return new Cron(pattern, { mode: '5-part', paused: true, ...(timezone && { timezone }) });
  } catch {
    return undefined;
  }
};

/** The next moments at which a pattern runs by the clocks of a zone; none for one that cannot be read. */
export const nextRuns = (text: string, count: number, zone?: string, from?: Date): Date[] =>
  cronOf(text, zone)?.nextRuns(count, from) ?? [];

/** What is wrong with a pattern: not five readable fields, or runs closer than ten minutes. */
export const crontabFault = (text: string): 'crontab' | 'crontabOften' | undefined => {
  // Distances are judged without clock changes, as the server does.
  const runs = cronOf(text, 'UTC')?.nextRuns(LOOKED_AT) ?? [];
  if (runs.length === 0) return 'crontab';
  const isTooOften = runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < LEAST_MS;
  });
  return isTooOften ? 'crontabOften' : undefined;
};
