import type { Recording } from './record.ts';

/** A place where two recordings differ. */
export type Difference = { call: string; at: string; before: unknown; after: unknown };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** That a column is sometimes empty in only one recording reflects the data, not the server. */
const withoutNull = (value: unknown): unknown =>
  typeof value === 'string' && value.includes(' | ')
    ? value
        .split(' | ')
        .filter((type) => type !== 'null')
        .join(' | ')
    : value;

const within = (call: string, at: string, before: unknown, after: unknown): Difference[] => {
  if (Object.is(withoutNull(before), withoutNull(after))) return [];
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => within(call, at ? `${at}.${key}` : key, before[key], after[key]));
  }
  return [{ call, at, before, after }];
};

/** All differences between two recordings, call by call. */
export const compare = (before: Recording, after: Recording): Difference[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .sort()
    .flatMap((call) => within(call, '', before[call], after[call]));
