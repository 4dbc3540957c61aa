import { fieldError } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../../engine/context.ts';
import { RefusedHost } from '../../../platform/outgoing/checkedHost.ts';
import { TooLate } from '../inTime.ts';
import { SmsRefused, SmsTooLong } from './SmsProvider.ts';

/** The codes of sockets, and what they mean to an administrator. */
const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'mail_host_unknown',
  EAI_AGAIN: 'mail_host_unknown',
  ETIMEDOUT: 'mail_no_answer',
};

/** Why a message was not sent, in the caller's language, with the words of the service where it gave some. */
export const smsFailure = (error: unknown, host: string, { t }: Pick<Context, 't'>): string => {
  if (error instanceof SmsTooLong) throw fieldError(error.setting, 'max_length', { max: error.most });
  if (error instanceof SmsRefused) return t('errors.sms_refused', { host, said: error.message });
  if (error instanceof RefusedHost) return t('errors.mail_host_refused', { host });
  if (error instanceof TooLate) return t('errors.mail_no_answer', { host });
  const { code = '', message = '' } = Object(error) as Record<string, string | undefined>;
  const key = /certificate|ssl|tls/i.test(message)
    ? 'mail_tls_failed'
    : (reasons[code] ?? 'mail_unreachable');
  return t(`errors.${key}`, { host });
};
