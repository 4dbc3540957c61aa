import { chmod, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onBody } from '../../../../../../scripts/servers/onBody.ts';
import { startApi } from '../../../../test/api.ts';

type Call = { method: string; path: string; body: string; wsse: string; type: string };
const calls: Call[] = [];
let answer = { status: 200, body: '{}' };
const server = createServer((request, response) => {
  onBody(request, (bytes) => {
    const body = bytes.toString();
    const wsse = String(request.headers['x-wsse'] ?? '');
    const type = String(request.headers['content-type'] ?? '');
    calls.push({ method: request.method ?? '', path: request.url ?? '', body, wsse, type });
    response.writeHead(answer.status, { location: 'http://127.0.0.1:1/' }).end(answer.body);
  });
});
let api: Awaited<ReturnType<typeof startApi>>;
let address = '';
let program = '';
beforeAll(async () => {
  program = join(await mkdtemp(join(tmpdir(), 'sms-')), 'send');
  api = await startApi({ environment: { GATEHOUSE_SMS_PROGRAM: program } });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await api.stop();
});
beforeEach(() => {
  calls.length = 0;
  answer = { status: 200, body: '{}' };
});

const keeper = () => api.as({ permissions: ['settings.change_sms'] });
const at = (backend: string) => `/api/v1/settings/sms/${backend}/testing/`;
const phone = { SMS_TEST_PHONE: '+8613800000000' };
const ask = async (backend: string, body: object) => {
  const { status, json } = await keeper().post(at(backend), body);
  return [status, json];
};

test('the providers are listed for those who may see settings', async () => {
  const listed = await api
    .as({ permissions: ['settings.view_setting'] })
    .get('/api/v1/settings/sms/backend/');
  expect(listed.json).toEqual([
    { name: 'alibaba', label: 'Alibaba Cloud' },
    { name: 'tencent', label: 'Tencent Cloud' },
    { name: 'huawei', label: 'Huawei Cloud' },
    { name: 'cmpp2', label: 'CMPP v2.0' },
    { name: 'custom', label: 'Custom' },
    { name: 'custom_file', label: 'Script' },
  ]);
  expect((await keeper().get('/api/v1/settings/sms/backend/')).status).toBe(403);
});

test('a service of the customer gets number and code in its parameters, in the address or as JSON', async () => {
  const params = { to: '{phone_numbers}', text: 'Code {code} ({code}), not {phone_numbers}', key: 'a&b' };
  const form = { CUSTOM_SMS_URL: `${address}/sms?fixed=1`, CUSTOM_SMS_API_PARAMS: params, ...phone };
  expect(await ask('custom', form)).toEqual([200, { msg: 'The code 6666 was sent to +8613800000000.' }]);
  const sent = { to: '+8613800000000', text: 'Code 6666 (6666), not +8613800000000', key: 'a&b' };
  const [got] = calls;
  expect(got?.method).toBe('GET');
  expect(Object.fromEntries(new URL(got?.path ?? '', address).searchParams)).toEqual({ fixed: '1', ...sent });
  await keeper().patch('/api/v1/settings/setting/?category=sms', { SMS_CODE_LENGTH: 6 });
  expect((await ask('custom', { ...form, CUSTOM_SMS_REQUEST_METHOD: 'post' }))[0]).toBe(200);
  expect([calls[1]?.method, calls[1]?.type, JSON.parse(calls[1]?.body ?? '')]).toEqual([
    'POST',
    'application/json',
    { ...sent, text: 'Code 666666 (666666), not +8613800000000' },
  ]);
  await keeper().patch('/api/v1/settings/setting/?category=sms', { SMS_CODE_LENGTH: 4 });
});

test('omitted values are the stored ones, and nothing of the form is stored', async () => {
  await keeper().patch('/api/v1/settings/setting/?category=custom', {
    CUSTOM_SMS_URL: `${address}/stored`,
    ...phone,
  });
  expect((await ask('custom', {}))[0]).toBe(200);
  expect((await ask('custom', { CUSTOM_SMS_URL: `${address}/form` }))[0]).toBe(200);
  expect(calls.map(({ path }) => path.split('?')[0])).toEqual(['/stored', '/form']);
  const { json } = await keeper().get('/api/v1/settings/setting/?category=custom');
  expect(json).toMatchObject({ CUSTOM_SMS_URL: `${address}/stored` });
});

test('a stored secret is not sent to another address than it was stored for', async () => {
  const form = {
    HUAWEI_APP_KEY: 'key',
    HUAWEI_SMS_ENDPOINT: 'http://127.0.0.1:1',
    HUAWEI_SIGN_CHANNEL_NUM: '1',
    HUAWEI_VERIFY_SIGN_NAME: 'Gate',
    HUAWEI_VERIFY_TEMPLATE_CODE: 't',
  };
  const stored = { ...form, HUAWEI_APP_SECRET: 'kept' };
  expect((await keeper().patch('/api/v1/settings/setting/?category=huawei', stored)).status).toBe(200);
  expect(await ask('huawei', { ...form, HUAWEI_SMS_ENDPOINT: address, ...phone })).toEqual([
    400,
    { HUAWEI_APP_SECRET: ['This field is required.'] },
  ]);
  expect(calls).toEqual([]);
  const shown = await keeper().get('/api/v1/settings/setting/?category=huawei');
  expect(shown.text).not.toMatch(/kept|APP_SECRET/);
});

test.each([
  [
    'a missing number',
    'custom',
    {},
    { code: 'test_phone_required', error: expect.anything(), detail: expect.anything() },
  ],
  ['a number that is none', 'custom', { SMS_TEST_PHONE: '12' }, { SMS_TEST_PHONE: [expect.anything()] }],
  ['a provider that does not exist', 'nothing', phone, { error: 'There is no such SMS provider.' }],
  ['a provider without its settings', 'cmpp2', phone, { CMPP2_HOST: ['This field is required.'] }],
  [
    'an endpoint that is no address',
    'huawei',
    { HUAWEI_SMS_ENDPOINT: 'file:///etc/passwd' },
    { HUAWEI_SMS_ENDPOINT: ['Enter an address that starts with http:// or https://.'] },
  ],
  [
    'parameters without a place for the code',
    'custom',
    { CUSTOM_SMS_API_PARAMS: { to: '{phone_numbers}' } },
    { CUSTOM_SMS_API_PARAMS: ['The text must contain "code".'] },
  ],
  [
    'signature and template that do not fit into one message',
    'cmpp2',
    { CMPP2_VERIFY_SIGN_NAME: 'x'.repeat(60) },
    { CMPP2_VERIFY_TEMPLATE_CODE: ['Use at most 65 characters for signature and template together.'] },
  ],
])('%s is refused on its field, and nothing is sent', async (_what, backend, body, error) => {
  await keeper().patch('/api/v1/settings/setting/?category=custom', {
    CUSTOM_SMS_URL: `${address}/`,
    SMS_TEST_PHONE: '',
  });
  expect(await ask(backend, body)).toEqual([400, expect.objectContaining(error)]);
  expect(calls).toEqual([]);
});

test('signature and template are refused when they are saved, too, also one after the other', async () => {
  const save = (body: object) => keeper().patch('/api/v1/settings/setting/?category=cmpp2', body);
  expect((await save({ CMPP2_VERIFY_TEMPLATE_CODE: `${'x'.repeat(50)}{code}` })).status).toBe(200);
  const long = await save({ CMPP2_VERIFY_SIGN_NAME: 'x'.repeat(10) });
  expect([long.status, long.json]).toEqual([400, { CMPP2_VERIFY_TEMPLATE_CODE: [expect.any(String)] }]);
  expect((await save({ CMPP2_VERIFY_SIGN_NAME: 'x'.repeat(9) })).status).toBe(200);
});

test.each([
  ['refuses', () => ({ status: 500, body: 'no' }), 'did not take the message (500)'],
  ['redirects, which is not followed', () => ({ status: 302, body: '' }), 'did not take the message (302)'],
])('the test says when the service %s', async (_what, next, error) => {
  answer = next();
  expect(await ask('custom', { CUSTOM_SMS_URL: `${address}/`, ...phone })).toEqual([
    400,
    { error: expect.stringContaining(error), detail: expect.stringContaining(error), code: 'sms_not_sent' },
  ]);
  expect(calls).toHaveLength(1);
});

test.each([
  ['http://169.254.169.254/latest/', 'Nothing is sent to'],
  ['http://[::ffff:169.254.169.254]/', 'Nothing is sent to'],
  ['http://127.0.0.1:1/', 'cannot be reached'],
])('the test of a service at %s says why not', async (target, error) => {
  expect(await ask('custom', { CUSTOM_SMS_URL: target, ...phone })).toEqual([
    400,
    { error: expect.stringContaining(error), detail: expect.stringContaining(error), code: 'sms_not_sent' },
  ]);
});

test('a message centre at a refused address is not connected to', async () => {
  const form = { CMPP2_HOST: '0xa9fea9fe', CMPP2_SP_ID: '901234', CMPP2_SP_SECRET: 's' };
  const signed = {
    CMPP2_SERVICE_ID: 'CODE',
    CMPP2_VERIFY_SIGN_NAME: 'G',
    CMPP2_VERIFY_TEMPLATE_CODE: '{code}',
  };
  expect(await ask('cmpp2', { ...form, ...signed, ...phone })).toEqual([
    400,
    expect.objectContaining({ error: expect.stringContaining('Nothing is sent to'), code: 'sms_not_sent' }),
  ]);
  expect(await ask('cmpp2', { ...form, ...signed, ...phone, CMPP2_SP_ID: '9012345' })).toEqual([
    400,
    { CMPP2_SP_ID: ['Use at most 6 characters.'] },
  ]);
});

const install = async (script: string) => {
  await writeFile(program, `#!/bin/sh\n${script}\n`);
  await chmod(program, 0o755);
};

test('the program of the installation reads number and code as JSON, and sees no environment', async () => {
  await install('cat > "$0.in"; env > "$0.env"');
  expect((await ask('custom_file', phone))[0]).toBe(200);
  expect(JSON.parse(await readFile(`${program}.in`, 'utf8'))).toEqual({
    phone_numbers: ['+8613800000000'],
    code: '6666',
  });
  expect(await readFile(`${program}.env`, 'utf8')).not.toContain('GATEHOUSE');
});

test('a program that fails is told with its words, without the code', async () => {
  await install('cat; echo no credit >&2; exit 3');
  const [status, { error }] = (await ask('custom_file', phone)) as [number, { error: string }];
  expect([status, error]).toEqual([400, expect.stringContaining('no credit')]);
  expect(error).not.toContain('6666');
  expect(error).toContain('"code":"*"');
  await install('exit 4');
  expect((await ask('custom_file', phone))[0]).toBe(400);
});

test('testing needs the permission of text messages', async () => {
  const other = api.as({ permissions: ['settings.view_setting', 'settings.change_email'] });
  expect((await other.post(at('custom'), phone)).status).toBe(403);
});
