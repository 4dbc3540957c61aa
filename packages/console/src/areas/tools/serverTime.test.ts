import { expect, test } from 'vitest';
import { laterServerTime } from './serverTime.ts';

test('the time of the server goes on in its own time zone', () => {
  expect(laterServerTime('2024/05/02 10:00:00 +0800', 0)).toBe('2024-05-02 10:00:00 (UTC+08:00)');
  expect(laterServerTime('2024/12/31 23:59:58 -0330', 3)).toBe('2025-01-01 00:00:01 (UTC-03:30)');
  expect(laterServerTime('noon', 3)).toBe('noon');
});
