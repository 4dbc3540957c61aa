import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onBody } from '../../../../../../scripts/servers/onBody.ts';
import { startApi } from '../../../../test/api.ts';

type Call = { headers: IncomingHttpHeaders; body: string };
const url = '/api/v1/settings/webhook/testing/';
const calls: Call[] = [];
let status = 204;
let api: Awaited<ReturnType<typeof startApi>>;
let address = '';
const server = createServer((request, response) => {
  onBody(request, (bytes) => {
    const body = bytes.toString();
    calls.push({ headers: request.headers, body });
    response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end();
  });
});
beforeAll(async () => {
  api = await startApi();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  server.close();
  await api.stop();
});
beforeEach(() => {
  calls.length = 0;
  status = 204;
});
const keeper = () => api.as({ permissions: ['settings.change_systemmsgsubscription'] });

test('a call of the webhook is signed over time and body', async () => {
  const answer = await keeper().post(url, { WEBHOOK_URL: address, WEBHOOK_SECRET: 'hook-secret' });
  expect([answer.status, answer.json]).toEqual([200, { msg: expect.stringContaining('accepted the call') }]);
  const [{ headers, body } = { headers: {}, body: '' }] = calls;
  const signed = `${headers['x-gatehouse-timestamp']}.${body}`;
  const mark = createHmac('sha256', 'hook-secret').update(signed).digest('hex');
  expect(headers['x-gatehouse-signature']).toBe(`sha256=${mark}`);
  expect(JSON.parse(body)).toMatchObject({ type: 'test', subject: 'Test of the webhook' });
});

test('a stored secret is not used for another address', async () => {
  const settings = '/api/v1/settings/setting/?category=webhook';
  expect(
    (await keeper().patch(settings, { WEBHOOK_URL: 'http://127.0.0.1:1/', WEBHOOK_SECRET: 'kept' })).status,
  ).toBe(200);
  await keeper().post(url, { WEBHOOK_URL: address });
  expect(calls.map(({ headers }) => headers['x-gatehouse-signature'])).toEqual([undefined]);
});

test.each([
  ['refuses', () => 500, 'answered with status 500'],
  ['redirects, which is not followed', () => 302, 'answered with status 302'],
])('the test of the webhook says when the other side %s', async (_what, next, error) => {
  status = next();
  const answer = await keeper().post(url, { WEBHOOK_URL: address });
  expect([answer.status, answer.json]).toEqual([400, { error: expect.stringContaining(error) }]);
  expect(calls).toHaveLength(1);
});

test.each(['http://169.254.169.254/latest/', 'http://0xa9fea9fe/', 'http://[::ffff:169.254.169.254]/'])(
  'the webhook is not sent to %s',
  async (target) => {
    const answer = await keeper().post(url, { WEBHOOK_URL: target });
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: expect.stringContaining('Nothing is sent to') },
    ]);
  },
);
