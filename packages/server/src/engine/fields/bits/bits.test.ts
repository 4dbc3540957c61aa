import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { bits } from './bits.ts';

const options = {
  bits: ['read', 'write', 'run'],
  tree: [{ value: 'all', children: [{ value: 'read' }, { value: 'write' }, { value: 'run' }] }],
} as const;
const spec = field.bits(options);
const texts = { 'shop.paint.choices.shade.all': 'All', 'shop.paint.choices.shade.run': 'Run' };
const use = useOf(spec, { texts });

test('bit names are stored as one number: 1 for the first name, and double for each next one', async () => {
  const parsed = (value: unknown) => bits.parse?.(value, use);
  expect(
    [[], ['read'], ['run', { value: 'read' }], ['run', 'run'], ['all'], [{ value: 'all' }]].map(parsed),
  ).toEqual([0, 1, 5, 4, 7, 7]);
  expect(await refusal(() => parsed('read'))).toEqual([{ key: 'not_a_list' }]);
  for (const [value, text] of [
    ['fly', 'fly'],
    [null, 'null'],
    [{}, '[object Object]'],
  ])
    expect(await refusal(() => parsed([value]))).toEqual([
      { key: 'invalid_choice', params: { value: text } },
    ]);
});

test('a new row starts with the default bits of its field', () => {
  const initial = (over: { default?: 'all' | readonly string[] }) => bits.initial?.({ ...spec, ...over });
  expect([initial({ default: 'all' }), initial({ default: ['write', 'run'] }), initial({})]).toEqual([
    7, 6, 0,
  ]);
  expect(bits.empty?.(spec)).toBe(0);
});

test('bits are shown with names and labels, and offered as a tree', () => {
  const wire = [
    { value: 'read', label: 'read' },
    { value: 'run', label: 'Run' },
  ];
  expect(bits.present?.('5', use)).toEqual(wire);
  expect(bits.toCell?.(wire, use)).toBe('["read","run"]');
  expect([bits.toCell?.(null, use), bits.diff?.(wire, use), bits.diff?.(null, use)]).toEqual([
    '[]',
    'read, Run',
    '',
  ]);
  expect(bits.meta(spec, use)).toEqual({
    type: 'tree',
    tree: [
      {
        value: 'All',
        label: 'All',
        children: [
          { value: 'read', label: 'read' },
          { value: 'write', label: 'write' },
          { value: 'run', label: 'Run' },
        ],
      },
    ],
  });
});
