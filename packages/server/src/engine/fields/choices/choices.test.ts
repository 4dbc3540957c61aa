import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { choices } from './choices.ts';

const spec = field.choices({ choices: ['red', 'blue'] });
const use = useOf(spec, { texts: { 'shop.paint.choices.shade.red': 'Red' } });

test('a list of choices keeps its order without duplicates, and an unknown choice is refused', async () => {
  expect(choices.parse?.(['blue', { value: 'red' }, 'Blue(blue)'], use)).toEqual(['blue', 'red']);
  expect(await refusal(() => choices.parse?.('red', use))).toEqual([{ key: 'not_a_list' }]);
  expect(await refusal(() => choices.parse?.(['red', { value: 'green' }], use))).toEqual([
    { key: 'invalid_choice', params: { value: 'green' } },
  ]);
});

test('a list of choices is shown with labels', () => {
  const shown = [
    { value: 'red', label: 'Red' },
    { value: 'blue', label: 'blue' },
  ];
  expect([choices.present?.(['red', 'blue'], use), choices.present?.(null, use)]).toEqual([shown, []]);
  expect(choices.meta(spec, use)).toEqual({ type: 'multiple choice', choices: shown });
  expect([choices.diff?.(shown, use), choices.diff?.(null, use)]).toEqual(['Red, blue', '']);
  expect(choices.empty?.(spec)).toEqual([]);
});
