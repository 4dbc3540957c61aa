import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { timePeriod } from './timePeriod.ts';

const use = useOf(field.timePeriod({}));
const parse = (value: unknown) => timePeriod.parse?.(value, use);

test('a week is kept as seven days with ranges of half-hours, an empty one as always', () => {
  expect(parse([])).toEqual([]);
  const week = parse([
    { id: 1, value: '09:00~12:00、12:00~18:00' },
    { id: '6', value: '22:00~00:00' },
  ]);
  expect(week).toHaveLength(7);
  expect(week).toEqual(
    expect.arrayContaining([
      { id: 0, value: '' },
      { id: 1, value: '09:00~18:00' },
      { id: 6, value: '22:00~00:00' },
    ]),
  );
});

test('anything else is refused', async () => {
  expect(await refusal(() => parse('always'))).toEqual([{ key: 'not_a_list' }]);
  expect(await refusal(() => parse(Array(8).fill({ id: 1, value: '' })))).toEqual([
    { key: 'max_items', params: { max: 7 } },
  ]);
  for (const item of [null, 'x', { id: 7, value: '' }, { id: 1, value: '9-18' }, { value: '09:00~18:00' }])
    expect(await refusal(() => parse([item]))).toMatchObject([{ key: 'invalid_time_period' }]);
});

test('a new row has no limit of time', () => {
  expect([timePeriod.empty?.(use.field), timePeriod.present?.(null, use)]).toEqual([[], []]);
  expect(timePeriod.meta(use.field, use)).toMatchObject({ type: 'list' });
});
