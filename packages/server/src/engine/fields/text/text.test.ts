import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import type { Use } from '../kind.ts';
import { text } from './text.ts';

test('metadata distinguishes multiline text from a single line', () => {
  const metaOf = (spec: ReturnType<typeof field.text>) => text.meta(spec, {} as Use<typeof spec>);
  expect(metaOf(field.text({ max: 4096, multiline: true }))).toMatchObject({
    multiline: true,
    max_length: 4096,
  });
  expect(metaOf(field.text({ max: 128 })).multiline).toBeUndefined();
});
