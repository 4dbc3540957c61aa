import { everyCall } from '@gatehouse/contract/calls/all.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../src/app/buildServer.ts';
import { unbound, undeclared } from '../src/engine/calls/undeclared.ts';
import { startApi } from './api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const boot = (prepare: (app: FastifyInstance) => void) =>
  buildServer({
    services: api.services,
    language: 'en',
    identify: async () => {
      throw new Error('not asked');
    },
    confirmed: async () => undefined,
    prepare,
  });

test('a server with an undeclared route does not start', async () => {
  await expect(
    boot((app) => void app.get('/planted/', { config: { need: 'public' } }, async () => '')),
  ).rejects.toThrow('GET /planted/ is neither a verb or an action of a resource nor a declared call');
});

test('a server with a route without a permission does not start', async () => {
  await expect(boot((app) => void app.get('/planted/', async () => ''))).rejects.toThrow(
    'GET /planted/ declares no permission',
  );
});

test('a declaration that is only a copy of one of the calls declares nothing', () => {
  const [first] = everyCall;
  if (!first) throw new Error('no call is declared');
  const planted = { method: 'GET', url: '/api/v1/planted/', need: 'validUser', call: { ...first } };
  expect(undeclared([planted], everyCall)).toEqual(['GET /api/v1/planted/']);
});

test('a declared call that no route serves is found', () => {
  const [first] = everyCall;
  if (!first) throw new Error('no call is declared');
  const served = api.app.servedRoutes;
  expect(unbound(served, everyCall)).toEqual([]);
  expect(unbound(served, [{ ...first, addresses: ['GET /api/v1/planted/'] }])).toEqual([
    'GET /api/v1/planted/',
  ]);
});
