import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { leavesOf, selectedLeaves } from './bits/ui.tsx';
import { defaultsOf, formOf, wireOf } from './convert.ts';
import { isNoNumber } from './integer/ui.tsx';
import { fieldUiOf, fieldUis, kindOf } from './registry.ts';

const of = (kind: FieldKind, over: Partial<FieldMeta> = {}) => meta({ type: 'field', kind, ...over });
const toForm = (value: unknown, field: FieldMeta) => formOf({ x: value }, { x: field }).x;
const toWire = (value: unknown, field: FieldMeta) => wireOf({ x: value }, { x: field });

const TREE = [
  { value: 'connect', label: 'Connect' },
  {
    value: 'transfer',
    label: 'Transfer',
    children: [
      { value: 'upload', label: 'Upload' },
      { value: 'download', label: 'Download', children: [] },
    ],
  },
];
const bits = of('bits', { tree: TREE });

// The value from the server, and the value that the input edits.
test.each([
  ['boolean', of('boolean'), null, false],
  ['boolean', of('boolean'), true, true],
  ['choice', of('choice'), { value: 'a', label: 'A' }, 'a'],
  ['choices', of('choices'), [{ value: 'a', label: 'A' }, 'b'], ['a', 'b']],
  ['choices', of('choices'), null, []],
  ['crontab', of('crontab'), null, ''],
  ['crontab', of('crontab'), '0 2 * * *', '0 2 * * *'],
  ['labels', of('labels'), null, []],
  ['labels', of('labels'), ['env:prod'], ['env:prod']],
  ['list', of('list'), null, []],
  ['list', of('list'), 'a', ['a']],
  ['list', of('list'), ['a', 'b'], ['a', 'b']],
  ['ref', of('ref'), { id: 'd1', name: 'DMZ' }, 'd1'],
  ['ref', of('ref'), null, null],
  ['refs', of('refs'), [{ id: 'n1' }, { pk: 'n2' }, 'n3'], ['n1', 'n2', 'n3']],
  ['refs', of('refs'), null, []],
  ['selector', of('selector'), { type: 'ids', ids: ['a'] }, { type: 'ids', ids: ['a'] }],
  ['selector', of('selector'), {}, { type: 'all' }],
  ['selector', of('selector'), null, { type: 'all' }],
  ['selector', of('selector'), 'all', { type: 'all' }],
  ['text', of('text'), null, ''],
  ['text', of('text'), undefined, ''],
  ['text', of('text'), 0, 0],
  ['nested', of('nested'), null, {}],
  ['nested', of('nested', { child: { children: {} } }), null, []],
  ['integer', of('integer'), 22, 22],
  ['bits', bits, ['all'], ['connect', 'upload', 'download']],
  ['bits', bits, [{ value: 'download', label: '' }, 'connect', 'unknown'], ['connect', 'download']],
  ['bits', bits, null, []],
] as [string, FieldMeta, unknown, unknown][])(
  'a value of kind %s is converted for its input (case %#)',
  (_kind, field, value, edited) => {
    expect(toForm(value, field)).toEqual(edited);
  },
);

// What a form sends for a value; `{}` means that the field is left out.
test.each([
  ['crontab', of('crontab'), '', { x: '' }],
  ['crontab', of('crontab', { nullable: true }), '', { x: null }],
  ['crontab', of('crontab', { nullable: true }), '0 2 * * *', { x: '0 2 * * *' }],
  ['text', of('text', { nullable: true }), '', { x: null }],
  ['text', of('text'), '', { x: '' }],
  ['text', of('text', { nullable: true }), 'a', { x: 'a' }],
  ['phone', of('phone'), { code: '+86', phone: '138 0000 0000' }, { x: '+8613800000000' }],
  ['phone', of('phone'), { code: '+86', phone: '' }, { x: null }],
  ['phone', of('phone'), { code: '+86', phone: null }, { x: null }],
  ['phone', of('phone'), { phone: 138 }, { x: '138' }],
  ['phone', of('phone'), '+81 90', { x: '+8190' }],
  ['phone', of('phone'), null, { x: null }],
  ['ref', of('ref'), 'd1', { x: { pk: 'd1' } }],
  ['ref', of('ref'), '', { x: null }],
  ['ref', of('ref'), null, { x: null }],
  ['refs', of('refs'), ['n1', { id: 'n2' }], { x: [{ pk: 'n1' }, { pk: 'n2' }] }],
  ['refs', of('refs'), undefined, { x: [] }],
  ['secret', of('secret'), '', {}],
  ['secret', of('secret'), null, {}],
  ['secret', of('secret'), 's3cret', { x: 's3cret' }],
  ['integer', of('integer'), undefined, {}],
] as [string, FieldMeta, unknown, unknown][])(
  'a value of kind %s is converted for the request (case %#)',
  (_kind, field, value, sent) => {
    expect(toWire(value, field)).toEqual(sent);
  },
);

test('values inside objects and lists of objects are converted by their own kind', () => {
  const children = { zone: of('ref'), note: of('text') };
  const one = meta({ type: 'nested object', children });
  const many = meta({ type: 'nested object', child: { children } });
  const zone = { id: 'z1', name: 'Z' };
  expect(toForm({ zone, note: null, more: { id: 1 } }, one)).toEqual({
    zone: 'z1',
    note: '',
    more: { id: 1 },
  });
  expect(toForm([{ zone }, 'odd', null], many)).toEqual([{ zone: 'z1' }, 'odd', null]);
  expect(toWire({ zone: 'z1' }, one)).toEqual({ x: { zone: { pk: 'z1' } } });
  expect(toWire([{ zone: 'z1' }], many)).toEqual({ x: [{ zone: { pk: 'z1' } }] });
  expect(formOf({ other: zone }, {})).toEqual({ other: zone });
});

test('object defaults override field defaults, and each has the form its input edits', () => {
  const children = { zone: of('ref', { default: { id: 'z1' } }), note: of('text', { default: 'n' }) };
  expect(
    defaultsOf({
      spot: meta({ type: 'nested object', children, default: { note: 'own' } }),
      odd: meta({ type: 'nested object', children: { note: of('text', { default: 'n' }) }, default: 'x' }),
      port: of('integer', { default: 0 }),
      name: of('text'),
    }),
  ).toEqual({ spot: { zone: 'z1', note: 'own' }, odd: { note: 'n' }, port: 0 });
});

test.each([
  ['string', 'text'],
  ['url', 'text'],
  ['email', 'text'],
  ['regex', 'text'],
  ['slug', 'text'],
  ['time', 'text'],
  ['file upload', 'text'],
  ['image upload', 'text'],
  ['integer', 'integer'],
  ['float', 'float'],
  ['decimal', 'float'],
  ['boolean', 'boolean'],
  ['date', 'datetime'],
  ['datetime', 'datetime'],
  ['choice', 'choice'],
  ['labeled_choice', 'choice'],
  ['multiple choice', 'choices'],
  ['list', 'list'],
  ['json', 'json'],
  ['nested object', 'nested'],
  ['object_related_field', 'ref'],
  ['m2m_related_field', 'refs'],
  ['tree', 'bits'],
  ['field', 'computed'],
  ['of a newer server', 'computed'],
])('metadata type %s maps to kind %s', (type, kind) => {
  expect(kindOf({ type: type as 'string' })).toBe(kind);
});

test('a declared kind takes precedence over the type, unless it is computed or unknown', () => {
  expect(kindOf({ type: 'string', kind: 'secret' })).toBe('secret');
  expect(kindOf({ type: 'integer', kind: 'computed' })).toBe('integer');
  expect(kindOf({ type: 'integer', kind: 'toString' as 'text' })).toBe('integer');
});

const kinds = Object.keys(fieldUis) as FieldKind[];
const having = (has: (kind: FieldKind) => unknown) => kinds.filter(has).toSorted();

test('numbers are right-aligned, and each kind has its place on a card', () => {
  expect(having((kind) => fieldUis[kind].column.align === 'right')).toEqual([
    'amount',
    'float',
    'integer',
    'interval',
  ]);
  expect(having((kind) => fieldUis[kind].column.card === 'fact')).toEqual([
    'choice',
    'float',
    'integer',
    'interval',
    'ref',
    'text',
  ]);
  expect(having((kind) => fieldUis[kind].column.card === 'tags')).toEqual([
    'choices',
    'ipGroup',
    'labels',
    'list',
    'nested',
  ]);
  expect(having((kind) => fieldUis[kind].column.card === 'hidden').length).toBe(kinds.length - 11);
});

test('typed fields are validated when left, and only secrets are encrypted by kind', () => {
  expect(having((kind) => fieldUis[kind].typed)).toEqual([
    'amount',
    'crontab',
    'float',
    'integer',
    'interval',
    'phone',
    'secret',
    'text',
    'uuid',
  ]);
  expect(having((kind) => fieldUis[kind].secret)).toEqual(['secret']);
});

test.each([
  ['text without a limit', meta(), true],
  ['text of several lines', meta({ max_length: 8, multiline: true }), true],
  ['short text', meta({ max_length: 8 }), false],
  ['a secret without a limit', meta({ write_only: true }), false],
  ['an email', meta({ type: 'email' }), false],
  ['JSON', meta({ type: 'json' }), true],
  ['times', of('crontab'), true],
  ['a selector', of('selector'), true],
  ['an object', of('nested'), true],
  ['a tree of bits', bits, false],
])('only long values use the full form width: %s', (_what, field, isWide) => {
  expect(fieldUiOf(field).wide?.(field) ?? false).toBe(isWide);
});

const t = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key);
const offered = (field: FieldMeta) => fieldUiOf(field).filterChoices?.(field, t);

test('a filter offers yes and no for flags, and the choices of a choice field as text', () => {
  expect(offered(of('boolean'))).toEqual([
    { value: 'true', label: 'fields.yes' },
    { value: 'false', label: 'fields.no' },
  ]);
  const choices = [{ value: 1, label: 'One' }] as never;
  expect(offered(of('choice', { choices }))).toEqual([{ value: '1', label: 'One' }]);
  expect(offered(of('choices', { choices }))).toEqual([{ value: '1', label: 'One' }]);
  expect(offered(of('choice'))).toBeUndefined();
  expect(offered(of('text'))).toBeUndefined();
});

const rulesOf = (field: FieldMeta) => (fieldUiOf(field).rules?.(field, t) ?? []) as { message?: string }[];

test('text length and email rules each have their own message', () => {
  expect(rulesOf(meta())).toEqual([]);
  expect(rulesOf(meta({ max_length: 8, min_length: 2 }))).toEqual([
    { max: 8, message: 'rules.max {"count":8}' },
    { min: 2, message: 'rules.min {"count":2}' },
  ]);
  expect(rulesOf(meta({ type: 'email' }))).toEqual([expect.objectContaining({ message: 'rules.email' })]);
});

test.each(['integer', 'float'] as const)('each bound of a field of kind %s has a rule, even zero', (kind) => {
  expect(rulesOf(of(kind))).toHaveLength(1);
  expect(rulesOf(of(kind, { min_value: 0, max_value: 9 })).slice(1)).toMatchObject([
    { type: 'number', min: 0, message: 'rules.atLeast {"count":0}' },
    { type: 'number', max: 9, message: 'rules.atMost {"count":9}' },
  ]);
});

test('only typed text can be an invalid number, and bounds are not checked for it', () => {
  expect(['1', '', ' 2 ', 3, null, undefined].map(isNoNumber)).toEqual(Array(6).fill(false));
  expect(['x', '1x', '--'].map(isNoNumber)).toEqual([true, true, true]);
  const [, least] = rulesOf(of('integer', { min_value: 1 })) as unknown as {
    transform: (value: unknown) => unknown;
  }[];
  expect([least?.transform('x'), least?.transform(0)]).toEqual([undefined, 0]);
});

test.each([
  [{ code: '', phone: '138' }, false],
  [{ phone: 138 }, false],
  ['138', false],
  [{ code: '+86', phone: '138' }, true],
  [{ code: '', phone: '+49 151' }, true],
  [{ code: '', phone: '' }, true],
  [null, true],
])('whether the phone number %j names its country: %s', async (value, isFine) => {
  const [rule] = rulesOf(of('phone')) as unknown as Checked[];
  const checked = rule?.validator({}, value).then(
    () => true,
    (error: Error) => error.message,
  );
  expect(await checked).toBe(isFine || 'rules.phoneCode');
});

type Checked = { validator: (rule: unknown, value: unknown) => Promise<void> };
const verdict = async (field: FieldMeta, value: unknown) => {
  const [rule] = rulesOf(field) as unknown as Checked[];
  return rule?.validator({}, value).then(
    () => 'fine',
    (error: Error) => error.message,
  );
};

test.each([
  ['a number', of('integer'), 'x', 'rules.number'],
  ['a number', of('integer'), 7, 'fine'],
  ['JSON', meta({ type: 'json' }), { badJson: '{' }, 'rules.json'],
  ['JSON', meta({ type: 'json' }), { a: 1 }, 'fine'],
  ['times', of('crontab'), '0 2 * *', 'rules.crontab'],
  ['times', of('crontab'), '* * * * *', 'rules.crontabOften'],
  ['times', of('crontab'), '0 2 * * *', 'fine'],
  ['times', of('crontab'), '', 'fine'],
  ['times', of('crontab'), null, 'fine'],
  ['labels', of('labels'), ['env'], 'rules.label'],
  ['labels', of('labels'), undefined, 'fine'],
])('the input of %s is validated (case %#)', async (_what, field, value, result) => {
  expect(await verdict(field, value)).toBe(result);
});

test('only leaves of a tree can be selected, in tree order', () => {
  expect(leavesOf(TREE).map(({ value }) => value)).toEqual(['connect', 'upload', 'download']);
  expect(selectedLeaves(['download', 'connect'], bits)).toEqual(['connect', 'download']);
  expect(selectedLeaves(['connect'], of('bits'))).toEqual([]);
});
