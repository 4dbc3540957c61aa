import { field } from '@gatehouse/contract/resource/fields.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { refusal, sentValues, useOf } from '../../../../test/fields/fieldUse.ts';
import { uuid } from './uuid.ts';

const key = '00000000-0000-4000-8000-00000000000a';
const use = useOf(field.uuid({}));

test('a UUID is stored in lower case and may be absent unless its field is required', async () => {
  expect(uuid.parse?.(key.toUpperCase(), use)).toBe(key);
  for (const nothing of [null, '']) {
    expect(uuid.parse?.(nothing, use)).toBeNull();
    expect(await refusal(() => uuid.parse?.(nothing, useOf(field.uuid({ required: true }))))).toEqual([
      { key: 'null' },
    ]);
  }
  for (const value of ['x', 7, {}])
    expect(await refusal(() => uuid.parse?.(value, use))).toEqual([{ key: 'invalid_uuid' }]);
  expect([uuid.meta(use.field, use), uuid.empty?.(use.field)]).toEqual([{ type: 'string' }, null]);
});

test('a UUID filter accepts only a valid UUID', async () => {
  expect(sentValues(uuid.filter?.(key, sql`shade`, use))).toEqual([key]);
  expect(await refusal(() => uuid.filter?.('x', sql`shade`, use))).toEqual([{ key: 'invalid_uuid' }]);
});
