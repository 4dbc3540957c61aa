import type { Readable } from 'node:stream';
import { MODERN_TLS } from '@gatehouse/contract/network/tls.ts';
import type { SettingName, SettingValues } from '@gatehouse/contract/settings/catalogue.ts';
import { createTransport, type SendMailOptions, type SMTPTransportOptions } from 'nodemailer';
import { outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { Settings } from '../../../platform/settings.ts';
import { type Channel, type Letter, lanes, type Parcel } from '../channel.ts';
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

/** Sends mails until it is closed. */
type Transport = { sendMail(mail: SendMailOptions): Promise<unknown>; close(): void };

const optionsOf = (settings: MailSettings) => {
  const user = settings.get('EMAIL_HOST_USER');
  const pass = settings.get('EMAIL_HOST_PASSWORD');
  const host = settings.get('EMAIL_HOST');
  const secure = settings.get('EMAIL_USE_SSL');
  const port = Number(settings.get('EMAIL_PORT')) || (secure ? 465 : 587);
  const getSocket: SMTPTransportOptions['getSocket'] = (_options, done) =>
    void outgoing
      .dial({ host, port, timeoutMs: patienceMs })
      .then((connection) => done(null, { connection }), done);
  return {
    host,
    port,
    secure,
    tls: MODERN_TLS,
    getSocket,
    requireTLS: settings.get('EMAIL_USE_TLS'),
    ...(pass && { auth: { user, pass } }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: silenceMs,
    // A message must never make the server read a file or fetch an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
};

/**
 * Keeps its connections for further mails. A mail whose connection is lost fails; that it may be sent again is
 * up to the caller, who knows whether it should be.
 */
const openTransport = (settings: MailSettings): Transport =>
  createTransport({ ...optionsOf(settings), pool: true, maxConnections: lanes, maxRequeues: 0 });

/** What determines where mail goes and how. */
const placeOf = (settings: MailSettings): string =>
  JSON.stringify([
    settings.get('EMAIL_HOST'),
    settings.get('EMAIL_PORT'),
    settings.get('EMAIL_HOST_USER'),
    settings.get('EMAIL_HOST_PASSWORD'),
    settings.get('EMAIL_USE_SSL'),
    settings.get('EMAIL_USE_TLS'),
  ]);

/** One line: a line end would begin another header. */
const oneLine = (text: string): string => text.replace(/[\r\n\u2028\u2029]+/g, ' ');

/** The subject of a mail, after the prefix of the installation; forms take the space off the end of a prefix. */
export const subjectLine = (settings: MailSettings, subject: string): string =>
  oneLine(`${settings.get('EMAIL_SUBJECT_PREFIX').trim()} ${subject}`).trim();

/** A file that a mail carries. */
type Attached = { filename: string; content: Readable };

/** `key` is what the attempts at one mail have in common; without it, each is a mail of its own. */
type Outgoing = {
  to: To;
  from?: string;
  letter: Letter;
  frame: MailFrame;
  key?: string;
  attachment?: Attached;
};

/** One Message-ID for one key, so that a mail server can drop a copy of what it has. */
const messageIdOf = (key: string, from: string): string =>
  `<${key}@${/@([\w.-]+)[^@]*$/.exec(from)?.[1] ?? 'localhost'}>`;

const send = async (
  { to, from, letter, frame, key, attachment }: Outgoing,
  transport: Transport,
  settings: MailSettings,
  signal: AbortSignal,
): Promise<void> => {
  const sender = oneLine(from || settings.get('EMAIL_FROM') || settings.get('EMAIL_HOST_USER'));
  await transport.sendMail({
    from: sender,
    ...(key && { messageId: messageIdOf(key, sender) }),
    to: { name: oneLine(to.name), address: oneLine(to.address) },
    subject: subjectLine(settings, letter.subject),
    text: letter.text,
    html: framed(letter, frame),
    ...(attachment && { attachments: [attachment] }),
    signal,
  });
};

/** Sends a mail as the settings say. */
export const sendMail = async (
  mail: Outgoing,
  settings: MailSettings,
  signal: AbortSignal,
): Promise<void> => {
  const transport: Transport = createTransport(optionsOf(settings));
  try {
    await send(mail, transport, settings, signal);
  } finally {
    transport.close();
  }
};

/** Sends mails over connections that are kept until it is closed, or until the settings name another server. */
const openMail = () => {
  let open: { place: string; transport: Transport } | undefined;
  const close = () => {
    open?.transport.close();
    open = undefined;
  };
  return {
    close,
    send: (mail: Outgoing, settings: MailSettings, signal: AbortSignal) => {
      const place = placeOf(settings);
      if (open?.place !== place) {
        close();
        open = { place, transport: openTransport(settings) };
      }
      return send(mail, open.transport, settings, signal);
    },
  };
};

/** A mail that arrived and is sent again on request is another one: as a copy, it could be dropped. */
const keyOf = ({ id, sentBefore }: Parcel): string => (sentBefore ? `${id}.${sentBefore.getTime()}` : id);

/** Mail by SMTP. */
export const emailOf = (frameOf: () => MailFrame): Channel => {
  const by =
    (sender: typeof sendMail): Channel['deliver'] =>
    async (parcel, settings, signal) => {
      const { letter, receiver } = parcel;
      if (!receiver) return;
      const to = { name: receiver.name, address: receiver.email };
      await sender({ to, letter, frame: frameOf(), key: keyOf(parcel) }, settings, signal);
    };
  return {
    name: 'email',
    isOn: (settings: Settings) => isMailOn(settings),
    reaches: (receiver) => receiver.email.includes('@'),
    deliver: by(sendMail),
    open: () => {
      const mail = openMail();
      return { deliver: by(mail.send), close: mail.close };
    },
  };
};
