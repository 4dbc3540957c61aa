import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import type { Use } from '../kind.ts';
import { checkText, text } from './text.ts';

const parse = (value: unknown, spec: ReturnType<typeof field.text>) => text.parse?.(value, useOf(spec));
const refused = (value: unknown, spec: ReturnType<typeof field.text>) => refusal(() => parse(value, spec));

test('metadata distinguishes multiline text from a single line', () => {
  const metaOf = (spec: ReturnType<typeof field.text>) => text.meta(spec, {} as Use<typeof spec>);
  expect(metaOf(field.text({ max: 4096, multiline: true }))).toMatchObject({
    type: 'string',
    multiline: true,
    max_length: 4096,
  });
  expect(metaOf(field.text({ max: 128 })).multiline).toBeUndefined();
  expect(metaOf(field.text({ format: 'email' })).type).toBe('email');
});

test('text is trimmed, numbers are read as text, and other values are refused', async () => {
  const spec = field.text({ max: 10 });
  expect([parse(' red ', spec), parse(7, spec)]).toEqual(['red', '7']);
  for (const value of [true, {}, []]) expect(await refused(value, spec)).toEqual([{ key: 'invalid_string' }]);
});

test('text outside the length limits of its field is refused', async () => {
  const spec = field.text({ max: 4, min: 2 });
  expect([parse('ab', spec), parse('abcd', spec)]).toEqual(['ab', 'abcd']);
  expect(await refused('abcde', spec)).toEqual([{ key: 'max_length', params: { max: 4 } }]);
  expect(await refused('a', spec)).toEqual([{ key: 'min_length', params: { min: 2 } }]);
  const free = field.text();
  expect(parse('a'.repeat(65_536), free)).toHaveLength(65_536);
  expect(await refused('a'.repeat(65_537), free)).toEqual([{ key: 'max_length', params: { max: 65_536 } }]);
});

test('only text areas accept line breaks, and even they refuse the null character', async () => {
  const line = field.text({ max: 10 });
  for (const sign of ['\n', '\r']) expect(await refused(`a${sign}b`, line)).toEqual([{ key: 'single_line' }]);
  expect(parse('a\tb', line)).toBe('a\tb');
  for (const area of [field.text({ max: 10, multiline: true }), field.text()]) {
    expect(parse('a\nb', area)).toBe('a\nb');
    expect(await refused('a\u0000b', area)).toEqual([{ key: 'control_characters' }]);
  }
  expect(checkText('a\nb', { multiline: true })).toBe('a\nb');
  expect(await refusal(() => checkText('a\nb', {}))).toEqual([{ key: 'single_line' }]);
});

test('an empty text is stored as null or as empty, or is refused, depending on the field', async () => {
  expect([parse('', field.text({ nullable: true })), parse(null, field.text({ nullable: true }))]).toEqual([
    null,
    null,
  ]);
  expect([parse(' ', field.text({})), text.empty?.(field.text({}))]).toEqual(['', '']);
  expect(text.empty?.(field.text({ nullable: true }))).toBeNull();
  expect(await refused(null, field.text({}))).toEqual([{ key: 'null' }]);
  expect(await refused('  ', field.text({ required: true }))).toEqual([{ key: 'blank' }]);
});

test('text must match the format of its field', async () => {
  const email = field.text({ format: 'email' });
  expect(parse('a@example.com', email)).toBe('a@example.com');
  expect(await refused('nobody', email)).toEqual([{ key: 'format_email' }]);
  expect(parse('', email)).toBe('');
});

test('a host contains no spaces, and what looks like an IPv4 address is one', async () => {
  const host = field.text({ isHost: true });
  expect(await refused('a b', host)).toEqual([{ key: 'spaces' }]);
  for (const value of ['10.8.4.300', '10.8.4', '10.8.4.1.2', '256', '10.08.4.1', '...'])
    expect(await refused(value, host)).toEqual([{ key: 'invalid_ipv4', params: { value } }]);
  for (const value of ['10.8.4.255', 'db-1', '10.8.4.300.example.com', '::1', 'https://10.8.4.3:8443/x', ''])
    expect(parse(value, host)).toBe(value);
  expect([parse('a b', field.text({})), parse('10.8.4.300', field.text({}))]).toEqual(['a b', '10.8.4.300']);
});

test('encrypted text is sealed in the database, shown to readers, and masked in the audit log', () => {
  const use = useOf(field.text({ encrypted: true }));
  const stored = text.parse?.('cipher me', use);
  expect(stored).toMatch(/^g1\./);
  expect(text.present?.(stored, use)).toBe('cipher me');
  expect([text.parse?.('', use), text.present?.('', use), text.present?.(null, use)]).toEqual(['', '', null]);
  expect([text.diff?.('cipher me', use), text.diff?.('', use)]).toEqual(['******', '']);
  const plain = useOf(field.text({}));
  expect([
    text.present?.('seen', plain),
    text.present?.(undefined, plain),
    text.diff?.('seen', plain),
    text.diff?.(null, plain),
  ]).toEqual(['seen', null, 'seen', '']);
});

test('selectors cannot match encrypted text', async () => {
  const rule = { name: 'shade', match: 'exact', value: 'red' };
  const column = sql`shade`;
  expect(await text.rule?.(rule, column, useOf(field.text({ encrypted: true })))).toBeUndefined();
  expect(sentValues(await text.rule?.(rule, column, useOf(field.text({}))))).toEqual(['red']);
  expect(sentValues(await text.filter?.('red', column, useOf(field.text({}))))).toEqual(['red']);
});
