import { sentText } from '@gatehouse/contract/wire/sentText.ts';
import { askService, wordsOf } from '../askService.ts';
import { type SmsCode, type SmsProvider, SmsRefused } from '../SmsProvider.ts';

/** The parameters of the settings with number and code in their places; neither is searched for places again. */
const filled = (params: Readonly<Record<string, unknown>>, { phone, code }: SmsCode) => {
  const values: Readonly<Record<string, string>> = { phone_numbers: phone, code };
  return Object.fromEntries(
    Object.entries(params).map(([name, text]) => [
      name,
      sentText(text).replace(/\{(phone_numbers|code)\}/g, (_place, key: string) => values[key] ?? ''),
    ]),
  );
};

/** A service of the customer that takes an HTTP request. */
export const custom: SmsProvider = {
  needs: ['CUSTOM_SMS_URL', 'CUSTOM_SMS_API_PARAMS'],
  host: (settings) => new URL(settings.get('CUSTOM_SMS_URL')).host,
  send: async (code, settings, signal) => {
    const url = new URL(settings.get('CUSTOM_SMS_URL'));
    const params = filled({ ...Object(settings.get('CUSTOM_SMS_API_PARAMS')) }, code);
    const isPost = settings.get('CUSTOM_SMS_REQUEST_METHOD') === 'post';
    if (!isPost) for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
    const { status } = await askService(
      url,
      isPost
        ? {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: Buffer.from(JSON.stringify(params)),
            signal,
          }
        : { method: 'GET', signal },
    );
    if (status < 200 || status > 299) throw new SmsRefused(wordsOf(status));
  },
};
