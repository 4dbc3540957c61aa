import type { AssetFacts, UserFacts } from '@gatehouse/contract/policy/selector.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from '../../../../scripts/proofSize.ts';
import { compileSelector } from './compileSelector.ts';
import { selectorPattern } from './selectorPattern.ts';

const [dba, night, role] = ['a', 'b', 'c'].map((letter) => `00000000-0000-4000-8000-00000000000${letter}`);
const ann: UserFacts = {
  id: '10000000-0000-4000-8000-00000000000a',
  version: 1,
  attributes: {
    name: 'Ann Lee',
    username: 'ann',
    email: 'ann@example.com',
    comment: null,
    is_active: true,
    is_first_login: false,
    system_roles: [role ?? ''],
    org_roles: [],
    groups: [dba ?? '', night ?? ''],
  },
};
const db1: AssetFacts = {
  id: '20000000-0000-4000-8000-000000000001',
  version: 1,
  attributes: {
    name: 'db-1',
    address: '10.0.0.12',
    comment: 'first\nsecond',
    nodes: ['1:4:2', '1:9'],
    platform: 5,
    category: 'database',
    type: 'mysql',
    protocols: ['mysql', 'ssh'],
    labels: [],
  },
};
const keys = new Map([
  ['30000000-0000-4000-8000-000000000001', '1:4'],
  ['30000000-0000-4000-8000-000000000002', '1:40'],
  ['30000000-0000-4000-8000-000000000003', '1:9'],
]);
const [above, beside, other] = [...keys.keys()];
const tree = { keyOf: (id: string) => keys.get(id) };

const meets = (facts: UserFacts | AssetFacts, name: string, match: string | undefined, value: unknown) =>
  compileSelector({ type: 'attrs', attrs: [{ name, match, value }] }, tree).matches(facts);

test.each<[name: string, match: string | undefined, value: unknown, isMet: boolean]>([
  ['username', undefined, 'ann', true],
  ['username', 'exact', 'Ann', false],
  ['username', 'exact', '*', true],
  ['comment', 'exact', '*', true],
  ['comment', 'exact', '', false],
  ['comment', 'not', 'x', true],
  ['username', 'not', 'ann', false],
  ['username', 'in', ['bob', 'ann'], true],
  ['username', 'in', ['*'], true],
  ['username', 'in', [], false],
  ['name', 'contains', 'n L', true],
  ['name', 'contains', '', false],
  ['name', 'startswith', 'Ann', true],
  ['name', 'endswith', 'Lee', true],
  ['name', 'endswith', '', false],
  ['name', 'regex', '^A.+ L\\w{2}$', true],
  ['name', 'regex', '(', false],
  ['name', 'regex', '(?=A)', false],
  ['name', 'regex', '', false],
  ['username', 'gte', 'ann', true],
  ['username', 'gt', 'ann', false],
  ['username', 'lt', 'b', true],
  ['username', 'lte', 'am', false],
  ['username', 'unheard of', 'ann', false],
  ['username', 'constructor', 'ann', false],
  ['username', 'm2m', 'ann', false],
  ['nothing', 'exact', '*', false],
  ['constructor', 'not', 'x', false],
  ['is_active', 'exact', 'yes', true],
  ['is_active', 'exact', '*', true],
  ['is_active', 'not', true, false],
  ['is_active', 'exact', 'perhaps', false],
  ['is_active', 'in', [true], false],
  ['groups', 'm2m', [night], true],
  ['groups', 'm2m', [{ id: night }], true],
  ['groups', 'm2m', [role], false],
  ['groups', 'm2m', [], false],
  ['groups', 'm2m_all', [night, dba], true],
  ['groups', 'm2m_all', [night, role], false],
  ['groups', 'm2m_all', [], false],
  ['groups', 'm2m_all', [night, 'x'], false],
  ['groups', 'not', [role], false],
])('a user by %s %s %j: %s', (name, match, value, isMet) => {
  expect(meets(ann, name, match, value)).toBe(isMet);
});

test.each<[name: string, match: string, value: unknown, isMet: boolean]>([
  ['address', 'ip_in', ['10.0.0.0/28'], true],
  ['address', 'ip_in', ['10.0.0.16/28'], false],
  ['address', 'ip_in', ['10.0.0.9 - 10.0.0.12'], true],
  ['address', 'ip_in', ['10.0.0.13-10.0.0.19'], false],
  ['address', 'ip_in', '10.0.0.12', true],
  ['address', 'ip_in', ['10.0.0.1'], false],
  ['address', 'ip_in', ['::ffff:10.0.0.12'], true],
  ['address', 'ip_in', ['10.0.'], true],
  ['address', 'ip_in', ['*'], true],
  ['address', 'ip_in', [''], false],
  ['address', 'ip_in', ['10.0.0.0/99', '9-1', 'x/y'], false],
  ['nodes', 'm2m', [above], true],
  ['nodes', 'm2m', [beside], false],
  ['nodes', 'm2m_all', [above, other], true],
  ['nodes', 'm2m_all', [above, beside], false],
  ['nodes', 'm2m', [night], false],
  ['platform', 'm2m', [5, 7], true],
  ['platform', 'm2m', ['6'], false],
  ['platform', 'not', ['6'], true],
  ['platform', 'in', '*', true],
  ['platform', 'm2m_all', [5], false],
  ['category', 'in', ['host', 'database'], true],
  ['protocols', 'in', ['ssh'], true],
  ['protocols', 'in', ['rdp'], false],
  ['protocols', 'in', ['*'], true],
  ['protocols', 'not', ['rdp'], false],
  ['labels', 'm2m', [night], false],
  ['comment', 'regex', 'first.second', false],
  ['comment', 'regex', 'first\\ssecond', true],
])('an asset by %s %s %j: %s', (name, match, value, isMet) => {
  expect(meets(db1, name, match, value)).toBe(isMet);
});

test.each([
  ['2001:db8::5', '2001:db8::/64', true],
  ['2001:db8:1::5', '2001:db8::/64', false],
  ['2001:0DB8::5', '2001:db8::1-2001:db8::ff', true],
  ['::ffff:10.1.1.1', '10.0.0.0/8', true],
  ['host.example.com', '10.0.0.0/8', false],
  ['host.example.com', 'host', true],
  ['10.0.0.1', '::/0', false],
])('the address %s is in %s: %s', (address, entry, isMet) => {
  const facts = { ...db1, attributes: { ...db1.attributes, address } };
  expect(meets(facts, 'address', 'ip_in', [entry])).toBe(isMet);
});

test('all, ids and several conditions; without a condition nothing matches', () => {
  const matches = (selector: object | null) => compileSelector(selector, tree).matches(ann);
  expect(matches({ type: 'all' })).toBe(true);
  expect(matches({ type: 'ids', ids: [ann.id.toUpperCase()] })).toBe(true);
  expect(matches({ type: 'ids', ids: [db1.id] })).toBe(false);
  const isAnn = { name: 'username', value: 'ann' };
  expect(matches({ type: 'attrs', attrs: [isAnn, { name: 'is_active', value: true }] })).toBe(true);
  expect(matches({ type: 'attrs', attrs: [isAnn, { name: 'is_active', value: false }] })).toBe(false);
  expect(matches({ type: 'attrs', attrs: [isAnn, { name: 'email', value: null }] })).toBe(true);
  const empty = [
    {},
    null,
    { type: 'ids' },
    { type: 'attrs' },
    { type: 'attrs', attrs: [] },
    { type: 'some' },
  ];
  for (const selector of [
    ...empty,
    { type: 'attrs', attrs: [{ name: 'email', value: null }, 7].slice(0, 1) },
  ])
    expect(matches(selector), JSON.stringify(selector)).toBe(false);
});

test.each([
  ['a{1,3}?', '(?:a{1,3}?)'],
  ['(?i)x|\\d', '(?i)x|[0-9]'],
  ['(?P<a>b)', '(?:(b))'],
  ['[\\w-]', '(?:[A-Za-z0-9_-])'],
  ['\\D.', '(?:[^0-9][^\\n])'],
  ['\\Ax\\z', '(?:\\Ax\\Z)'],
])('the pattern %s is %s for the database', (pattern, sql) => {
  expect(selectorPattern(pattern)?.sql).toBe(sql);
});

test.each([
  'a**',
  '(?s)a',
  '(?<=a)b',
  '\\1',
  '[[:alpha:]]',
  '\\pL',
  '^*',
  'a{1000}',
  '(a',
  'x'.repeat(1_025),
])('the pattern %s is unsupported', (pattern) => {
  expect(selectorPattern(pattern)).toBeUndefined();
});

test('any selector is compiled, and asked without failing', () => {
  fc.assert(
    fc.property(fc.anything(), (selector) => {
      expect(typeof compileSelector(selector as object, tree).matches(ann)).toBe('boolean');
    }),
    proofRuns({ small: 200, whole: 20_000 }),
  );
});
