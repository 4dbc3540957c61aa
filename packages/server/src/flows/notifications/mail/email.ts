import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { createTransport } from 'nodemailer';
import { outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Channel, Letter } from '../channel.ts';
import { framed, type MailFrame } from './mailFrame.ts';

/** Timeout for reaching a mail server, in milliseconds. */
const patienceMs = 20_000;
/**
 * Maximum silence of a mail server, in milliseconds: many answer only after checking a mail, and a mail given
 * up too early arrives twice.
 */
const silenceMs = 100_000;

type MailSetting = Extract<SettingName, `EMAIL_${string}` | 'INTERFACE_LOGIN_TITLE'>;

/** Reads the settings that mail needs: the stored ones, or those of a form. */
export type MailSettings = { get<K extends MailSetting>(name: K): SettingValues[K] };

/** Who gets a mail: a name and an address, or an address alone. */
type To = { name: string; address: string };

/** Whether there is a server to send mail by. */
export const isMailOn = (settings: MailSettings): boolean =>
  settings.get('EMAIL_HOST') !== '' && settings.get('EMAIL_HOST_USER') !== '';

const transportOf = (settings: MailSettings) => {
  const user = settings.get('EMAIL_HOST_USER');
  const pass = settings.get('EMAIL_HOST_PASSWORD');
  const host = settings.get('EMAIL_HOST');
  const secure = settings.get('EMAIL_USE_SSL');
  const port = Number(settings.get('EMAIL_PORT')) || (secure ? 465 : 587);
  return createTransport({
    host,
    port,
    secure,
    tls: MODERN_TLS,
    getSocket: (_options, done) =>
      void outgoing
        .dial({ host, port, timeoutMs: patienceMs })
        .then((connection) => done(null, { connection }), done),
    requireTLS: settings.get('EMAIL_USE_TLS'),
    ...(pass && { auth: { user, pass } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: silenceMs,
    // A message must never make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
};

/** One line: a line end would begin another header. */
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

/** Sends a mail as the settings say. */
export const sendMail = async (
  mail: { to: To; from?: string; letter: Letter; frame: MailFrame },
  settings: MailSettings,
  signal: AbortSignal,
): Promise<void> => {
  const transport = transportOf(settings);
  const { to, letter, frame } = mail;
  try {
    await transport.sendMail({
      from: oneLine(mail.from || settings.get('EMAIL_FROM') || settings.get('EMAIL_HOST_USER')),
      to: { name: oneLine(to.name), address: oneLine(to.address) },
      subject: oneLine(`${settings.get('EMAIL_SUBJECT_PREFIX')}${letter.subject}`),
      text: letter.text,
      html: framed(letter, frame),
      signal,
    });
  } finally {
    transport.close();
  }
};

/** Mail by SMTP. */
export const emailOf = (frameOf: () => MailFrame): Channel => ({
  name: 'email',
  isOn: (settings: Settings) => isMailOn(settings),
  reaches: (receiver) => receiver.email.includes('@'),
  deliver: async ({ letter, receiver }, settings, signal) => {
    if (!receiver) return;
    const to = { name: receiver.name, address: receiver.email };
    await sendMail({ to, letter, frame: frameOf() }, settings, signal);
  },
});
