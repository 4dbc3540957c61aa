import { expect, test } from 'vitest';
import type { Values } from '../../../engine/resource.ts';
import { type CustomField, customInfo, withoutPasswords } from './customInfo.ts';

const field = (type: string, more: Partial<CustomField> = {}): CustomField => ({
  name: 'a',
  label: 'A',
  type,
  ...more,
});
const seal = (plain: string) => `sealed ${plain}`;
/** The value of one field as stored, or the messages about it. */
const stored = (declared: CustomField, value: unknown, before: Values = {}) => {
  const { info, errors } = customInfo({ a: value }, before, [declared], seal);
  return errors.a ?? info.a;
};
const wrong = (key: string, params?: object) => [params ? { key, params } : { key }];

test('each custom value must have the type of its field', () => {
  expect(stored(field('int'), '-42')).toBe(-42);
  for (const value of ['4.2', '1'.repeat(16), 'x', true])
    expect(stored(field('int'), value)).toEqual(wrong('invalid_integer'));
  expect([true, 'true', false, 'false'].map((value) => stored(field('bool'), value))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  for (const value of ['yes', 'constructor'])
    expect(stored(field('bool'), value)).toEqual(wrong('invalid_boolean'));
  expect(stored(field('list'), ['x', 1])).toEqual(['x', '1']);
  expect(stored(field('list'), 'x')).toEqual(wrong('not_a_list'));
  const choice = field('choice', { choices: ['eu', 'us'] });
  expect([stored(choice, 'eu'), stored(choice, { value: 'us', label: 'US' })]).toEqual(['eu', 'us']);
  expect(stored(choice, 'mars')).toEqual(wrong('invalid_choice', { value: 'mars' }));
  expect(stored(field('choice'), 'eu')).toEqual(wrong('invalid_choice', { value: 'eu' }));
  expect([stored(field('str'), 'text'), stored(field('str'), 7)]).toEqual(['text', '7']);
  expect(stored(field('str'), 'x'.repeat(4096))).toBe('x'.repeat(4096));
  for (const value of ['x'.repeat(4097), {}, true])
    expect(stored(field('str'), value)).toEqual(wrong('invalid_string'));
});

test('an empty custom value becomes the default of its field, and a missing one keeps the stored value', () => {
  for (const value of [undefined, null, '']) {
    expect(stored(field('str', { default: 'x' }), value)).toBe('x');
    expect(stored(field('int', { default: '5' }), value)).toBe(5);
    expect(stored(field('int', { default: 'five' }), value)).toBe('');
    expect([stored(field('bool'), value), stored(field('list'), value), stored(field('int'), value)]).toEqual(
      [false, [], ''],
    );
  }
  expect(stored(field('str', { default: 'x' }), undefined, { a: 'before' })).toBe('before');
  expect(stored(field('str', { default: 'x' }), '', { a: 'before' })).toBe('x');
});

test('a custom password is sealed, and an empty one keeps the stored password', () => {
  const password = field('password');
  expect(stored(password, 'secret')).toBe('sealed secret');
  expect(stored(password, '', { a: 'sealed before' })).toBe('sealed before');
  expect(stored(password, '')).toBe('');
  const declared = [password, field('str', { name: 'b' }), field('str', { name: 'c' })];
  expect(withoutPasswords({ a: 'sealed x', b: 'shown', other: 1 }, declared)).toEqual({ b: 'shown' });
});

test('a platform that declares no fields accepts and shows any object', () => {
  const input = { anything: { nested: true } };
  expect(customInfo(input, {}, [], seal)).toEqual({ info: input, errors: {} });
  expect(withoutPasswords(input, [])).toEqual(input);
});
