import { expect, test } from 'vitest';
import { crontabFault, nextRuns } from './cron.ts';

const from = new Date('2031-01-01T00:00:00Z');
const runs = (pattern: string, zone?: string) =>
  nextRuns(pattern, 2, zone, from).map((run) => run.toISOString());

test('runs are computed in the time zone of the server', () => {
  expect(runs('0 2 * * *', 'UTC')).toEqual(['2031-01-01T02:00:00.000Z', '2031-01-02T02:00:00.000Z']);
  expect(runs(' 0  2 * * * ', 'Asia/Tokyo')).toEqual([
    '2031-01-01T17:00:00.000Z',
    '2031-01-02T17:00:00.000Z',
  ]);
});

test.each(['', '0 2 * *', '0 2 * * * *', '@daily', '61 2 * * *', 'a b c d e', '0 0 31 2 *'])(
  '%j is not a valid five-field pattern or never runs',
  (pattern) => {
    expect(crontabFault(pattern)).toBe('crontab');
    expect(nextRuns(pattern, 2, 'UTC', from)).toEqual([]);
  },
);

test.each([
  ['* * * * *', 'crontabOften'],
  ['*/9 * * * *', 'crontabOften'],
  ['0,51 * * * *', 'crontabOften'],
  ['*/10 * * * *', undefined],
  ['0,50 * * * *', undefined],
  ['0 2 1 1 *', undefined],
])('only runs less than ten minutes apart are reported as too often: %s', (pattern, fault) => {
  expect(crontabFault(pattern)).toBe(fault);
});
