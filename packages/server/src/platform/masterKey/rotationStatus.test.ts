import { expect, test } from 'vitest';
import { createProgress, progressLine } from './progress.ts';
import { statusLines } from './rotationStatus.ts';

const since = { percent: 10, done: 100 };

test('a line of progress has percent, amount, rate and the time left, as far as they are known', () => {
  expect(progressLine('checking', { percent: 10, done: 100 }, { seconds: 0, since })).toBe(
    ' 10.0 %  checking, 100 secrets done',
  );
  expect(progressLine('re-encrypting', { percent: 55, done: 1_234_567 }, { seconds: 90, since })).toBe(
    ' 55.0 %  re-encrypting, 1,234,567 secrets done, 13,716 a second, about 1:30 left',
  );
  expect(progressLine('re-encrypting', { percent: 11, done: 101 }, { seconds: 60, since })).toBe(
    ' 11.0 %  re-encrypting, 101 secrets done, about 1:29:00 left',
  );
});

test('progress is told once a second, and each part of the work counts its own time', () => {
  let now = 0;
  const said: string[] = [];
  const { tell, isDue } = createProgress(
    (line) => said.push(line),
    () => now,
  );
  tell('re-encrypting', { percent: 0, done: 0 });
  now = 999;
  tell('re-encrypting', { percent: 10, done: 500 });
  expect([said, isDue()]).toEqual([[], false]);
  now = 1_000;
  expect(isDue()).toBe(true);
  tell('re-encrypting', { percent: 20, done: 1_000 });
  now = 5_000;
  tell('checking', { percent: 1, done: 1_000 });
  now = 6_000;
  tell('checking', { percent: 51, done: 1_000 });
  expect(said).toEqual([
    ' 20.0 %  re-encrypting, 1,000 secrets done, 1,000 a second, about 0:04 left',
    '  1.0 %  checking, 1,000 secrets done',
    ' 51.0 %  checking, 1,000 secrets done, about 0:01 left',
  ]);
});

const state = {
  ...{ to: 'bbb', from: ['aaa'], started: '2026-03-01T00:00:00Z' },
  ...{ done: 12_345, percent: 40, table: 't', block: 1 },
};
const reports = [
  { server: 'one', seals: 'bbb', opens: ['bbb', 'aaa'] },
  { server: 'two', seals: 'bbb', opens: ['bbb'] },
];

test('the status names the change, how far it is, and the keys of every server', () => {
  const servers = ['one: seals with key bbb, also opens aaa', 'two: seals with key bbb'];
  expect(statusLines({ state: undefined, isRunning: false, reports })).toEqual([
    'the master key has never been changed',
    ...servers,
  ]);
  expect(statusLines({ state, isRunning: true, reports: [] })).toEqual([
    'running: from key aaa to key bbb, since 2026-03-01T00:00:00Z',
    '40.0 % of this pass, 12,345 secrets done',
  ]);
  expect(statusLines({ state, isRunning: false, reports: [] })[0]).toBe(
    'interrupted; npm run rotate-key goes on: from key aaa to key bbb, since 2026-03-01T00:00:00Z',
  );
  expect(
    statusLines({ state: { ...state, finished: '2026-03-01T01:00:00Z' }, isRunning: false, reports }),
  ).toEqual(['changed at 2026-03-01T01:00:00Z from key aaa to key bbb', ...servers]);
});
