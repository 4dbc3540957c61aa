import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { phone } from './phone.ts';

const use = useOf(field.phone({}));
const parse = (value: unknown) => phone.parse?.(value, use);

test('a phone number without a country code gets +86, and others keep theirs', () => {
  const china = '+8613800138000';
  expect(
    [' 13800138000 ', 13_800_138_000, { phone: '13800138000' }, { phone: 13_800_138_000, code: '+86' }].map(
      parse,
    ),
  ).toEqual(Array(4).fill(china));
  expect([parse('+81 90-1234-5678'), parse({ code: '+81', phone: '9012345678' })]).toEqual([
    '+819012345678',
    '+819012345678',
  ]);
});

test('an empty phone number is stored as null, and an invalid one is refused', async () => {
  expect([null, '', '  ', { phone: '' }, { phone: null, code: '+86' }].map(parse)).toEqual(
    Array(5).fill(null),
  );
  for (const value of ['here', '12', true, {}, { code: '+86' }, []])
    expect(await refusal(() => parse(value))).toEqual([{ key: 'invalid_phone' }]);
});

test('a phone number is shown with a separate country code, but in files as one text', () => {
  expect(phone.present?.('+819012345678', use)).toEqual({ code: '+81', phone: 9_012_345_678 });
  expect(phone.present?.('no number', use)).toEqual({ code: '+86', phone: 'no number' });
  expect([phone.present?.('', use), phone.present?.(null, use)]).toEqual([null, null]);
  const cell = (wire: unknown) => phone.toCell?.(wire, use);
  expect([{ code: '+81', phone: 90 }, null, 'x', { code: '+81' }, { phone: 90 }].map(cell)).toEqual([
    '+8190',
    '',
    '',
    '',
    '',
  ]);
  expect([phone.meta(use.field, use), phone.empty?.(use.field)]).toEqual([{ type: 'string' }, null]);
});
