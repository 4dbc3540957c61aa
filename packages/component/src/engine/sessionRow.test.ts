import { expect, test } from 'vitest';
import { displayTexts, elide } from './sessionRow.ts';

test('names come with the username they log in as', () => {
  const texts = displayTexts({
    user: { id: '1', name: 'Ann Lee', username: 'ann' },
    asset: { id: '2', name: 'web-01', address: '10.0.0.5', org_id: '', protocols: [] },
    account: {
      id: null,
      name: 'root',
      alias: 'root',
      username: 'root',
      secret_type: { value: 'password', label: '' },
      secret: '',
      passphrase: null,
    },
  });
  expect(texts).toEqual({ user: 'Ann Lee(ann)', asset: 'web-01(10.0.0.5)', account: 'root(root)' });
});

test('a text too long for its column keeps its start and end', () => {
  expect(elide('a'.repeat(128))).toHaveLength(128);
  const long = elide(`${'a'.repeat(200)}(${'z'.repeat(100)})`);
  expect(Array.from(long)).toHaveLength(128);
  expect(long.startsWith('aaa')).toBe(true);
  expect(long.endsWith('zzz)')).toBe(true);
});
