import type { CrontabField } from '@gatehouse/contract/resource/fields.ts';
import { Cron } from 'croner';
import { text as textColumn } from 'drizzle-orm/pg-core';
import { refuse, type ServerField } from '../kind.ts';
import { checkText } from '../text/text.ts';

const MAX_LENGTH = 128;
const FIELDS = 5;
const LEAST_MINUTES = 10;
/** Number of next runs that are checked: enough to show the shortest interval of any practical pattern. */
const LOOKED_AT = 200;

const runsOf = (pattern: string): Date[] => {
  if (pattern.split(' ').length !== FIELDS) return refuse('crontab_fields');
  try {
    // In UTC, no clock change brings two runs closer together than the pattern does.
    return new Cron(pattern, { mode: '5-part', timezone: 'UTC' }).nextRuns(LOOKED_AT);
  } catch {
    return refuse('crontab_fields');
  }
};

const isTooOften = (runs: readonly Date[]): boolean =>
  runs.some((run, index) => {
    const next = runs[index + 1];
    return next !== undefined && next.getTime() - run.getTime() < LEAST_MINUTES * 60_000;
  });

/** Five cron fields; runs closer than ten minutes are refused. */
export const crontab: ServerField<CrontabField> = {
  column: () => textColumn(),
  empty: (field) => (field.nullable ? null : ''),
  parse: (value, { field }) => {
    if (value === null || value === '') return field.nullable ? null : refuse('null');
    const pattern = checkText(value, { max: MAX_LENGTH }).trim().replace(/\s+/g, ' ');
    const runs = runsOf(pattern);
    if (runs.length === 0) return refuse('crontab_fields');
    return isTooOften(runs) ? refuse('crontab_too_often') : pattern;
  },
  meta: () => ({ type: 'string', max_length: MAX_LENGTH }),
  orderable: false,
};
