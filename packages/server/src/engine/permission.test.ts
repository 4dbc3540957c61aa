import type { AppError } from '@gatehouse/contract/errors.ts';
import { expect, test } from 'vitest';
import { type Actor, anonymous } from './context.ts';
import { authorize, can, type Need } from './permission.ts';

const actor = (over: Partial<Actor> = {}): Actor => ({ ...anonymous, id: '1', ...over });
const holder = actor({ permissions: new Set(['view', 'add']) });
const refusedAs = (who: Actor, need: Need) => {
  try {
    return authorize({ actor: who }, need);
  } catch (error) {
    return (error as AppError).code;
  }
};

test('codenames are all needed in a list, and one of them where a bar stands between', () => {
  expect([
    can(holder, 'view'),
    can(holder, 'view|fly'),
    can(holder, ['view', 'add']),
    can(holder, ['view', 'add|fly']),
  ]).toEqual(Array(4).fill(true));
  expect([can(holder, 'fly'), can(holder, 'fly|swim'), can(holder, ['view', 'fly'])]).toEqual([
    false,
    false,
    false,
  ]);
  for (const need of ['', [], [''], '*', 'fly|*'] as const) expect(can(actor(), need)).toBe(true);
});

test('some needs are words', () => {
  const [plain, boss, robot] = [actor(), actor({ isSuperuser: true }), actor({ isServiceAccount: true })];
  const held = (need: Need) => [anonymous, plain, boss, robot].map((who) => can(who, need));
  expect(held('public')).toEqual([true, true, true, true]);
  expect(held('validUser')).toEqual([false, true, true, true]);
  expect(held('superuser')).toEqual([false, false, true, false]);
  expect(held('serviceAccount')).toEqual([false, false, false, true]);
  expect(held('view')).toEqual([false, false, true, false]);
  expect(held([])).toEqual([false, true, true, true]);
});

test('nobody holds what the licence lacks, and is told so only if nothing else is missing', () => {
  const lacks = new Set(['view']);
  for (const who of [holder, actor({ isSuperuser: true })]) {
    expect(can({ ...who, lacks }, 'view')).toBe(false);
    expect(refusedAs({ ...who, lacks }, 'view')).toBe('licence_required');
    expect(refusedAs({ ...who, lacks }, 'add')).toBeUndefined();
  }
  expect(refusedAs(actor({ lacks }), 'view')).toBe('permission_denied');
  expect(refusedAs(holder, 'fly')).toBe('permission_denied');
  expect(refusedAs({ ...anonymous, lacks }, 'view')).toBe('not_authenticated');
});
