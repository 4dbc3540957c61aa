import type { Dayjs } from 'dayjs';

/** The wire requires an end, so "never" is stored as a date 70 years ahead. */
const FAR_YEARS = 50;

/** Whether an end is so far ahead that it stands for "never". */
export const isEndless = (end: Dayjs): boolean => end.diff(undefined, 'year') > FAR_YEARS;
