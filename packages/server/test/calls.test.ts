import { everyCall } from '@gatehouse/contract/calls/all.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { unbound, undeclared } from '../src/engine/calls/undeclared.ts';
import { startApi } from './api.ts';
import { notYetDeclared } from './notYetDeclared.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

test('every route is a verb of a resource or a declared call, but for those that wait for their declaration', () => {
  const isOfGateways = ({ url }: { url: string }) => url === '/koko' || url === '/koko/*';
  const own = api.app.servedRoutes.filter((route) => !isOfGateways(route));
  const found = undeclared(own, everyCall);
  expect(found.filter((route) => !notYetDeclared.includes(route)).sort()).toEqual([]);
  expect(notYetDeclared.filter((route) => !found.includes(route))).toEqual([]);
});

test('a route nobody declared and a call nobody serves are found', () => {
  const served = api.app.servedRoutes;
  const planted = { method: 'GET', url: '/api/v1/planted/', need: 'validUser' };
  expect(undeclared([...served, planted], everyCall)).toContain('GET /api/v1/planted/');
  const [first] = everyCall;
  if (!first) throw new Error('no call is declared');
  expect(unbound(served, everyCall)).toEqual([]);
  expect(unbound(served, [{ ...first, addresses: ['GET /api/v1/planted/'] }])).toEqual([
    'GET /api/v1/planted/',
  ]);
});
