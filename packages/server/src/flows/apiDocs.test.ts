import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi } from '../../test/api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('the API describes every resource and the batch import to people who are signed in', async () => {
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
    delete: { parameters: [{ name: 'id' }, { name: 'If-Match', in: 'header' }], responses: { 409: {} } },
  });
  expect(document.components.schemas['assets.domain.write']).toMatchObject({ required: ['name'] });
  expect((await api.as({ permissions: [] }).get('/api/docs/')).text).toContain('swagger-ui');
  const yaml = await api.as({ permissions: [] }).get('/api/swagger.yaml');
  expect(yaml.headers['content-type']).toContain('yaml');
  expect(JSON.parse(yaml.text)).toEqual(document);
});
