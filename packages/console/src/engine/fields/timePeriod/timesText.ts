import {
  type DayPeriod,
  HALF_HOURS,
  rangesOf,
  textOfHalfHours,
  weekOf,
} from '@gatehouse/contract/acls/timePeriod.ts';
import { joined } from '../../../platform/i18n/joined.ts';
import type { Translate } from '../FieldUi.ts';

/** Days as they are shown: Monday first. */
export const shownDays = [1, 2, 3, 4, 5, 6, 0] as const;

/** A Sunday, from which the names of days are told. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

/** Name of a day of the week, 0 for Sunday. */
export const dayName = (day: number, language: string, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' }).format(SUNDAY + day * DAY_MS);

/** A time of the day, such as `09:30`, by its half-hour. */
export const timeText = (halfHour: number): string =>
  `${String(Math.floor(halfHour / 2)).padStart(2, '0')}:${halfHour % 2 ? '30' : '00'}`;

const dayText = (value: string, t: Translate): string => {
  const ranges = rangesOf(value) ?? [];
  if (ranges.some(([from, to]) => from === 0 && to === HALF_HOURS)) return t('timePeriod.allDay');
  return joined(ranges.map(([from, to]) => `${timeText(from)}–${timeText(to)}`));
};

/** Half-hours of the week in words, days in a row with the same times together; undefined for always. */
export const timesText = (
  periods: readonly DayPeriod[],
  language: string,
  t: Translate,
): string | undefined => {
  const week = weekOf(periods);
  if (!week.some((day) => day.some(Boolean))) return undefined;
  const groups: { first: number; last: number; value: string }[] = [];
  for (const day of shownDays) {
    const value = textOfHalfHours(week[day] ?? []);
    const before = groups.at(-1);
    if (before?.value === value) before.last = day;
    else groups.push({ first: day, last: day, value });
  }
  const texts = groups
    .filter(({ value }) => value !== '')
    .map(({ first, last, value }) => {
      const days = [first, last].map((day) => dayName(day, language, 'short'));
      return `${first === last ? days[0] : days.join('–')} ${dayText(value, t)}`;
    });
  return texts.join(/^(zh|ja)/.test(language) ? '；' : '; ');
};
