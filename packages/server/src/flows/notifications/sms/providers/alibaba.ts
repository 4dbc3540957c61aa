import { randomUUID } from 'node:crypto';
import { askService, wordsOf } from '../askService.ts';
import { nationalNumber, type SmsProvider, SmsRefused } from '../SmsProvider.ts';
import { acs3, canonicalQuery } from '../signatures.ts';

/** Alibaba Cloud: `SendSms` of version 2017-05-25. */
export const alibabaAt = (place: string): SmsProvider => ({
  needs: [
    'ALIBABA_ACCESS_KEY_ID',
    'ALIBABA_ACCESS_KEY_SECRET',
    'ALIBABA_VERIFY_SIGN_NAME',
    'ALIBABA_VERIFY_TEMPLATE_CODE',
  ],
  host: () => new URL(place).host,
  send: async ({ phone, code }, settings, signal) => {
    const url = new URL(place);
    const query = {
      PhoneNumbers: nationalNumber(phone),
      SignName: settings.get('ALIBABA_VERIFY_SIGN_NAME'),
      TemplateCode: settings.get('ALIBABA_VERIFY_TEMPLATE_CODE'),
      TemplateParam: JSON.stringify({ code }),
    };
    url.search = canonicalQuery(query);
    const request = { host: url.host, action: 'SendSms', version: '2017-05-25', query };
    const key = {
      id: settings.get('ALIBABA_ACCESS_KEY_ID'),
      secret: settings.get('ALIBABA_ACCESS_KEY_SECRET'),
    };
    const headers = acs3({ ...request, date: new Date(), nonce: randomUUID() }, key);
    const { body, status } = await askService(url, {
      method: 'POST',
      headers,
      body: Buffer.alloc(0),
      signal,
    });
    if (body?.Code !== 'OK') throw new SmsRefused(wordsOf(body?.Code ?? status, body?.Message));
  },
});

/** Alibaba Cloud at its own address. */
export const alibaba = alibabaAt('https://dysmsapi.aliyuncs.com/');
