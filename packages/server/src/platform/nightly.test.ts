import { expect, test } from 'vitest';
import { msUntilHour } from './nightly.ts';

const hours = (zone: string, now: string) => msUntilHour(2, zone, new Date(now)) / 3_600_000;

test('the next two o’clock is today before it and tomorrow after it, where people are', () => {
  expect(hours('UTC', '2026-01-10T01:30:00Z')).toBe(0.5);
  expect(hours('UTC', '2026-01-10T02:00:00Z')).toBe(24);
  expect(hours('UTC', '2026-01-10T12:00:00Z')).toBe(14);
  expect(hours('Asia/Shanghai', '2026-01-10T12:00:00Z')).toBe(6);
});

test('a night that clocks change is as long as it is', () => {
  expect(hours('Europe/Berlin', '2026-10-23T12:00:00Z')).toBe(12);
  expect(hours('Europe/Berlin', '2026-10-25T12:00:00Z')).toBe(13);
});
