import { spaced } from './time.ts';

const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
/** A duration is shown in a unit if it has at least this many of them. */
const FEWEST = 1.9;

/** A duration in the largest unit of which it has about two or more: `7 days`, `36 hours`. */
export const formatLength = (milliseconds: number, language: string): string => {
  const [unit, size] = units.find(([, duration]) => milliseconds >= FEWEST * duration) ?? ['minute', MINUTE];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return spaced(format.format(Math.round(milliseconds / size)), language);
};
