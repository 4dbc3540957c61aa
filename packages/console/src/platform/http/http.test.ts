import type { domain } from '@gatehouse/contract/resources/assets/domain.ts';
import { expect, test, vi } from 'vitest';
import { HttpError } from './HttpError.ts';
import { createHttp, type HttpDeps } from './http.ts';

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

type Call = { url: string; init: RequestInit & { headers: Record<string, string> } };

const setup = (answers: (Response | Error)[], deps: Partial<HttpDeps> = {}) => {
  const calls: Call[] = [];
  const cookies: Record<string, string> = { gh_csrftoken: 'secret-csrf' };
  const onFailure = vi.fn();
  const http = createHttp({
    fetch: async (url, init) => {
      calls.push({ url: String(url), init: init as Call['init'] });
      const answer = answers.shift();
      if (init?.signal?.aborted) throw new DOMException('aborted', 'AbortError');
      if (!answer || answer instanceof Error) throw answer ?? new Error('no answer left');
      return answer;
    },
    cookies: { get: (name) => cookies[name], prefixed: (name) => `gh_${name}` },
    pageOid: () => undefined,
    currentOrgId: () => 'org-current',
    timeZone: () => 'Asia/Tokyo',
    onFailure,
    ...deps,
  });
  return { http, calls, onFailure };
};

test('A-7-002 A-7-003 A-7-004 every request sends CSRF token, organization and time zone', async () => {
  const { http, calls } = setup([json(200, {}), json(200, {})]);
  await http.get('/api/v1/users/users/');
  await http.post('/api/v1/users/users/', { name: 'Ann' });
  for (const call of calls) {
    expect(call.init.headers).toMatchObject({
      'X-CSRFToken': 'secret-csrf',
      'X-JMS-ORG': 'org-current',
      'X-TZ': 'Asia/Tokyo',
    });
  }
  expect(calls[1]?.init.body).toBe('{"name":"Ann"}');
});

test('rows are created and changed at the addresses of their resource', async () => {
  const { http, calls } = setup(Array.from({ length: 4 }, () => json(200, { id: 'd/1' })));
  const url = '/api/v1/assets/domains/';
  await expect(http.create<typeof domain>(url, { name: 'dmz' })).resolves.toEqual({ id: 'd/1' });
  await http.change<typeof domain>(url, 'd/1', { comment: 'x' });
  await http.createMany<typeof domain>(url, [{ name: 'dmz' }]);
  await http.changeMany<typeof domain>(url, [{ id: 'd/1', comment: 'x' }]);
  expect(calls.map((call) => [call.init.method, call.url, JSON.parse(String(call.init.body))])).toEqual([
    ['POST', url, { name: 'dmz' }],
    ['PATCH', `${url}d%2F1/`, { comment: 'x' }],
    ['POST', url, [{ name: 'dmz' }]],
    ['PATCH', url, [{ id: 'd/1', comment: 'x' }]],
  ]);
});

test('a call answered with a text file returns the text unchanged', async () => {
  const { http, calls } = setup([
    new Response('{"a":1}', { headers: { 'Content-Type': 'application/json' } }),
  ]);
  await expect(http.textOf('GET /core/auth/profile/pubkey/generate/')).resolves.toBe('{"a":1}');
  expect(calls[0]?.url).toBe('/core/auth/profile/pubkey/generate/');
});

test('A-7-003 the oid of the page query wins over the current organization', async () => {
  const { http, calls } = setup([json(200, {})], { pageOid: () => 'org-of-query' });
  await http.get('/api/v1/assets/assets/');
  expect(calls[0]?.init.headers['X-JMS-ORG']).toBe('org-of-query');
});

test('A-7-005 the body is returned, or the full response when raw is asked for', async () => {
  const { http } = setup([json(200, { count: 3 }), json(201, { id: 'x' })]);
  await expect(http.get('/a/')).resolves.toEqual({ count: 3 });
  await expect(http.post('/a/', {}, { raw: true })).resolves.toMatchObject({
    status: 201,
    data: { id: 'x' },
  });
});

test('A-7-001 a request without an answer ends after 120 seconds and is not repeated', async () => {
  vi.useFakeTimers();
  let requests = 0;
  const { http } = setup([], {
    fetch: (_url, init) => {
      requests += 1;
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
      });
    },
  });
  const answer = expect(http.get('/slow/')).rejects.toMatchObject({ status: 0, reason: 'timeout' });
  await vi.advanceTimersByTimeAsync(119_999);
  expect(requests).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(requests).toBe(1);
  vi.useRealTimers();
});

/** An answer whose bytes the test sends. */
const flowing = () => {
  let pour: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      pour = controller;
    },
  });
  const say = async (text: string) => {
    pour?.enqueue(new TextEncoder().encode(text));
    await vi.advanceTimersByTimeAsync(119_999);
  };
  return { response: new Response(body), say, end: () => pour?.close() };
};

test('A-7-001 an answer that stalls within its body ends 120 seconds after its last byte', async () => {
  vi.useFakeTimers();
  const { response, say } = flowing();
  const { http, onFailure } = setup([response]);
  const answer = expect(http.get('/stalled/')).rejects.toMatchObject({ status: 0, reason: 'timeout' });
  await say('half of ');
  await say('the ');
  expect(onFailure).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await answer;
  expect(onFailure).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

test('an answer without a body succeeds, although Chromium gives it an empty stream', async () => {
  const empty = Object.defineProperty(new Response(''), 'status', { value: 204 });
  const { http, onFailure } = setup([empty]);
  await expect(http.delete('/gone/')).resolves.toBe('');
  expect(onFailure).not.toHaveBeenCalled();
});

test('A-7-001 a long answer is not cut while bytes flow', async () => {
  vi.useFakeTimers();
  const { response, say, end } = flowing();
  const { http } = setup([response]);
  const answer = http.get('/long/', { responseType: 'blob' });
  for (const part of ['a', 'b', 'c', 'd']) await say(part);
  end();
  await expect(((await answer) as Blob).text()).resolves.toBe('abcd');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('a request cancelled by its page while the answer arrives is aborted silently', async () => {
  const leaving = new AbortController();
  const { response } = flowing();
  const { http, onFailure } = setup([response]);
  const answer = expect(http.get('/a/', { signal: leaving.signal })).rejects.toMatchObject({
    isAborted: true,
  });
  await Promise.resolve();
  leaving.abort();
  await answer;
  expect(onFailure).not.toHaveBeenCalled();
});

test('a request cancelled by its page is aborted silently', async () => {
  const leaving = new AbortController();
  leaving.abort();
  const { http, onFailure } = setup([json(200, {})]);
  await expect(http.get('/a/', { signal: leaving.signal })).rejects.toMatchObject({ isAborted: true });
  expect(onFailure).not.toHaveBeenCalled();
});

test('A-8-008 on 412 the user is asked, then the identical request is repeated', async () => {
  const confirmIdentity = vi.fn(async () => true);
  const refused = json(412, { type: 'user_confirm_required', code: 'mfa', detail: 'x' });
  const { http, calls, onFailure } = setup([refused, json(200, { secret: 's' })], { confirmIdentity });
  await expect(http.post('/secret/', { id: 1 })).resolves.toEqual({ secret: 's' });
  expect(confirmIdentity).toHaveBeenCalledWith('mfa', undefined);
  expect(calls[1]).toEqual({ ...calls[0], init: { ...calls[0]?.init, signal: expect.anything() } });
  expect(onFailure).not.toHaveBeenCalled();
});

test('A-8-008 a cancelled confirmation rejects with the original error', async () => {
  const { http, calls } = setup([json(412, { code: 'password' })], { confirmIdentity: async () => false });
  await expect(http.get('/secret/')).rejects.toMatchObject({ status: 412, body: { code: 'password' } });
  expect(calls).toHaveLength(1);
});

test('an answer that is not JSON is text, and an error page keeps its status', async () => {
  const { http } = setup([new Response('plain'), new Response('<html>', { status: 502 })]);
  await expect(http.get('/a/')).resolves.toBe('plain');
  const error = await http.get('/b/').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 502 });
});

test('A-7-007 the query counts of the last ten requests are kept, one per path without prefix', async () => {
  const answers = Array.from({ length: 12 }, () => json(200, [], { 'X-JMS-SQL-COUNT': '9' }));
  const { http } = setup([
    ...answers,
    json(200, [], { 'X-JMS-SQL-COUNT': '30' }),
    json(200, [], { 'X-JMS-SQL-COUNT': '4' }),
  ]);
  for (let n = 0; n < 12; n += 1) await http.get(`/api/v1/assets/list${n}/?limit=15`);
  await http.get('/api/v1/assets/list11/?limit=30');
  await http.get('/api/v1/few/');
  expect(http.sqlDigest()).toHaveLength(10);
  expect(http.sqlDigest()[0]).toEqual({ url: '/assets/list11', count: 28, level: 'danger' });
});

test('A-7-007 the query counts of refused requests are kept too', async () => {
  const { http } = setup([json(400, {}, { 'X-JMS-SQL-COUNT': '7' })]);
  await expect(http.post('/api/v1/users/users/', {})).rejects.toMatchObject({ status: 400 });
  expect(http.sqlDigest()).toEqual([{ url: '/users/users', count: 5 }]);
});

test('query parameters: empty ones are dropped, zero is kept, texts are trimmed', async () => {
  const { http, calls } = setup([json(200, [])]);
  await http.get('/a/?x=1', {
    params: { offset: 0, search: '  ann ', name: '', comment: undefined, ids: ['a', 'b'] },
  });
  expect(calls[0]?.url).toBe('/a/?x=1&offset=0&search=ann&ids=a%2Cb');
});
