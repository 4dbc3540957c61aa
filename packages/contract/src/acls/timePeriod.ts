/** Half-hours of a day. */
export const HALF_HOURS = 48;

/** The times of a day of the week, 0 for Sunday: ranges such as `00:00~07:30、10:00~13:00`, or none. */
export type DayPeriod = { id: number; value: string };

const SEPARATOR = '、';

/** The half-hour at which a time begins; undefined if it is not on one. */
const halfHourOf = (time: string): number | undefined => {
  const [, hour, minute] = /^(\d\d):(00|30)$/.exec(time) ?? [];
  const at = Number(hour) * 2 + (minute === '30' ? 1 : 0);
  return hour !== undefined && at <= HALF_HOURS ? at : undefined;
};

const timeOf = (halfHour: number): string => {
  const hour = String(Math.floor(halfHour / 2) % 24).padStart(2, '0');
  return `${hour}:${halfHour % 2 ? '30' : '00'}`;
};

/** Ranges of half-hours, from the first up to the second. */
export type HalfHourRange = readonly [from: number, to: number];

/** The ranges of a day, in the order in which they stand; undefined if the text has another form. */
export const rangesOf = (value: string): HalfHourRange[] | undefined => {
  if (value === '') return [];
  const ranges: HalfHourRange[] = [];
  for (const part of value.split(SEPARATOR)) {
    const [from, end, ...rest] = part.split('~').map((time) => halfHourOf(time.trim()));
    // Midnight at the end of a range is the end of the day.
    const to = end === 0 ? HALF_HOURS : end;
    if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined;
    ranges.push([from, to]);
  }
  return ranges;
};

/** Which half-hours of the day the ranges cover. */
export const halfHoursIn = (ranges: readonly HalfHourRange[]): boolean[] =>
  Array.from({ length: HALF_HOURS }, (_, at) => ranges.some(([from, to]) => from <= at && at < to));

/** Half-hours of a day as a text, with ranges as long as possible. */
export const textOfHalfHours = (half: readonly boolean[]): string => {
  const ranges: string[] = [];
  for (let at = 0; at < HALF_HOURS; at += 1) {
    if (!half[at]) continue;
    const from = at;
    while (half[at + 1] && at + 1 < HALF_HOURS) at += 1;
    ranges.push(`${timeOf(from)}~${timeOf(at + 1)}`);
  }
  return ranges.join(SEPARATOR);
};

/** The week as half-hours by day, Sunday first; text that cannot be read counts as no time. */
export const weekOf = (periods: readonly DayPeriod[]): boolean[][] =>
  Array.from({ length: 7 }, (_, day) =>
    halfHoursIn(rangesOf(periods.find(({ id }) => id === day)?.value ?? '') ?? []),
  );

/** A week as it goes over the wire: seven days, or nothing, which means always. */
export const periodsOf = (week: readonly (readonly boolean[])[]): DayPeriod[] => {
  const isEmpty = week.every((day) => !day.some(Boolean));
  return isEmpty ? [] : week.map((day, id) => ({ id, value: textOfHalfHours(day) }));
};
