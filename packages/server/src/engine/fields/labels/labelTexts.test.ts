import { field } from '@gatehouse/contract/resource/fields.ts';
import { beforeEach, expect, test } from 'vitest';
import { refusal } from '../../../../test/fields/fieldUse.ts';
import { key, one, shop, two, useIn } from '../../../../test/fields/relatedUse.ts';
import type { Use } from '../kind.ts';
import { bindLabel, forgetLabels, labels, labelsCondition } from './labels.ts';

const use = () => useIn(field.refs({ to: 'shop.brush' })) as unknown as Use<{ kind: 'labels' }>;
const parse = (value: unknown) => labels.parse?.(value, use());
beforeEach(shop.open);

test('a label is sent as key:value or as the id of an existing label', async () => {
  expect(await parse(['env: prod', 'env:prod', 'team:red'])).toEqual(['env:prod', 'team:red']);
  expect(shop.sent).toEqual([]);
  shop.answer = () => [{ text: 'env:prod' }];
  expect(await parse([one, { id: two }])).toEqual(['env:prod']);
  expect(shop.sent.map(({ values }) => values[0])).toEqual([one, two]);
  for (const nothing of [null, '', []]) expect(await parse(nothing)).toEqual([]);
});

test('a value that is not a label is refused', async () => {
  shop.answer = () => [];
  for (const item of [':', 'env:', ':prod', one, 'env', true, {}])
    expect(await refusal(() => parse([item]))).toEqual([{ key: 'invalid_label' }]);
  expect(await refusal(() => parse('env:prod'))).toEqual([{ key: 'not_a_list' }]);
});

test('each row shows its labels in order, or an empty list', async () => {
  shop.answer = () => [
    { row: key('1'), text: 'a:1' },
    { row: key('2'), text: 'b:2' },
    { row: key('1'), text: 'c:3' },
  ];
  const rows = ['1', '2', '3'].map((end) => ({ id: key(end) }));
  expect(await labels.load?.(rows, use())).toEqual([['a:1', 'c:3'], ['b:2'], []]);
});

test('labels are shown as JSON in files and separated by commas in audit logs', () => {
  const wire = ['env:prod', 'team:red'];
  expect([labels.toCell?.(wire, use()), labels.toCell?.(undefined, use())]).toEqual([
    '["env:prod","team:red"]',
    '[]',
  ]);
  expect([labels.diff?.(wire, use()), labels.diff?.(null, use())]).toEqual(['env:prod, team:red', '']);
  expect(labels.meta({ kind: 'labels' }, use())).toEqual({ type: 'field' });
});

test('a label search finds nothing without a key and a value, and an asterisk stands for any value', () => {
  const { resource, ctx } = use();
  const textOf = (raw: string) => JSON.stringify(labelsCondition(raw, resource, ctx).queryChunks);
  expect(textOf('env')).toContain('false');
  expect(textOf('env:prod')).toContain('prod');
  expect(textOf('env:*')).not.toContain('"*"');
});

test('deleting rows removes their labels, and binding a label to rows removes it from all others', async () => {
  const { ctx } = use();
  await forgetLabels('shop.paint', [one], ctx);
  await bindLabel({ id: key('1'), org_id: key('2') }, 'shop.paint', [one, two], ctx);
  expect(shop.sent.map(({ text }) => text.trim().split(' ')[0])).toEqual(['delete', 'delete', 'insert']);
});

test('saving labels stores only those that are new to a row, each once', async () => {
  shop.answer = (text) => {
    if (text.includes('select lr.res_id as row')) return [{ row: key('1'), text: 'env:prod' }];
    return text.includes('join jsonb_to_recordset') ? [{ id: key('9'), text: 'team:red' }] : [];
  };
  await labels.save?.(
    [
      { id: key('1'), value: ['env:prod', 'team:red'], org: key('3') },
      { id: key('2'), value: ['team:red'], org: undefined },
      { id: key('4'), value: [], org: key('3') },
    ],
    use(),
  );
  const bound = shop.sent.filter(({ text }) => text.startsWith('insert into labels_labeledresource'));
  expect(bound.map(({ values }) => values[1])).toEqual([key('3'), key('0')]);
  const rows = bound.map(({ values }) => JSON.parse(String(values[2])) as object[]);
  expect(rows).toEqual([
    [{ id: expect.any(String), label: key('9'), res: key('1') }],
    [{ id: expect.any(String), label: key('9'), res: key('2') }],
  ]);
});
