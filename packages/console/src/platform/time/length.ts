import { spaced } from './time.ts';

const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
/** Lengths just short of so many units are still told in them. */
const FEWEST = 1.9;

/** A length of time in the largest unit it holds about two of: `7 days`, `36 hours`. */
export const formatLength = (milliseconds: number, language: string): string => {
  const [unit, size] = units.find(([, one]) => milliseconds >= FEWEST * one) ?? ['minute', MINUTE];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return spaced(format.format(Math.round(milliseconds / size)), language);
};
