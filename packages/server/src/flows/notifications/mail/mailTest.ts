import { testMail } from '@gatehouse/contract/calls/settings.ts';
import { bind, whole } from '../../../engine/calls/bind.ts';
import type { Context } from '../../../engine/context.ts';
import type { HttpPorts } from '../../../engine/http.ts';
import { RefusedHost } from '../../../platform/outgoing/checkedHost.ts';
import type { Settings } from '../../../platform/settings.ts';
import { escapeHtml } from '../../../resources/notifications/sitemessage/messageHtml.ts';
import { settingFormOf } from '../../settings/settingForms.ts';
import { valuesFrom } from '../../settings/settingValues.ts';
import type { Letter } from '../channel.ts';
import { inTime, TooLate } from '../inTime.ts';
import { isMailOn, sendMail } from './email.ts';
import type { MailFrame } from './mailFrame.ts';

/** How long a test may take, in milliseconds: a user waits at the button meanwhile. */
const patienceMs = 20_000;

/** The codes of nodemailer and of sockets, and what they mean to an administrator. */
const reasons: Readonly<Record<string, string>> = {
  EAUTH: 'mail_sign_in_refused',
  EENVELOPE: 'mail_address_refused',
  ETLS: 'mail_tls_failed',
  EDNS: 'mail_host_unknown',
  ENOTFOUND: 'mail_host_unknown',
  EAI_AGAIN: 'mail_host_unknown',
  ETIMEDOUT: 'mail_no_answer',
};

/** Why a mail was not sent, in the caller's language, with the words of the mail server where it gave some. */
const reasonOf = (error: unknown, host: string, { t }: Context): string => {
  if (error instanceof RefusedHost) return t('errors.mail_host_refused', { host });
  if (error instanceof TooLate) return t('errors.mail_no_answer', { host });
  const { code = '', response = '', message = '' } = Object(error) as Record<string, string | undefined>;
  const key = /certificate|ssl|tls/i.test(message)
    ? 'mail_tls_failed'
    : (reasons[code] ?? 'mail_unreachable');
  const said = response.replace(/\s+/g, ' ').slice(0, 200);
  return `${t(`errors.${key}`, { host })}${said ? ` (${said})` : ''}`;
};

const letterFor = ({ t }: Context): Letter => {
  const text = t('messages.mail_test.message');
  return { subject: t('messages.mail_test.subject'), html: `<p>${escapeHtml(text)}</p>`, text };
};

/**
 * Registers the test of outgoing mail: server, user and encryption are the stored ones, sender and receiver may come with the
 * request. It is answered in time whatever the server does.
 */
export const addMailTest = (
  ports: HttpPorts,
  deps: { settings: Settings; frameOf: () => MailFrame; patienceMs?: number },
): void =>
  bind(
    ports,
    testMail,
    async ({ ctx, body }) => {
      const { settings, frameOf } = deps;
      const panel = settingFormOf('email');
      const { EMAIL_FROM, EMAIL_RECIPIENT } = Object(await body()) as Record<string, unknown>;
      const sent = await valuesFrom(panel, { EMAIL_FROM, EMAIL_RECIPIENT }, 'patch', ctx);
      const from = String(sent.EMAIL_FROM || settings.get('EMAIL_FROM') || settings.get('EMAIL_HOST_USER'));
      const to = String(sent.EMAIL_RECIPIENT || settings.get('EMAIL_RECIPIENT') || from);
      const refused = (error: string) => whole({ status: 400, body: { error } });
      if (!isMailOn(settings)) return refused(ctx.t('errors.mail_not_set_up'));
      const mail = { to: { name: '', address: to }, from, letter: letterFor(ctx), frame: frameOf() };
      try {
        await inTime((signal) => sendMail(mail, settings, signal), deps.patienceMs ?? patienceMs);
      } catch (error) {
        return refused(reasonOf(error, settings.get('EMAIL_HOST'), ctx));
      }
      return { msg: ctx.t('panels.email.tested', { to }) };
    },
    { noTransaction: true },
  );
