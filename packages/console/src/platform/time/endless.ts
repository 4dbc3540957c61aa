import type { Dayjs } from 'dayjs';

/** An end more than this many years ahead means "never": the wire requires an end, so 70 years are stored. */
const FAR_YEARS = 50;

/** Whether an end is so far ahead that it stands for "never". */
export const isEndless = (end: Dayjs): boolean => end.diff(undefined, 'year') > FAR_YEARS;
