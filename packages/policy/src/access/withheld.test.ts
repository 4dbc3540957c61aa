import type { CheckoutFacts } from '@gatehouse/contract/policy/checkout.ts';
import { expect, test } from 'vitest';
import { withheldFrom } from './withheld.ts';

const until = new Date('2026-01-01T10:00:00Z');
const [before, after] = [new Date('2026-01-01T09:59:59Z'), new Date('2026-01-01T10:00:00Z')];
const open = (state: 'held' | 'changing' | 'failed', user: string | null = 'ann') =>
  ({
    required: true,
    minutes: 60,
    open: { id: '1', user, holder: 'Ann', state, until, can_extend: true },
  }) satisfies CheckoutFacts;

test('the holder uses an account up to the end of the check-out, not in that second', () => {
  expect(withheldFrom(open('held'), 'ann', before)).toBeUndefined();
  expect(withheldFrom(open('held'), 'ann', after)).toMatchObject({ why: 'changing' });
});

test('others are told who holds it and until when, also where the account stopped asking for check-outs', () => {
  const told = { why: 'checked_out', holder: 'Ann', until };
  expect(withheldFrom(open('held'), 'bob', before)).toEqual(told);
  expect(withheldFrom({ ...open('held'), required: false }, 'bob', before)).toEqual(told);
});

test('an application, and a check-out whose user was deleted, hold nothing', () => {
  expect(withheldFrom(open('held'), undefined, before)).toMatchObject({ why: 'checked_out' });
  expect(withheldFrom(open('held', null), undefined, before)).toMatchObject({ why: 'checked_out' });
});

test('after its return an account is for no user, until its secret is changed', () => {
  expect(withheldFrom(open('changing'), 'ann', before)).toMatchObject({ why: 'changing' });
  expect(withheldFrom(open('failed'), 'ann', before)).toMatchObject({ why: 'change_failed' });
});

test('an account that asks for check-outs is for no user without one, any other for all', () => {
  expect(withheldFrom({ required: true, minutes: 60, open: null }, 'ann', before)).toMatchObject({
    why: 'checkout_needed',
  });
  expect(withheldFrom({ required: false, minutes: 60, open: null }, 'ann', before)).toBeUndefined();
});
