import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { refusal, useOf } from '../../../../test/fields/fieldUse.ts';
import { secret } from './secret.ts';

const use = useOf(field.secret({}));
const parse = (value: unknown, spec = field.secret({})) => secret.parse?.(value, useOf(spec));

test('a secret that the client encrypted is decrypted and sealed', async () => {
  const stored = parse('sent:hush');
  expect(stored).toMatch(/^g1\./);
  expect(use.ctx.engine.vault.open(String(stored))).toBe('hush');
  expect([parse(''), parse(null)]).toEqual([null, null]);
  expect(await refusal(() => parse(7))).toEqual([{ key: 'invalid_string' }]);
});

test('a decrypted secret that is longer than its field allows is refused', async () => {
  const short = field.secret({ max: 4 });
  expect([parse('sent:abcd', short), parse('a'.repeat(40_960))]).toEqual([
    expect.stringMatching(/^g1\./),
    expect.stringMatching(/^g1\./),
  ]);
  expect(await refusal(() => parse('sent:abcde', short))).toEqual([
    { key: 'max_length', params: { max: 4 } },
  ]);
  expect(await refusal(() => parse('a'.repeat(40_961)))).toEqual([
    { key: 'max_length', params: { max: 40_960 } },
  ]);
  expect([secret.meta(use.field, use), secret.meta(short, use)]).toEqual([
    { type: 'string', max_length: 40_960 },
    { type: 'string', max_length: 4 },
  ]);
});

test('a secret is never shown in lists, files or audit logs', () => {
  expect([
    secret.present?.('g1.a.b.c', use),
    secret.toCell?.('g1.a.b.c', use),
    secret.diff?.('g1.a.b.c', use),
    secret.empty?.(use.field),
  ]).toEqual([undefined, '', '******', null]);
});
