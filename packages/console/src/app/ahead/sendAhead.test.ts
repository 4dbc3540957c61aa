// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createStorage } from '../../platform/storage/storage.ts';
import { knownListAt } from './knownListAt.ts';
import { sendAhead } from './sendAhead.ts';

const ORG = '3f2b8c10-1111-4111-8111-111111111111';
const CURRENT = '/api/v1/orgs/orgs/current/';
const start = [
  'GET /api/v1/authentication/user-session/',
  'GET /api/v1/settings/public/open/',
  'GET /api/v1/users/profile/',
  'GET /api/v1/settings/public/',
  `GET ${CURRENT}`,
];

type Input = { path?: string; search?: string; cookie?: string; current?: Response };
type Seen = { line: string; headers: Headers };

const organization = (body: object = { id: ORG }, status = 200) =>
  new Response(JSON.stringify(body), { status });

/** A server of which only the requests matter; what it answers is read of the organization alone. */
const recorder = (current: Response) => {
  const seen: Seen[] = [];
  const fetch = async (input: RequestInfo | URL, { method = 'GET', headers }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(input), 'http://localhost');
    seen.push({ line: `${method} ${pathname}${search}`, headers: new Headers(headers) });
    return pathname === CURRENT ? current : new Response(null, { status: 404 });
  };
  return { seen, fetch };
};

/** What a page sends ahead; resolves when nothing more comes. */
const sentFrom = async ({
  path = '/ui/console/dashboard',
  search = '',
  cookie = '',
  current = organization(),
}: Input) => {
  const server = recorder(current);
  const place = { jar: { cookie }, local: localStorage, tab: sessionStorage, timeZone: 'Asia/Tokyo', search };
  const sent = sendAhead({ ...place, fetch: server.fetch }, knownListAt(path));
  await Promise.allSettled([...sent.values()].map((one) => one.answer));
  // Reading the organization from its answer takes a few turns.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setTimeout(next));
  return { server, sent, lines: server.seen.map(({ line }) => line), more: server.seen.slice(start.length) };
};

test('every page sends the requests of its start with the headers of the console', async () => {
  const cookie = 'SESSION_COOKIE_NAME_PREFIX=pam_; pam_csrftoken=t; X-JMS-ORG=harbor';
  const { server, lines, sent } = await sentFrom({ cookie });
  expect(lines).toEqual(start);
  expect([...sent.keys()]).toEqual(start);
  for (const { headers } of server.seen)
    expect(Object.fromEntries(headers)).toEqual({
      accept: 'application/json, text/plain, */*',
      'x-tz': 'Asia/Tokyo',
      'x-csrftoken': 't',
      'x-jms-org': 'harbor',
    });
});

test('without a token and an organization the requests name none; the tab knows better than the cookie', async () => {
  const bare = await sentFrom({});
  expect([...(bare.server.seen[0]?.headers.keys() ?? [])]).toEqual(['accept', 'x-tz']);
  createStorage(sessionStorage).set('X-JMS-ORG', 'mill');
  const { server } = await sentFrom({ cookie: 'X-JMS-ORG=harbor' });
  expect(server.seen[0]?.headers.get('x-jms-org')).toBe('mill');
});

test('a list is asked for in the organization that the server names, with the remembered page size and the filters of the address', async () => {
  createStorage(localStorage).paginationSize.set(50);
  const { lines, more } = await sentFrom({
    path: '/ui/console/users/users/',
    search: '?search=mara&order=-name&page=2',
    cookie: 'X-JMS-ORG=harbor',
  });
  expect(lines.slice(start.length)).toEqual([
    'OPTIONS /api/v1/users/users/?draw=1&display=1',
    'GET /api/v1/users/users/?search=mara&limit=50&offset=50&order=-name&draw=1&display=1&abilities=1',
  ]);
  expect(more.map(({ headers }) => headers.get('x-jms-org'))).toEqual([ORG, ORG]);
});

test('an organization in the address is that of all requests', async () => {
  const { server } = await sentFrom({ path: '/ui/console/assets/assets', search: '?oid=quarry' });
  expect(server.seen).toHaveLength(start.length + 2);
  expect(new Set(server.seen.map(({ headers }) => headers.get('x-jms-org')))).toEqual(new Set(['quarry']));
});

test.each([
  [
    'a list whose collection depends on a tab',
    { path: '/ui/console/assets/assets', search: '?activeTab=host' },
  ],
  ['platforms, which open with a category', { path: '/ui/console/assets/platforms' }],
  ['roles, which belong to no organization', { path: '/ui/console/users/roles' }],
  ['sessions, which begin with a range of time', { path: '/ui/audit/sessions/sessions' }],
  ['a page that is no list', { path: '/ui/console/users/users/create' }],
  ['a signed-out user', { path: '/ui/console/users/users', current: organization({ id: ORG }, 401) }],
  ['an answer without an organization', { path: '/ui/console/users/users', current: organization({}) }],
])('no rows are asked for: %s', async (_, input) => {
  expect((await sentFrom(input)).lines).toEqual(start);
});

test('a request that fails is told with its answer, and each can be given up', async () => {
  const failing = (() => Promise.reject(new TypeError('offline'))) as typeof fetch;
  const signals: (AbortSignal | null | undefined)[] = [];
  const place = {
    jar: { cookie: '' },
    local: localStorage,
    tab: sessionStorage,
    timeZone: 'UTC',
    search: '',
  };
  const sent = sendAhead(
    {
      ...place,
      fetch: (url, init) => {
        signals.push(init?.signal);
        return failing(url, init);
      },
    },
    knownListAt('/ui/console/assets/assets'),
  );
  const first = sent.get(start[0] ?? '');
  await expect(first?.answer).rejects.toThrow('offline');
  first?.abort();
  expect(signals.map((signal) => signal?.aborted)).toEqual([true, false, false, false, false]);
});

test('trees stand beside the lists of assets, accounts and permissions', () => {
  const hasTree = (path: string) => knownListAt(path)?.hasTree;
  expect(hasTree('/ui/console/assets/assets')).toBe(true);
  expect(hasTree('/ui/console/accounts/accounts')).toBe(true);
  expect(hasTree('/ui/console/perms/asset-permissions')).toBe(true);
  expect(hasTree('/ui/console/users/users')).toBe(false);
  expect(knownListAt('/ui/')).toBeUndefined();
});
