import { field } from '@gatehouse/contract/resource/fields.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { docsOf } from './docs.ts';

const plain = { summary: 'Paints a wall', answer: z.object({ shade: z.string() }) };
const shade = { type: 'object', properties: { shade: { type: 'string' } }, required: ['shade'] };

test('a call is described with its summary, its answer and its success status', () => {
  expect(docsOf(plain)()).toEqual({
    summary: 'Paints a wall',
    status: 200,
    body: 'none',
    answer: shade,
    otherwise: {},
  });
  expect(docsOf({ summary: 'Dries', status: 204 })()).toMatchObject({ status: 204, answer: 'none' });
  expect(docsOf({ ...plain, isList: true })()).toMatchObject({ isList: true });
});

test('a call is described with a JSON, form or file body, and with a file as answer', () => {
  expect(docsOf({ ...plain, body: z.object({ shade: z.string().default('red') }) })().body).toEqual({
    type: 'object',
    properties: { shade: { type: 'string', default: 'red' } },
  });
  expect(docsOf({ ...plain, body: { media: ['image/png'] } } as never)().body).toEqual({
    files: ['image/png'],
  });
  const form = { app: 'shop', name: 'paint', mode: 'create', fields: { shade: field.text({}) } } as const;
  expect(docsOf({ ...plain, body: form } as never)().body).toMatchObject({ form: { key: 'shop.paint' } });
  const file = docsOf({ summary: 'A photo', answer: { media: ['image/png'] } } as never)();
  expect(file).toMatchObject({ media: ['image/png'] });
  expect(file).not.toHaveProperty('answer');
});

test('parameters are described as clients send them, without the value that replaces an invalid one', () => {
  const query = z.object({ size: z.coerce.number().catch(1), shade: z.string().optional() });
  expect(docsOf({ ...plain, query } as never)().query).toMatchObject({
    type: 'object',
    properties: { size: { type: 'number' }, shade: { type: 'string' } },
  });
  expect(JSON.stringify(docsOf({ ...plain, query } as never)().query)).not.toContain('default');
});

test('other outcomes of a call are described with their error codes and bodies', () => {
  const registered = z.object({ seconds: z.int() }).meta({ description: 'Still wet' });
  const { otherwise } = docsOf({
    ...plain,
    errors: ['not_found', 'permission_denied', 'licence_required'],
    otherwise: { 409: registered, 412: z.string() },
  } as never)();
  expect(otherwise).toMatchObject({
    404: { description: 'not_found' },
    403: { description: expect.stringContaining('permission_denied') },
    409: { description: 'Still wet', schema: { type: 'object', required: ['seconds'] } },
    412: { description: 'Another outcome', schema: { type: 'string' } },
  });
});

test('an answer refers to the schema of its resource and allows additional fields', () => {
  const row = z.object({ id: z.string() }).meta({ resource: 'shop.paint' });
  expect(docsOf({ ...plain, answer: z.array(row) })().answer).toEqual({
    type: 'array',
    items: { $ref: '#/components/schemas/shop.paint' },
  });
  expect(JSON.stringify(docsOf(plain)())).not.toContain('additionalProperties');
});

test('the description of a call is built only once', () => {
  expect(docsOf(plain)()).toBe(docsOf(plain)());
});
