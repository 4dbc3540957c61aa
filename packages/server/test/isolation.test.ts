import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ServedRoute } from '../src/engine/http.ts';
import { OTHER_ORG_ID, startApi } from './api.ts';

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const words = ['public', 'validUser', 'superuser', 'serviceAccount'];
const isApi = (route: ServedRoute) => route.url.startsWith('/api/') || route.url.startsWith('/ws/');
const served = () =>
  api.app.servedRoutes.filter(
    (route) =>
      isApi(route) &&
      !route.url.includes('*') &&
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(route.method),
  );
const concrete = (url: string, id: string = randomUUID()) => url.replace(/:[^/]+/g, id);
type Client = ReturnType<typeof api.as>;
const call = (client: Client, route: ServedRoute, id?: string) =>
  client[route.method.toLowerCase() as Exclude<keyof Client, 'key' | 'call'>](
    concrete(route.url, id),
    ['POST', 'PUT', 'PATCH'].includes(route.method) ? {} : undefined,
  );

/** Routes that are public on purpose; every addition is a decision. */
const openOnPurpose =
  /\/(health|accounts\/integration-applications\/account-secret|settings\/public\/open|settings\/logo|settings\/public|settings\/server-info|authentication\/(auth|tokens|user-session|mfa|password\/reset-code|login-confirm-ticket\/status|sso\/login|passkeys\/(login|auth))|terminal\/(terminal-registrations|registration|endpoints\/smart)|prometheus\/metrics|users\/profile)\//;

test('every API route that is not public on purpose refuses anonymous callers', async () => {
  const client = api.as({ anonymous: true });
  const wrong: string[] = [];
  for (const route of served()) {
    if (route.need === 'public') {
      if (!openOnPurpose.test(route.url)) wrong.push(`${route.method} ${route.url} is public`);
      continue;
    }
    const { status } = await call(client, route);
    if (status !== 401) wrong.push(`${route.method} ${route.url} answered ${status}`);
  }
  expect(wrong).toEqual([]);
});

test('every route with a permission refuses users without it', async () => {
  const client = api.as({ permissions: [], id: randomUUID() });
  const wrong: string[] = [];
  for (const route of served()) {
    if (words.includes(String(route.need)) && route.need !== 'superuser' && route.need !== 'serviceAccount')
      continue;
    const { status } = await call(client, route);
    if (status !== 403) wrong.push(`${route.method} ${route.url} answered ${status}`);
  }
  expect(wrong).toEqual([]);
});

test.each([
  ['unknown ids', undefined],
  ['a NUL character as id', '%00'],
  ['an escape sequence as id', '%1B%5B2J'],
])('no route fails on %s, empty bodies or another organization', async (_what, id) => {
  const client = api.as({ superuser: true, org: OTHER_ORG_ID, serviceAccount: true, id: randomUUID() });
  const wrong: string[] = [];
  for (const route of served()) {
    if (route.url.startsWith('/ws/') || (id && !route.url.includes(':'))) continue;
    const { status, text } = await call(client, route, id);
    if (status >= 500) wrong.push(`${route.method} ${route.url} answered ${status} ${text.slice(0, 120)}`);
  }
  expect(wrong).toEqual([]);
});
