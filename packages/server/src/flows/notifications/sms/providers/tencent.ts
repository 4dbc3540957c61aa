import { z } from 'zod';
import { askService, wordsOf } from '../askService.ts';
import { type SmsProvider, SmsRefused } from '../SmsProvider.ts';
import { tc3 } from '../signatures.ts';

const told = z.object({ Code: z.string(), Message: z.string().optional() });
const answered = z.object({
  Response: z.object({ Error: told.optional(), SendStatusSet: z.array(told).optional() }),
});

/** Tencent Cloud: `SendSms` of version 2021-01-11. */
export const tencentAt = (place: string): SmsProvider => ({
  needs: [
    'TENCENT_SECRET_ID',
    'TENCENT_SECRET_KEY',
    'TENCENT_SDKAPPID',
    'TENCENT_VERIFY_SIGN_NAME',
    'TENCENT_VERIFY_TEMPLATE_CODE',
  ],
  host: () => new URL(place).host,
  send: async ({ phone, code }, settings, signal) => {
    const url = new URL(place);
    const body = JSON.stringify({
      PhoneNumberSet: [phone],
      SmsSdkAppId: settings.get('TENCENT_SDKAPPID'),
      SignName: settings.get('TENCENT_VERIFY_SIGN_NAME'),
      TemplateId: settings.get('TENCENT_VERIFY_TEMPLATE_CODE'),
      TemplateParamSet: [code],
    });
    const request = { host: url.host, service: 'sms', action: 'SendSms', version: '2021-01-11' };
    const key = { id: settings.get('TENCENT_SECRET_ID'), secret: settings.get('TENCENT_SECRET_KEY') };
    const headers = tc3({ ...request, region: 'ap-guangzhou', body, date: new Date() }, key);
    const answer = await askService(url, { method: 'POST', headers, body: Buffer.from(body), signal });
    const { Response } = answered.safeParse(answer.body).data ?? {};
    const [sent = Response?.Error] = Response?.SendStatusSet ?? [];
    if (sent?.Code !== 'Ok') throw new SmsRefused(wordsOf(sent?.Code ?? answer.status, sent?.Message));
  },
});

/** Tencent Cloud at its own address. */
export const tencent = tencentAt('https://sms.tencentcloudapi.com/');
