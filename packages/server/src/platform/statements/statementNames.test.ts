import { expect, test } from 'vitest';
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

test('once stopped, no statement has a name', () => {
  const names = createStatementNames(10);
  names.nameOf('a');
  names.nameOf('a');
  names.stop();
  for (let run = 0; run < 3; run += 1) expect(names.nameOf('a')).toBeUndefined();
});
