import { gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressJson } from './compressJson.ts';

const text = 'a'.repeat(1022);
const app = fastify();
beforeAll(async () => {
  app.addHook('onSend', compressJson);
  const json = 'application/json; charset=utf-8';
  const routes: [string, string, Record<string, string>, object?][] = [
    ['/api/v1/long/', text, {}],
    ['/api/v1/short/', text.slice(1), {}],
    ['/api/v1/authentication/temp-tokens/', text, {}],
    ['/api/v1/unstored/', text, { 'cache-control': 'no-store' }],
    ['/api/v1/row/', text, { 'cache-control': 'no-store', etag: '"1"', vary: 'Cookie' }],
    ['/api/v1/proven/', text, {}, { confirm: 'mfa' }],
    ['/api/v1/page/', text, { 'content-type': 'text/html' }],
  ];
  for (const [url, body, headers, config = {}] of routes)
    app.route({
      method: ['GET', 'POST'],
      url,
      config,
      handler: (_request, reply) =>
        reply.headers({ 'content-type': json, ...headers }).send(JSON.stringify(body)),
    });
  await app.ready();
});
afterAll(() => app.close());

const ask = (url: string, encoding?: string, method: 'GET' | 'POST' = 'GET') =>
  app.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

test('long JSON answers are compressed for clients that accept it, and say so', async () => {
  const answer = await ask('/api/v1/long/', 'gzip, deflate, br');
  expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(answer.rawPayload).toString()).toBe(JSON.stringify(text));
  expect(answer.rawPayload.length).toBeLessThan(200);
  for (const encoding of [undefined, 'br', 'gzip;q=0', 'gzip;q=0.0']) {
    const plain = await ask('/api/v1/long/', encoding);
    expect([plain.headers['content-encoding'], plain.json()]).toEqual([undefined, text]);
    expect(plain.headers.vary).toBe('Accept-Encoding');
  }
  expect((await ask('/api/v1/long/', 'br, GZIP;q=0.5')).headers['content-encoding']).toBe('gzip');
  expect((await ask('/api/v1/row/', 'gzip')).headers).toMatchObject({
    'content-encoding': 'gzip',
    vary: 'Cookie, Accept-Encoding',
  });
});

test.each(['short', 'authentication/temp-tokens', 'unstored', 'proven', 'page'])(
  'an answer of %s is not compressed: it is short, no JSON, or may hold a secret',
  async (name) => {
    const answer = await ask(`/api/v1/${name}/`, 'gzip');
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([undefined, undefined]);
  },
);

test('an answer to a change is not compressed', async () => {
  expect((await ask('/api/v1/long/', 'gzip', 'POST')).headers['content-encoding']).toBeUndefined();
});
