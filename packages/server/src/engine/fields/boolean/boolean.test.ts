import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import { boolean, booleanOf } from './boolean.ts';

const yes = ['true', '1', 'yes', 'on', 't', 'y'];
const no = ['false', '0', 'no', 'off', 'f', 'n', ''];
const use = useOf(field.boolean({}), {
  texts: { 'common.words.yes': 'Ja', 'common.words.no': 'Nein' },
});

test('several words are read as true or false, in upper or lower case', () => {
  expect(yes.map((word) => booleanOf(` ${word.toUpperCase()} `))).toEqual(yes.map(() => true));
  expect(no.map(booleanOf)).toEqual(no.map(() => false));
  expect([true, false, 1, 0, 'perhaps', 2, null].map(booleanOf)).toEqual([
    true,
    false,
    true,
    false,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a boolean field accepts words for true and false, and null only if it is nullable', async () => {
  const nullable = field.boolean({ nullable: true });
  expect([boolean.parse?.('yes', use), boolean.parse?.(false, use), boolean.parse?.('', use)]).toEqual([
    true,
    false,
    false,
  ]);
  expect(boolean.parse?.(null, useOf(nullable))).toBeNull();
  expect(await refusal(() => boolean.parse?.(null, use))).toEqual([{ key: 'null' }]);
  // As text, an empty list would be an empty string, which means no.
  for (const value of ['perhaps', {}, []])
    expect(await refusal(() => boolean.parse?.(value, use))).toEqual([{ key: 'invalid_boolean' }]);
  expect([boolean.empty?.(nullable), boolean.empty?.(field.boolean({}))]).toEqual([null, false]);
  expect(boolean.meta(use.field, use)).toEqual({ type: 'boolean' });
});

test('files show booleans as yes and no in the language of the user and can be imported again', () => {
  expect([boolean.toCell?.(true, use), boolean.toCell?.(false, use), boolean.toCell?.(null, use)]).toEqual([
    'Ja',
    'Nein',
    'Nein',
  ]);
  const read = (cell: string) => boolean.fromCell?.(cell, use);
  expect([' Ja', 'Nein ', 'yes', 'off', '', 'Jein'].map(read)).toEqual([
    true,
    false,
    true,
    false,
    false,
    'Jein',
  ]);
});

test('a boolean filter accepts the words for yes and no', async () => {
  const sent = (raw: string) => sentValues(boolean.filter?.(raw, sql`shade`, use));
  expect([sent('on'), sent('0')]).toEqual([[true], [false]]);
  expect(await refusal(() => sent('perhaps'))).toEqual([{ key: 'invalid_boolean' }]);
});
