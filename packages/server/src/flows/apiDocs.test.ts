import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('signed-in users get the description of the API as JSON, as YAML and as a page', async () => {
  expect((await api.as({ anonymous: true }).get('/api/swagger.json')).status).toBe(401);
  const document = (await api.as({ permissions: [] }).get('/api/swagger.json')).json as {
    paths: Record<string, unknown>;
    components: { schemas: Record<string, unknown> };
  };
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/v1/assets/domains/',
      '/api/v1/assets/domains/{id}/',
      '/api/v1/assets/domains/batch-import/',
    ]),
  );
  expect(document.paths['/api/v1/assets/domains/{id}/']).toMatchObject({
    get: { responses: { 200: { headers: { ETag: {} } } } },
    put: { parameters: [{ name: 'id' }, { name: 'If-Match', in: 'header' }], responses: { 409: {} } },
    delete: {
      parameters: [{ name: 'id' }, { name: 'If-Match', in: 'header' }],
      responses: { 204: {}, 409: {} },
    },
  });
  expect(document.components.schemas['assets.domain.write']).toMatchObject({ required: ['name'] });
  const page = await api.as({ permissions: [] }).get('/api/docs/');
  expect(page.text).toContain('swagger-ui');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const yaml = await api.as({ permissions: [] }).get('/api/swagger.yaml');
  expect(yaml.headers['content-type']).toContain('yaml');
  expect(JSON.parse(yaml.text)).toEqual(document);
});

test('the page of the API loads its style, its program and a start that names the description; browsers keep the large ones for a day', async () => {
  const file = async (name: string) => {
    const { status, text, headers } = await api.as({ permissions: [] }).get(`/api/docs/assets/${name}`);
    return [
      ...[status, headers['content-type'], headers['cache-control']],
      text.includes("url: '/api/swagger.json'"),
    ];
  };
  const kept = 'private, max-age=86400';
  expect(await file('start.js')).toEqual([200, 'text/javascript', undefined, true]);
  expect(await file('swagger-ui.css')).toEqual([200, 'text/css', kept, false]);
  expect(await file('swagger-ui-bundle.js')).toEqual([200, 'text/javascript', kept, false]);
  expect((await file('package.json'))[0]).toBe(404);
});

type Schema = { [word: string]: unknown; $ref?: string };
type Content = { content?: Record<string, { schema: Schema }> };
type Operation = {
  summary: string;
  parameters: { name: string }[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

const documentOf = async () => (await api.as({ superuser: true }).get('/api/swagger.json')).json as Document;
const jsonOf = (content: Content | undefined) => content?.content?.['application/json']?.schema;

test('every referenced schema exists', async () => {
  const document = await documentOf();
  const named = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(500);
  expect([...new Set(named)].filter((name) => !(String(name) in document.components.schemas))).toEqual([]);
});

test('the batch import, selections, suggestions, relations and files are described with their answers', async () => {
  const { paths } = await documentOf();
  const admin = api.as({ superuser: true });
  const zone = { name: 'described' };
  const tried: [path: string, method: 'get' | 'post', body: unknown, type?: string][] = [
    ['assets/domains/batch-import/', 'post', { action: 'create', rows: [zone, {}] }],
    ['assets/domains/render-to-json/', 'post', Buffer.from('Name\nfrom a file\n'), 'text/csv'],
    ['assets/nodes/suggestions/', 'get', undefined],
    ['common/resources/cache/', 'post', { resources: ['one'] }],
    ['users/users-groups-relations/', 'post', []],
    ['users/users-groups-relations/', 'get', undefined],
    ['assets/domains/', 'post', { name: 'another' }],
    ['assets/domains/', 'get', undefined],
  ];
  for (const [path, method, body, type] of tried) {
    const operation = paths[`/api/v1/${path}`]?.[method];
    const answer = await admin[method](`/api/v1/${path}`, body, type ? { 'content-type': type } : {});
    const described = operation?.responses[String(answer.status)];
    expect([path, method, Object.keys(operation?.responses ?? {})]).toEqual([
      path,
      method,
      expect.arrayContaining([String(answer.status), '400', '403']),
    ]);
    expect(jsonOf(described), path).not.toEqual({});
    const sent = operation?.requestBody?.content ?? {};
    if (method === 'post') expect(Object.keys(sent), path).toContain(type ?? 'application/json');
    for (const { schema } of Object.values(sent)) expect(schema, path).not.toEqual({});
  }
});

test('the batch import describes its input and output exactly', async () => {
  const operation = (await documentOf()).paths['/api/v1/assets/domains/batch-import/']?.post;
  expect(operation?.summary).toContain('many rows in one request');
  expect(jsonOf(operation?.requestBody)).toEqual({
    type: 'object',
    required: ['action', 'rows'],
    properties: {
      action: { enum: ['create', 'update'], description: expect.any(String) },
      rows: { type: 'array', items: { $ref: '#/components/schemas/assets.domain.write' }, maxItems: 10_000 },
    },
  });
  const rows = [{ name: 'said so' }, {}];
  const { json } = await api
    .as({ superuser: true })
    .post('/api/v1/assets/domains/batch-import/', { action: 'create', rows });
  const answer = jsonOf(operation?.responses['200']) as { properties: Record<string, Schema> };
  expect(Object.keys(answer.properties)).toEqual(Object.keys(json));
  const results = (json as { results: object[] }).results.map((result) => Object.keys(result));
  expect(results).toEqual([['id'], ['errors']]);
  expect(JSON.stringify(answer.properties.results)).toMatch(/"required":\["id"\].*"required":\["errors"\]/);
});

test('every call that succeeds is answered with a documented status', async () => {
  const { paths } = await documentOf();
  const client = api.as({ superuser: true, id: randomUUID() });
  const wrong: string[] = [];
  let succeeded = 0;
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { responses }] of Object.entries(operations)) {
      const named = Object.keys(responses).filter((status) => status.startsWith('2'));
      const isSent = ['post', 'put', 'patch'].includes(method);
      const { status } = await client[method as 'get'](
        path.replace(/\{\w+\}/g, randomUUID()),
        isSent ? {} : undefined,
      );
      if (status >= 300) continue;
      succeeded += 1;
      if (!named.some((code) => code === String(status) || code === '2XX'))
        wrong.push(`${method} ${path} ${status} ${named}`);
    }
  expect(wrong).toEqual([]);
  expect(succeeded).toBeGreaterThan(100);
});

test('every operation declares its input and its answers', async () => {
  const { paths } = await documentOf();
  const silent: string[] = [];
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { summary, requestBody, responses }] of Object.entries(operations)) {
      const good = Object.entries(responses).filter(([status]) => /^2/.test(status));
      const schemas = [requestBody, ...good.map(([, answer]) => answer)].flatMap((part) =>
        Object.values(part?.content ?? {}).map(({ schema }) => schema),
      );
      const isVague = good.some(([status]) => status === '2XX') || !good.length;
      if (!summary || isVague || schemas.some((schema) => Object.keys(schema).length === 0))
        silent.push(`${method} ${path} (${summary})`);
    }
  expect(silent).toEqual([]);
});

test('filters of a list are parameters of its operation', async () => {
  const { paths } = await documentOf();
  const namesOf = (path: string) => paths[path]?.get?.parameters.map(({ name }) => name);
  expect(namesOf('/api/v1/assets/hosts/')).toEqual(expect.arrayContaining(['search', 'platform', 'node_id']));
  expect(namesOf('/api/v1/terminal/sessions/')).toEqual(
    expect.arrayContaining(['is_finished', 'date_from', 'date_to']),
  );
});
