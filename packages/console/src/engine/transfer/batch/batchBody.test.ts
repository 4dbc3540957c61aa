import { expect, test } from 'vitest';
import { meta } from '../../../../test/domains.ts';
import { batchBody, emptied } from './batchBody.ts';

test('B-5-043 only checked fields are sent, once per selected row', () => {
  expect(batchBody(['a', 'b'], { comment: 'x', is_active: true }, new Set(['comment']))).toEqual([
    { id: 'a', comment: 'x' },
    { id: 'b', comment: 'x' },
  ]);
});

test('a checked field without a value is cleared: text becomes empty, other values null', () => {
  const metas = { comment: meta(), name: meta(), amount: meta({ type: 'integer' }) };
  expect(emptied({ name: 'web' }, metas, ['comment', 'name', 'amount', 'own'])).toEqual({
    comment: '',
    name: 'web',
    amount: null,
    own: null,
  });
});
