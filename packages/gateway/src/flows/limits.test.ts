import { expect, test } from 'vitest';
import { createLimitCheck, RESUME_WINDOW_MS, type SessionTimes } from './limits.ts';

const minute = 60_000;
const limits = { idle_minutes: 30, max_hours: 2 };
const at = (times: Partial<SessionTimes> = {}): SessionTimes => ({
  started: 0,
  activity: 0,
  detached: null,
  permission_end: null,
  ...times,
});

test('an idle warning is given once, one minute before the end, and again after typing', () => {
  const check = createLimitCheck();
  expect(check(28 * minute, at(), limits).warnings).toEqual([]);
  expect(check(29 * minute, at(), limits).warnings).toEqual([
    { code: 'idle_warning', params: { seconds: 60 } },
  ]);
  expect(check(29 * minute + 1000, at(), limits).warnings).toEqual([]);
  const typed = at({ activity: 29 * minute + 2000 });
  expect(check(29 * minute + 3000, typed, limits)).toEqual({ end: null, warnings: [] });
  expect(check(58.5 * minute, typed, limits).warnings).toHaveLength(1);
  expect(check(60 * minute, typed, limits).end).toEqual({
    reason: 'idle_disconnect',
    params: { minutes: 30 },
  });
});

test('the maximum time and the permission end a session however busy it is', () => {
  const check = createLimitCheck();
  const busy = at({ activity: 2 * 60 * minute });
  expect(check(2 * 60 * minute - 30_000, busy, limits).warnings).toEqual([
    { code: 'max_session_warning', params: { seconds: 30 } },
  ]);
  expect(check(2 * 60 * minute, busy, limits).end).toEqual({
    reason: 'max_session_timeout',
    params: { hours: 2 },
  });
  const permitted = at({ activity: 10 * minute, permission_end: 10 * minute });
  expect(createLimitCheck()(9.5 * minute, permitted, limits).warnings[0]?.code).toBe('permission_warning');
  expect(createLimitCheck()(10 * minute, permitted, limits).end?.reason).toBe('permission_expired');
});

test('a lost window has at least a minute to come back', () => {
  const check = createLimitCheck();
  expect(RESUME_WINDOW_MS).toBeGreaterThanOrEqual(minute);
  expect(check(RESUME_WINDOW_MS + 999, at({ detached: 1000 }), limits).end).toBeNull();
  expect(check(RESUME_WINDOW_MS + 1000, at({ detached: 1000 }), limits).end?.reason).toBe('client_gone');
});

test('a limit changed during the session applies from then on', () => {
  const check = createLimitCheck();
  expect(check(10 * minute, at(), limits).end).toBeNull();
  expect(check(10 * minute, at(), { ...limits, idle_minutes: 5 }).end?.reason).toBe('idle_disconnect');
});
