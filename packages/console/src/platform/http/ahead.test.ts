// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { type AheadStore, aheadKey, createAheadFetch } from './ahead.ts';
import { requestHeaders } from './requestHeaders.ts';

const PROFILE = '/api/v1/users/profile/';
const caller = { csrf: 'token-of-mara', orgId: 'harbor', timeZone: 'UTC' };
const headers = requestHeaders(caller);

/** A console whose page has asked for the profile already, and a server that would answer it otherwise. */
const setup = (answer: Promise<Response> = Promise.resolve(new Response('ahead'))) => {
  const abort = vi.fn();
  const sent: AheadStore = new Map([[aheadKey('GET', PROFILE), { headers, answer, abort }]]);
  const server = vi.fn(async () => new Response('server'));
  let now = 5_000;
  const fetch = createAheadFetch({ fetch: server, sent, now: () => now });
  const ask = async (init: RequestInit = { headers }, url = PROFILE) => (await fetch(url, init)).text();
  return { abort, server, fetch, ask, pass: (ms: number) => (now += ms) };
};

test('an answer that came ahead is used once; the next request goes to the server', async () => {
  const { ask, server, abort } = setup();
  expect(await ask()).toBe('ahead');
  expect(server).not.toHaveBeenCalled();
  expect(await ask()).toBe('server');
  expect(abort).not.toHaveBeenCalled();
});

test.each([
  ['another organization', { ...caller, orgId: 'mill' }],
  ['no organization', { ...caller, orgId: undefined }],
  ['the web session of another user', { ...caller, csrf: 'token-of-noel' }],
  ['a signed-out user', { ...caller, csrf: undefined }],
  ['another time zone', { ...caller, timeZone: 'Asia/Tokyo' }],
])('an answer that came ahead is not given to %s', async (_, other) => {
  const { ask, abort, server } = setup();
  expect(await ask({ headers: requestHeaders(other) })).toBe('server');
  expect(abort).toHaveBeenCalledOnce();
  expect(server).toHaveBeenCalledWith(PROFILE, { headers: requestHeaders(other) });
  expect(await ask()).toBe('server');
});

test('another address or method asks the server and leaves the answer to its own request', async () => {
  const { ask } = setup();
  expect(await ask({ headers }, `${PROFILE}?fields_size=mini`)).toBe('server');
  expect(await ask({ headers, method: 'OPTIONS' })).toBe('server');
  expect(await ask()).toBe('ahead');
});

test('a write makes outdated what was asked before it', async () => {
  const { ask, abort } = setup();
  expect(await ask({ headers, method: 'PATCH', body: '{}' }, '/api/v1/users/users/1/')).toBe('server');
  expect(abort).toHaveBeenCalledOnce();
  expect(await ask()).toBe('server');
});

test('thirty seconds after the start of the console the server is asked', async () => {
  const late = setup();
  late.pass(30_000);
  expect(await late.ask()).toBe('ahead');
  const later = setup();
  later.pass(30_001);
  expect(await later.ask()).toBe('server');
});

test('a failure of what was sent ahead is the failure of the request', async () => {
  const { ask } = setup(Promise.reject(new TypeError('Failed to fetch')));
  await expect(ask()).rejects.toThrow('Failed to fetch');
});

test('a caller that loses interest ends the request, before the answer or before it asks', async () => {
  const waiting = setup(new Promise(() => undefined));
  const control = new AbortController();
  const asked = waiting.ask({ headers, signal: control.signal });
  expect(waiting.abort).not.toHaveBeenCalled();
  control.abort(new Error('left'));
  await expect(asked).rejects.toThrow('left');
  expect(waiting.abort).toHaveBeenCalledOnce();
  const gone = setup();
  await expect(gone.ask({ headers, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(gone.abort).toHaveBeenCalledOnce();
});

test('an answer with a signal that stays quiet arrives', async () => {
  const { ask } = setup();
  expect(await ask({ headers, signal: new AbortController().signal })).toBe('ahead');
});
