import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { parseSelector, selector } from './selector.ts';

const key = '00000000-0000-4000-8000-00000000000a';
const other = '00000000-0000-4000-8000-00000000000b';
const use = useOf(field.selector({ to: 'shop.brush' }), {
  resources: { 'shop.brush': { definition: { app: 'shop', path: 'brushes' } } },
});
const refused = (value: unknown) => refusal(() => parseSelector(value));

/** Reference 04 §15. */
const attributesOfTheReference = {
  'users.user': [
    ...['name', 'username', 'email', 'comment', 'is_active', 'is_first_login'],
    ...['system_roles', 'org_roles', 'groups'],
  ],
  'assets.asset': [
    ...['name', 'address', 'comment', 'nodes', 'platform', 'category', 'type', 'protocols', 'labels'],
  ],
};

test('a selector chooses all rows, rows by id, rows by attribute, or none', () => {
  expect([parseSelector({ type: 'all', ids: [key] }), parseSelector({})]).toEqual([{ type: 'all' }, {}]);
  expect(parseSelector({ type: 'ids', ids: [key, key, other] })).toEqual({ type: 'ids', ids: [key, other] });
  const attrs = [
    { name: 'name', match: 'in', value: ['a'], rel: 'or' },
    { name: 'address', value: 7 },
  ];
  expect(parseSelector({ type: 'attrs', attrs })).toEqual({
    type: 'attrs',
    attrs: [attrs[0], { name: 'address', match: 'exact', value: 7 }],
  });
});

test('an invalid selector is refused with the reason', async () => {
  for (const value of [null, 'all', [], 7]) expect(await refused(value)).toEqual([{ key: 'not_an_object' }]);
  for (const value of [{ type: 'some' }, { ids: [key] }])
    expect(await refused(value)).toEqual([{ key: 'selector_type' }]);
  for (const ids of [undefined, key, [], [key, 'x']])
    expect(await refused({ type: 'ids', ids })).toEqual([{ key: 'selector_ids' }]);
  for (const attrs of [undefined, 'name', [], {}, [{ name: 'a', value: null }]])
    expect(await refused({ type: 'attrs', attrs })).toEqual([{ key: 'selector_attrs' }]);
  for (const attr of [null, 'name', { name: 'a' }, { value: 'a' }])
    expect(await refused({ type: 'attrs', attrs: [attr] })).toEqual([{ key: 'selector_attr' }]);
  const pattern = (value: unknown) => ({ type: 'attrs', attrs: [{ name: 'a', match: 'regex', value }] });
  for (const value of ['(.+)x\\1', ['\\\\\\9'], '(?e)(a)\\1'])
    expect(await refused(pattern(value))).toEqual([{ key: 'pattern_back_reference' }]);
  for (const value of ['(', '(?=a)b', '(?s).'])
    expect(await refused(pattern(value))).toEqual([{ key: 'selector_pattern' }]);
  expect(parseSelector(pattern('^\\d+\\\\1$'))).toEqual(pattern('^\\d+\\\\1$'));
  expect(await refused({ type: 'all', name: '\u0000' })).toEqual([{ key: 'control_characters' }]);
});

test('a rule about an attribute that users or assets do not have is refused', async () => {
  const about = (name: string, to: string) => {
    const own = useOf(field.selector({ to }), {});
    return refusal(() =>
      selector.parse?.(
        {
          type: 'attrs',
          attrs: [
            { name: 'name', value: 'a' },
            { name, value: 'x' },
          ],
        },
        own,
      ),
    );
  };
  for (const [name, to] of [
    ['mfa_level', 'users.user'],
    ['password_hash', 'users.user'],
    ['Groups', 'users.user'],
    ['created_by', 'assets.asset'],
    ['groups', 'assets.asset'],
  ] as const)
    expect(await about(name, to)).toEqual([{ key: 'selector_attribute', params: { name } }]);
  for (const [to, names] of Object.entries(attributesOfTheReference))
    for (const name of names) {
      const attrs = [{ name, match: 'exact', value: 'x' }];
      expect(selector.parse?.({ type: 'attrs', attrs }, useOf(field.selector({ to }), {}))).toEqual({
        type: 'attrs',
        attrs,
      });
    }
});

test('a selector may be null only if its field is nullable', async () => {
  const nullable = { ...use, field: field.selector({ to: 'shop.brush', nullable: true }) };
  expect([selector.parse?.(null, nullable), selector.parse?.({ type: 'all' }, nullable)]).toEqual([
    null,
    { type: 'all' },
  ]);
  expect(await refusal(() => selector.parse?.(null, use))).toEqual([{ key: 'not_an_object' }]);
  expect(selector.empty?.(use.field)).toEqual({});
});

test('a selector is shown as stored, and a missing one as a selector of no rows', () => {
  const none = { type: 'ids', ids: [] };
  expect([{ type: 'all' }, null, [], 'x'].map((stored) => selector.present?.(stored, use))).toEqual([
    { type: 'all' },
    none,
    none,
    none,
  ]);
  for (const text of [selector.toCell, selector.diff])
    expect([text?.({ type: 'all' }, use), text?.(null, use)]).toEqual(['{"type":"all"}', '{}']);
});

test('the metadata of a selector tell clients where to find the rows to select', () => {
  expect(selector.meta(use.field, use)).toEqual({
    type: 'field',
    related: { url: '/api/v1/shop/brushes/', attrs: ['id', 'name'] },
  });
});
