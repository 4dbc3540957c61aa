import { field } from '@gatehouse/contract/resource/fields.ts';
import { beforeAll, expect, test } from 'vitest';
import { resources, useIn } from '../../../test/fields/relatedUse.ts';
import { formOf } from '../form.ts';
import type { ServedRoute } from '../http.ts';
import { openApiOf } from './document.ts';
import { resourceDocs } from './schema.ts';

type Operation = {
  summary: string;
  tags: string[];
  security: object[];
  parameters: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<
    string,
    { description: string; headers?: object; content?: Record<string, { schema: object }> }
  >;
};

const paints = '/api/v1/shop/paints/';
const docs = resourceDocs('shop.paint');
const fields = {
  shade: field.text({ max: 8 }),
  seen: field.text({ readOnly: true }),
  key: field.secret({ writeOnly: true }),
};
const route = (over: object) =>
  ({ need: 'shop.view_paint', isVerb: false, ...over }) as unknown as ServedRoute;
const served = [
  route({ method: 'GET', url: paints, docs: docs.list }),
  route({ method: 'OPTIONS', url: paints }),
  route({ method: 'GET', url: `${paints}:id/`, docs: docs.retrieve }),
  route({ method: 'PATCH', url: `${paints}:id/`, docs: docs.update }),
  route({ method: 'DELETE', url: `${paints}:id/`, docs: docs.destroy }),
  route({
    method: 'POST',
    url: '/api/v1/shop/login/',
    need: 'public',
    docs: { body: { form: formOf('shop', 'login', fields) } },
  }),
  route({
    method: 'PUT',
    url: '/api/v1/shop/photo/',
    docs: () => ({
      body: { files: ['image/png', 'image/gif'] },
      answer: 'none',
      query: { properties: { size: { type: 'integer' }, shade: { type: 'string' } }, required: ['size'] },
      otherwise: {
        404: { description: 'not_found' },
        409: { description: 'Wet', schema: { type: 'string' } },
      },
    }),
  }),
  route({ method: 'GET', url: '/api/v1/shop/photo/', docs: { media: ['image/png'], status: 200 } }),
  route({ method: 'POST', url: '/api/v1/shop/dry/', docs: { body: 'none' } }),
  route({ method: 'GET', url: '/core/page/' }),
  route({ method: 'GET', url: '/api/docs' }),
];

let document: {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};
const operation = (method: string, path: string) => document.paths[path]?.[method] as Operation;
const namesOf = ({ parameters }: Operation) => parameters.map(({ name }) => name);
beforeAll(async () => {
  const { ctx } = useIn(field.refs({ to: 'shop.brush' }));
  document = (await openApiOf(resources.values(), served, ctx)) as never;
});

test('the API description has every address below /api, but neither OPTIONS nor pages', () => {
  expect(Object.entries(document.paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    [paints, ['get']],
    [`${paints}{id}/`, ['get', 'patch', 'delete']],
    ['/api/v1/shop/login/', ['post']],
    ['/api/v1/shop/photo/', ['put', 'get']],
    ['/api/v1/shop/dry/', ['post']],
    ['/api/docs', ['get']],
  ]);
});

test('an operation is described with its tag, its summary, its permission and the ways to sign in', () => {
  expect(operation('get', paints)).toMatchObject({
    tags: ['shop'],
    summary: `GET ${paints}`,
    'x-permission': 'shop.view_paint',
    security: [{ bearer: [] }, { signature: [] }, { session: [] }],
  });
  expect(operation('get', '/api/docs')).toMatchObject({
    tags: ['api'],
    responses: { '2XX': { description: 'OK' } },
  });
  expect(operation('post', '/api/v1/shop/login/').security).toEqual([]);
});

test('the parameters common to all lists are described for lists but not for single rows', () => {
  expect(namesOf(operation('get', paints))).toEqual([
    'limit',
    'offset',
    'search',
    'order',
    'spm',
    'labels',
    'fields_size',
    'abilities',
    'name',
    'shiny',
    'date_from',
    'date_to',
  ]);
  const types = operation('get', paints).parameters.map(({ schema }) => (schema as { type: string }).type);
  expect(types).toEqual(['integer', 'integer', ...Array(10).fill('string')]);
  expect(operation('get', paints).parameters.filter((parameter) => parameter.in !== 'query')).toEqual([]);
  expect(operation('get', `${paints}{id}/`).parameters).toMatchObject([
    { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'abilities',
      in: 'query',
      description: expect.stringContaining('refusals'),
      schema: { enum: ['1'] },
    },
  ]);
  expect(operation('put', '/api/v1/shop/photo/').parameters).toEqual([
    { name: 'size', in: 'query', required: true, schema: { type: 'integer' } },
    { name: 'shade', in: 'query', required: false, schema: { type: 'string' } },
  ]);
});

test('reading a row is described with an ETag, and changing or deleting it with If-Match', () => {
  expect(operation('get', `${paints}{id}/`).responses[200]?.headers).toEqual({
    ETag: { description: expect.stringContaining('If-Match'), schema: { type: 'string' } },
  });
  expect(operation('get', paints).responses[200]).not.toHaveProperty('headers');
  for (const method of ['patch', 'delete']) {
    const { parameters, responses } = operation(method, `${paints}{id}/`);
    expect(parameters.at(-1)).toMatchObject({
      name: 'If-Match',
      in: 'header',
      description: expect.stringContaining('409'),
      schema: { type: 'string' },
    });
    expect(responses[409]?.description).toContain('changed_meanwhile');
  }
  expect(operation('delete', `${paints}{id}/`).responses[204]).toEqual({ description: 'OK' });
});

test('a request body is described as JSON, a form or a file, and a GET has none', () => {
  expect(operation('patch', `${paints}{id}/`).requestBody).toEqual({
    content: { 'application/json': { schema: docs.update.body } },
  });
  const login = operation('post', '/api/v1/shop/login/').requestBody?.content['application/json'];
  expect(login).toMatchObject({
    schema: {
      type: 'object',
      properties: { shade: { type: 'string', maxLength: 8 }, key: { type: 'string' } },
    },
  });
  expect(JSON.stringify(login)).not.toContain('seen');
  const file = { schema: { type: 'string', format: 'binary' } };
  expect(operation('put', '/api/v1/shop/photo/').requestBody).toEqual({
    content: { 'image/png': file, 'image/gif': file },
  });
  expect(operation('get', '/api/v1/shop/photo/').responses[200]?.content).toEqual({ 'image/png': file });
  for (const [method, path] of [
    ['get', paints],
    ['delete', `${paints}{id}/`],
    ['post', '/api/v1/shop/dry/'],
  ] as const)
    expect(operation(method, path)).not.toHaveProperty('requestBody');
});

test('each outcome of an operation is described, with its body if it has one', () => {
  const { responses } = operation('put', '/api/v1/shop/photo/');
  expect(responses).toEqual({
    '2XX': { description: 'OK' },
    400: { description: 'Messages by field' },
    403: { description: 'No permission' },
    404: { description: 'not_found' },
    409: { description: 'Wet', content: { 'application/json': { schema: { type: 'string' } } } },
  });
});

test('each resource has one schema for reading a row and one for writing it', () => {
  const { schemas } = document.components;
  expect(Object.keys(schemas)).toEqual([...resources.keys()].flatMap((key) => [key, `${key}.write`]));
  const read = (schemas['shop.brush'] as { properties: Record<string, object> }).properties;
  expect(Object.keys(read)).toEqual(expect.arrayContaining(['id', 'name', 'maker', 'abilities', 'refusals']));
  expect(read).toMatchObject({
    abilities: { type: 'array', items: { enum: ['update', 'destroy'] } },
    refusals: { type: 'object', additionalProperties: { type: 'string' } },
    maker: { type: 'object', properties: { id: {}, name: { type: 'string' } } },
  });
  expect(schemas['shop.paint.write']).toMatchObject({ type: 'object', required: ['name'] });
  expect(schemas['shop.brush.write']).not.toHaveProperty('required');
  const written = (schemas['shop.brush.write'] as { properties: Record<string, object> }).properties;
  expect(Object.keys(written)).not.toContain('abilities');
});
