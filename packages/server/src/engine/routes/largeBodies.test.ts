import { type ClientRequest, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startServer } from '../../../test/signedIn.ts';

const mebibyte = 1024 * 1024;
const importing = '/api/v1/assets/domains/render-to-json/';
let server: Awaited<ReturnType<typeof startServer>>;
let admin: Browser;
let port: number;
const open: ClientRequest[] = [];
beforeAll(async () => {
  server = await startServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.app.server.address() as AddressInfo);
  admin = await server.admin();
});
afterAll(async () => {
  for (const one of open) one.destroy();
  await server.stop();
});

/** A request that declares a body of this length; what is sent of it is up to the caller. */
const declare = (path: string, bytes: number, over: { type?: string; isStranger?: boolean } = {}) => {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const sending = request({
    ...{ host: '127.0.0.1', port, path, method: 'POST' },
    headers: {
      'content-type': over.type ?? 'text/csv',
      'content-length': String(bytes),
      ...(!over.isStranger && { cookie, 'x-csrftoken': admin.cookies.get('jms_csrftoken') ?? '' }),
    },
  });
  open.push(sending);
  sending.on('error', () => undefined);
  let status: number | undefined;
  sending.on('response', (response) => {
    status = response.statusCode;
    response.resume();
  });
  sending.flushHeaders();
  return { sending, status: () => status };
};
const file = Buffer.alloc(29 * mebibyte, 'Name\n');

test('a file beyond the limit of the settings is refused by its declared length, before it is sent', async () => {
  const { status } = declare(importing, 31 * mebibyte);
  await expect.poll(status).toBe(400);
});

test('a caller who is not signed in sends no large body', async () => {
  const signIn = '/api/v1/authentication/auth/';
  const large = declare(signIn, mebibyte + 1, { type: 'application/json', isStranger: true });
  await expect.poll(large.status).toBe(413);
});

test('large bodies of one user wait on the wire while others of the same user are held', async () => {
  const [first, second, third] = [1, 2, 3].map(() => declare(importing, file.length));
  // Reading small bodies goes on meanwhile.
  expect((await admin.post('/api/v1/assets/domains/', { name: 'small' })).status).toBe(201);
  third?.sending.write(file);
  third?.sending.end();
  expect((await admin.get('/api/v1/assets/domains/?limit=1')).status).toBe(200);
  expect([first, second, third].map((one) => one?.status())).toEqual([undefined, undefined, undefined]);
  first?.sending.destroy();
  await expect.poll(() => third?.status(), { timeout: 30_000 }).toBe(400);
  expect(second?.status()).toBeUndefined();
});
