import type { CrontabField } from '@gatehouse/contract/resource/fields.ts';
import { Cron } from 'croner';
import { text as textColumn } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';
import { checkText } from '../text/text.ts';

const MAX_LENGTH = 128;
const FIELDS = 5;
const LEAST_MINUTES = 10;
const LEAST_MS = LEAST_MINUTES * 60_000;
const DAY_MS = 86_400_000;
/** Runs of a whole day, at most every ten minutes, and one more. All days of a pattern have the same times. */
const RUNS_OF_A_DAY = DAY_MS / LEAST_MS + 1;
/** Time over which days are checked for a neighbour: at most eight years lie between two leap days. */
const LOOK_AHEAD_MS = 9 * 366 * DAY_MS;

/** In UTC, no clock change brings two runs closer together than the pattern does. */
const cronOf = (pattern: string) => new Cron(pattern, { mode: '5-part', timezone: 'UTC' });

const runsOf = (pattern: string): number[] => {
  if (pattern.split(' ').length !== FIELDS) return refuse('crontab_fields');
  try {
    return cronOf(pattern)
      .nextRuns(RUNS_OF_A_DAY)
      .map((run) => run.getTime());
  } catch {
    return refuse('crontab_fields');
  }
};

const closest = (times: readonly number[]): number =>
  times.slice(1).reduce((least, time, index) => Math.min(least, time - (times[index] ?? 0)), Infinity);

/** Whether a pattern of days has two days in a row. */
const hasNeighbours = (days: string): boolean => {
  const cron = cronOf(`0 0 ${days}`);
  let day = cron.nextRun();
  const end = (day?.getTime() ?? 0) + LOOK_AHEAD_MS;
  while (day && day.getTime() < end) {
    const next = cron.nextRun(day);
    if (next && next.getTime() - day.getTime() <= DAY_MS) return true;
    day = next;
  }
  return false;
};

const isTooOften = (pattern: string, runs: readonly number[]): boolean => {
  if (closest(runs) < LEAST_MS) return true;
  // The last run of a day and the first of the next may be closer; such days may be years away.
  const times = runs.map((run) => run % DAY_MS);
  if (DAY_MS - Math.max(...times) + Math.min(...times) >= LEAST_MS) return false;
  return hasNeighbours(pattern.split(' ').slice(2).join(' '));
};

/** Five cron fields; runs closer than ten minutes are refused. */
export const crontab: ServerField<CrontabField> = {
  column: () => textColumn(),
  empty: (field) => (field.nullable ? null : ''),
  parse: (value, { field }) => {
    if (value === null || value === '') return field.nullable ? null : refuse('null');
    const pattern = checkText(value, { max: MAX_LENGTH }).trim().replace(/\s+/g, ' ');
    const runs = runsOf(pattern);
    if (runs.length === 0) return refuse('crontab_fields');
    return isTooOften(pattern, runs) ? refuse('crontab_too_often') : pattern;
  },
  meta: () => ({ type: 'string', max_length: MAX_LENGTH }),
  orderable: false,
};
