import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { settingDefaults } from '@gatehouse/contract/settings/catalogue.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onBody } from '../../../../../../../scripts/servers/onBody.ts';
import { type SmsProvider, SmsRefused, type SmsSettings } from '../SmsProvider.ts';
import { acs3 } from '../signatures.ts';
import { alibabaAt } from './alibaba.ts';
import { huawei } from './huawei.ts';
import { tencentAt } from './tencent.ts';

type Call = { method: string; url: URL; headers: IncomingHttpHeaders; body: string };
const calls: Call[] = [];
let answer: { status: number; body: string };
let place = '';
const server = createServer((request, response) => {
  onBody(request, (bytes) => {
    const body = bytes.toString();
    const url = new URL(request.url ?? '', place);
    calls.push({ method: request.method ?? '', url, headers: request.headers, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  });
});
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  place = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(() => void server.close());
beforeEach(() => {
  calls.length = 0;
});

const settings = (): SmsSettings => {
  const own: Partial<SettingValues> = {
    ALIBABA_ACCESS_KEY_ID: 'LTAI-test',
    ALIBABA_ACCESS_KEY_SECRET: 'ali-secret',
    ALIBABA_VERIFY_SIGN_NAME: "关口 (test)'s",
    ALIBABA_VERIFY_TEMPLATE_CODE: 'SMS_1',
    TENCENT_SECRET_ID: 'AKID-test',
    TENCENT_SECRET_KEY: 'ten-secret',
    TENCENT_SDKAPPID: '1400006666',
    TENCENT_VERIFY_SIGN_NAME: '关口',
    TENCENT_VERIFY_TEMPLATE_CODE: '1110',
    HUAWEI_APP_KEY: 'app-key',
    HUAWEI_APP_SECRET: 'app-secret',
    HUAWEI_SMS_ENDPOINT: place,
    HUAWEI_SIGN_CHANNEL_NUM: 'csms12345678',
    HUAWEI_VERIFY_SIGN_NAME: '关口',
    HUAWEI_VERIFY_TEMPLATE_CODE: '8ff55eac',
  };
  return { get: <K extends SettingName>(name: K) => ({ ...settingDefaults, ...own })[name] };
};
const send = (provider: SmsProvider, phone = '+8613800000000') =>
  provider.send({ phone, code: '0423' }, settings(), new AbortController().signal);
const last = (): Call => calls.at(-1) ?? expect.fail('no call');
const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();

test('a request of Alibaba Cloud is signed as in the example of its documentation', () => {
  const headers = acs3(
    {
      host: 'ecs.cn-shanghai.aliyuncs.com',
      action: 'RunInstances',
      version: '2014-05-26',
      query: {
        ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd',
        RegionId: 'cn-shanghai',
      },
      date: new Date('2023-10-26T10:22:32Z'),
      nonce: '3156853299f313e23d1673dc12e1703d',
    },
    { id: 'YourAccessKeyId', secret: 'YourAccessKeySecret' },
  );
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  );
});

test('Alibaba Cloud gets number, template and code, signed over what arrives', async () => {
  answer = { status: 200, body: '{"Code":"OK","BizId":"1"}' };
  await send(alibabaAt(place));
  const { url, headers, method } = last();
  expect(Object.fromEntries(url.searchParams)).toEqual({
    PhoneNumbers: '13800000000',
    SignName: "关口 (test)'s",
    TemplateCode: 'SMS_1',
    TemplateParam: '{"code":"0423"}',
  });
  const [, names = '', signature] = /SignedHeaders=([^,]+),Signature=(.+)$/.exec(
    headers.authorization ?? '',
  ) ?? [''];
  const lines = names.split(';').map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [method, '/', url.search.slice(1), lines.join(''), names, sha256('')].join('\n');
  expect(names).toContain('host;x-acs-action');
  expect(signature).toBe(hmac('ali-secret', `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex'));
  await send(alibabaAt(place), '+85212345678');
  expect(last().url.searchParams.get('PhoneNumbers')).toBe('85212345678');
});

test('Tencent Cloud gets number, template and code, signed over what arrives', async () => {
  answer = { status: 200, body: '{"Response":{"SendStatusSet":[{"Code":"Ok"}],"RequestId":"r"}}' };
  await send(tencentAt(place));
  const { headers, body } = last();
  expect(JSON.parse(body)).toEqual({
    PhoneNumberSet: ['+8613800000000'],
    SmsSdkAppId: '1400006666',
    SignName: '关口',
    TemplateId: '1110',
    TemplateParamSet: ['0423'],
  });
  expect(headers).toMatchObject({
    'x-tc-action': 'SendSms',
    'x-tc-version': '2021-01-11',
    'x-tc-region': 'ap-guangzhou',
  });
  const time = String(headers['x-tc-timestamp']);
  const day = new Date(Number(time) * 1000).toISOString().slice(0, 10);
  const names = 'content-type;host;x-tc-action';
  const lines = `content-type:${headers['content-type']}\nhost:${headers.host}\nx-tc-action:sendsms\n`;
  const canonical = ['POST', '/', '', lines, names, sha256(body)].join('\n');
  const key = hmac(hmac(hmac('TC3ten-secret', day), 'sms'), 'tc3_request');
  const proof = hmac(key, `TC3-HMAC-SHA256\n${time}\n${day}/sms/tc3_request\n${sha256(canonical)}`).toString(
    'hex',
  );
  expect(headers.authorization).toBe(
    `TC3-HMAC-SHA256 Credential=AKID-test/${day}/sms/tc3_request, SignedHeaders=${names}, Signature=${proof}`,
  );
});

test('Huawei Cloud gets number, template and code with a token that proves the secret', async () => {
  answer = { status: 200, body: '{"code":"000000","result":[{"status":"000000"}]}' };
  await send(huawei);
  const { url, headers, body } = last();
  expect(url.pathname).toBe('/sms/batchSendSms/v1');
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    from: 'csms12345678',
    to: '+8613800000000',
    templateId: '8ff55eac',
    templateParas: '["0423"]',
    statusCallback: '',
    signature: '关口',
  });
  expect(headers.authorization).toBe('WSSE realm="SDP",profile="UsernameToken",type="Appkey"');
  const [, name, digest, nonce, created] =
    /^UsernameToken Username="(.+)",PasswordDigest="(.+)",Nonce="(.+)",Created="(.+)"$/.exec(
      String(headers['x-wsse']),
    ) ?? [];
  expect(name).toBe('app-key');
  expect(digest).toBe(Buffer.from(sha256(`${nonce}${created}app-secret`)).toString('base64'));
  expect(Math.abs(Date.now() - Date.parse(created ?? ''))).toBeLessThan(60_000);
});

test.each([
  [
    'Alibaba Cloud',
    () => alibabaAt(place),
    400,
    '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"too often"}',
    'isv.BUSINESS_LIMIT_CONTROL too often',
  ],
  [
    'Tencent Cloud, of the request',
    () => tencentAt(place),
    200,
    '{"Response":{"Error":{"Code":"AuthFailure.SignatureFailure","Message":"wrong key"},"RequestId":"r"}}',
    'AuthFailure.SignatureFailure wrong key',
  ],
  [
    'Tencent Cloud, of the message',
    () => tencentAt(place),
    200,
    '{"Response":{"SendStatusSet":[{"Code":"FailedOperation.X","Message":"no template"}]}}',
    'FailedOperation.X no template',
  ],
  [
    'Huawei Cloud, of the request',
    () => huawei,
    401,
    '{"code":"E000103","description":"key"}',
    'E000103 key',
  ],
  [
    'Huawei Cloud, of the message',
    () => huawei,
    200,
    '{"code":"000000","description":"partly","result":[{"status":"E200033"}]}',
    'E200033 partly',
  ],
  ['something that is no service', () => alibabaAt(place), 502, '<html>Bad\nGateway</html>', '502'],
])('a refusal of %s is told in its words', async (_what, provider, status, body, said) => {
  answer = { status, body };
  const failed = send(provider());
  await expect(failed).rejects.toThrow(SmsRefused);
  await expect(failed).rejects.toThrow(said);
});
