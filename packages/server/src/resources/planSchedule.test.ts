import { ValidationError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import { refuseTimeless } from './planSchedule.ts';

const off = { is_periodic: false, crontab: null, interval: 24 };
const nightly = { is_periodic: true, crontab: '0 3 * * *', interval: 24 };
/** What PUT stores where the body says nothing. */
const defaults = { is_periodic: true, crontab: null, interval: 24 };

const isRefused = (before: typeof off | typeof nightly | undefined, values: object, input: object) => {
  try {
    refuseTimeless({ before, values, input });
    return false;
  } catch (error) {
    if (error instanceof ValidationError) return true;
    throw error;
  }
};

test('a plan that PUT replaces does not start to run by defaults that its user did not send', () => {
  const put = (before: typeof off | typeof nightly, input: object) =>
    isRefused(before, { ...defaults, ...input }, input);
  for (const before of [off, nightly]) {
    expect(put(before, {})).toBe(true);
    expect(put(before, { is_periodic: true })).toBe(true);
    expect(put(before, { interval: 2 })).toBe(false);
    expect(put(before, { is_periodic: true, crontab: '0 4 * * *' })).toBe(false);
    expect(put(before, { is_periodic: false })).toBe(false);
  }
});

test('a new plan names its times, and a change keeps those that are stored', () => {
  expect(isRefused(undefined, defaults, {})).toBe(true);
  expect(isRefused(undefined, defaults, { crontab: '0 3 * * *' })).toBe(false);
  const patch = (before: typeof off, input: object) => isRefused(before, input, input);
  expect(patch(off, { is_periodic: true })).toBe(false);
  expect(patch(off, { is_periodic: true, interval: null })).toBe(true);
  expect(patch(off, { comment: 'x' })).toBe(false);
});
