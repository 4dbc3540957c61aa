import dayjs, { type Dayjs } from 'dayjs';

/** A time range as a list sends it. */
export type DateRange = { date_from: string; date_to: string };

/** Days that the shortcuts go back. */
export const SHORTCUT_DAYS = [1, 7, 30, 90, 183, 365] as const;

/** Shortcuts that are shown in months. */
const MONTHS: Partial<Record<number, number>> = { 183: 6, 365: 12 };

/** Text key of a shortcut, and the number of days or months. */
export const shortcutText = (days: number): { key: string; count: number } => {
  const months = MONTHS[days];
  return months === undefined
    ? { key: 'dates.lastDays', count: days }
    : { key: 'dates.lastMonths', count: months };
};

const DEFAULT_DAYS_BACK = 7;

/** From the start of the day this many days ago until the end of tomorrow. */
export const lastDays = (days: number, now: Dayjs = dayjs()): DateRange => ({
  date_from: now.subtract(days, 'day').startOf('day').toISOString(),
  date_to: now.add(1, 'day').endOf('day').toISOString(),
});

/** Default range of a list: from a week ago to the end of tomorrow. */
export const defaultRange = (now?: Dayjs): DateRange => lastDays(DEFAULT_DAYS_BACK, now);

/** Days of the shortcut with this range, if any. */
export const shortcutOf = (range: DateRange, now?: Dayjs): number | undefined =>
  SHORTCUT_DAYS.find((days) => {
    const known = lastDays(days, now);
    return known.date_from === range.date_from && known.date_to === range.date_to;
  });
