import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { ipGroup } from './ipGroup.ts';

const use = useOf(field.ipGroup({}));
const parse = (value: unknown) => ipGroup.parse?.(value, use);

test('an IP group is read from a list or a text, without blanks and duplicates', async () => {
  expect(parse([' 10.0.0.1 ', '*', '', '10.0.0.1', '10.0.0.0/8'])).toEqual(['10.0.0.1', '*', '10.0.0.0/8']);
  expect(parse('10.0.0.1,10.0.0.2; 10.0.0.3\n10.0.0.4-10.0.0.9')).toEqual([
    '10.0.0.1',
    '10.0.0.2',
    '10.0.0.3',
    '10.0.0.4-10.0.0.9',
  ]);
  for (const value of [null, 7, {}])
    expect(await refusal(() => parse(value))).toEqual([{ key: 'not_a_list' }]);
});

test('an entry that is not an IP address is refused and quoted up to 64 characters', async () => {
  expect(await refusal(() => parse(['10.0.0.1', 'here']))).toEqual([
    { key: 'invalid_ip', params: { value: 'here' } },
  ]);
  expect(await refusal(() => parse(['x'.repeat(99)]))).toEqual([
    { key: 'invalid_ip', params: { value: 'x'.repeat(64) } },
  ]);
});

test('an IP group has at most 1000 entries of at most 1024 characters', async () => {
  expect(parse(Array(1000).fill('*'))).toEqual(['*']);
  expect(await refusal(() => parse(Array(1001).fill('*')))).toEqual([
    { key: 'max_items', params: { max: 1000 } },
  ]);
  const zoned = (length: number) => `fe80::1%${'a'.repeat(length - 8)}`;
  expect(parse([zoned(1024)])).toHaveLength(1);
  expect(await refusal(() => parse([zoned(1025)]))).toMatchObject([{ key: 'invalid_ip' }]);
});

test('a new row allows every IP address unless its field has another default', () => {
  expect(ipGroup.empty?.(field.ipGroup({}))).toEqual(['*']);
  expect(ipGroup.empty?.(field.ipGroup({ default: ['10.0.0.1'] }))).toEqual(['10.0.0.1']);
  expect([ipGroup.present?.(['*'], use), ipGroup.present?.(null, use)]).toEqual([['*'], []]);
  expect([ipGroup.diff?.(['*', '::1'], use), ipGroup.diff?.(null, use)]).toEqual(['*, ::1', '']);
  expect(ipGroup.meta(use.field, use)).toEqual({
    type: 'list',
    child: { type: 'string', required: true, read_only: false, write_only: false, max_length: 1024 },
  });
});
