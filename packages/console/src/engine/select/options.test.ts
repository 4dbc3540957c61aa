import { expect, test } from 'vitest';
import { dropdownHeight } from './dropdownHeight.ts';
import { idsOf } from './idsOf.ts';
import { optionLabel, optionOf } from './optionLabel.ts';
import { attrRules, matchesOf, takesMany } from './selectorMatches.ts';

test.each([
  [{ id: 1, full_value: '/All/Web', name: 'Web' }, '/All/Web'],
  [{ id: 1, display_name: 'Ada L.', name: 'Ada' }, 'Ada L.'],
  [{ id: 1, name: 'Ada', username: 'ada' }, 'Ada (ada)'],
  [{ id: 1, name: 'web-01', address: '10.0.0.1' }, 'web-01 (10.0.0.1)'],
  [{ id: 1, name: 'ada', username: 'ada' }, 'ada'],
  [{ id: 1, name: 'a', username: 'u', address: '10.0.0.1' }, 'a (u)'],
  [{ id: 1, value: 'v' }, 'v'],
  [{ id: 1 }, '1'],
])('%j is offered as "%s"', (row, label) => {
  expect(optionLabel(row)).toBe(label);
});

test('a disabled row is offered, but cannot be chosen', () => {
  expect(optionOf({ id: 1, name: 'a', disabled: true })).toEqual({ value: 1, label: 'a', disabled: true });
  expect(optionOf({ id: 1, name: 'a', disabled: false })).toEqual({ value: 1, label: 'a' });
});

test('ids are texts and numbers; missing values are dropped', () => {
  expect(idsOf(['a', '', 0, null, undefined, {}])).toEqual(['a', 0]);
  expect(idsOf('a')).toEqual(['a']);
  expect([idsOf(null), idsOf(undefined), idsOf('')]).toEqual([[], [], []]);
});

test('a drop-down list takes up at most 60% of the window height', () => {
  expect(dropdownHeight()).toBe(Math.round(window.innerHeight * 0.6));
});

// Operators for text, as on the wire.
const TEXT = ['exact', 'not', 'in', 'contains', 'startswith', 'endswith', 'regex'];

test('the type of an attribute decides which comparisons a rule offers', () => {
  expect(matchesOf).toEqual({
    str: TEXT,
    ip: [...TEXT, 'ip_in'],
    int: [...TEXT, 'gte', 'lte'],
    bool: ['exact', 'not'],
    m2m: ['m2m', 'm2m_all'],
    fk: ['m2m'],
    select: ['in'],
  });
  const every = [...new Set(Object.values(matchesOf).flat())];
  expect(every.filter(takesMany).toSorted()).toEqual(['in', 'ip_in', 'm2m', 'm2m_all']);
});

test('rules are sent as base64 of their JSON in UTF-8', () => {
  const rules = { type: 'attrs', attrs: [{ name: 'name', match: 'exact', value: '网站' }] };
  expect(JSON.parse(Buffer.from(attrRules(rules), 'base64').toString('utf8'))).toEqual(rules);
});
