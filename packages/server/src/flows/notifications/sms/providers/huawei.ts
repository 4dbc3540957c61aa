import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { askService, wordsOf } from '../askService.ts';
import { type SmsProvider, SmsRefused, type SmsSettings } from '../SmsProvider.ts';
import { wsse } from '../signatures.ts';

const done = '000000';
const answered = z.object({
  code: z.string(),
  description: z.string().optional(),
  result: z.array(z.object({ status: z.string() })).optional(),
});

const placeOf = (settings: SmsSettings): URL =>
  new URL(`${settings.get('HUAWEI_SMS_ENDPOINT').replace(/\/+$/, '')}/sms/batchSendSms/v1`);

/** Huawei Cloud: `batchSendSms`, with the token that its documentation calls X-WSSE. */
export const huawei: SmsProvider = {
  needs: [
    'HUAWEI_APP_KEY',
    'HUAWEI_APP_SECRET',
    'HUAWEI_SMS_ENDPOINT',
    'HUAWEI_SIGN_CHANNEL_NUM',
    'HUAWEI_VERIFY_SIGN_NAME',
    'HUAWEI_VERIFY_TEMPLATE_CODE',
  ],
  host: (settings) => placeOf(settings).host,
  send: async ({ phone, code }, settings, signal) => {
    const form = new URLSearchParams({
      from: settings.get('HUAWEI_SIGN_CHANNEL_NUM'),
      to: phone,
      templateId: settings.get('HUAWEI_VERIFY_TEMPLATE_CODE'),
      templateParas: JSON.stringify([code]),
      statusCallback: '',
      signature: settings.get('HUAWEI_VERIFY_SIGN_NAME'),
    });
    const key = { id: settings.get('HUAWEI_APP_KEY'), secret: settings.get('HUAWEI_APP_SECRET') };
    const { status, body } = await askService(placeOf(settings), {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"',
        'x-wsse': wsse(key, { nonce: randomUUID().replaceAll('-', ''), date: new Date() }),
      },
      body: Buffer.from(form.toString()),
      signal,
    });
    const { code: told = String(status), description, result = [] } = answered.safeParse(body).data ?? {};
    const failed = result.find((each) => each.status !== done);
    if (told !== done || failed) throw new SmsRefused(wordsOf(failed?.status ?? told, description));
  },
};
