import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStatementNames } from './statementNames.ts';

test('a statement has a name from its second run on, and keeps it', () => {
  const names = createStatementNames(2);
  expect(names.nameOf('a')).toBeUndefined();
  const name = names.nameOf('a');
  expect(name).toMatch(/^[0-9a-f]{32}_0$/);
  expect(names.nameOf('a')).toBe(name);
  expect(names.nameOf('b')).toBeUndefined();
  expect(names.nameOf('b')).not.toBe(name);
});

test('as many statements are named as allowed, and those keep their names', () => {
  const names = createStatementNames(1);
  names.nameOf('a');
  const name = names.nameOf('a');
  names.nameOf('b');
  expect(names.nameOf('b')).toBeUndefined();
  expect(names.nameOf('a')).toBe(name);
});

test('texts seen once are forgotten when there are thousands of them', () => {
  const names = createStatementNames(10);
  names.nameOf('early');
  for (let at = 0; at < 1_999; at += 1) names.nameOf(`once ${at}`);
  expect(names.nameOf('once 5')).toBeDefined();
  names.nameOf('one more');
  names.nameOf('and the one that is too many');
  expect(names.nameOf('early')).toBeUndefined();
  expect(names.nameOf('early')).toBeDefined();
});

test('a renamed statement has a name of its own; one without a name gets none', () => {
  const names = createStatementNames(10);
  names.nameOf('a');
  const name = names.nameOf('a');
  names.rename('a');
  expect(names.nameOf('a')).not.toBe(name);
  expect(names.nameOf('a')).toBe(names.nameOf('a'));
  names.rename('never seen');
  expect(names.nameOf('never seen')).toBeUndefined();
});

describe('paused', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const nameSoon = (names: ReturnType<typeof createStatementNames>) => {
    names.nameOf('a');
    return names.nameOf('a');
  };

  test('no statement has a name for a while, then each has a new one', () => {
    const names = createStatementNames(10);
    const name = nameSoon(names);
    names.pause();
    for (let run = 0; run < 3; run += 1) expect(names.nameOf('a')).toBeUndefined();
    vi.advanceTimersByTime(9_000);
    expect(nameSoon(names)).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(nameSoon(names)).toMatch(/^[0-9a-f]{32}_1$/);
    expect(nameSoon(names)).not.toBe(name);
  });

  test('each further pause is twice as long, up to an hour, and short again after a quiet day', () => {
    const names = createStatementNames(10);
    const lastsFor = () => {
      names.pause();
      const since = Date.now();
      while (nameSoon(names) === undefined) vi.advanceTimersByTime(1_000);
      return Math.round((Date.now() - since) / 1_000);
    };
    expect([lastsFor(), lastsFor(), lastsFor()]).toEqual([10, 20, 40]);
    for (let at = 0; at < 10; at += 1) lastsFor();
    expect(lastsFor()).toBe(3_600);
    vi.advanceTimersByTime(24 * 3_600_000);
    expect(lastsFor()).toBe(10);
  });

  test('what fails for the same reason during a pause does not prolong it', () => {
    const names = createStatementNames(10);
    for (let at = 0; at < 5; at += 1) names.pause();
    vi.advanceTimersByTime(10_000);
    expect(nameSoon(names)).toBeDefined();
  });
});
